import { type AttemptVia, type DeliveryRecord, joinCredentials } from '@svc-simulator/core';
import { messageOf } from '@svc-simulator/machine/errors.ts';
import type { Answer, OutboundClient } from '@svc-simulator/outbound';
import type { EmittedWebhook } from './emitted-webhooks.ts';
import type { RelayAnswer } from './relay/relay-forward.ts';
import type { RelayHub } from './relay/relay-hub.ts';

/** A webhook for one of the account's own receivers. */
export interface LoopbackCall {
  readonly accountId: string;
  /** The receiver's, whose query may say what it answers. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Takes a webhook to one of the account's own receivers; answers what the receiver answers. */
export type LoopbackReceiver = (call: LoopbackCall) => Promise<Answer>;

export interface TransportOptions {
  readonly hosted: boolean;
  readonly outbound: OutboundClient;
  readonly relays: RelayHub;
  readonly receive: LoopbackReceiver;
}

/** An attempt on its way. */
export interface Sending {
  readonly via: AttemptVia;
  readonly answered: Promise<RelayAnswer>;
}

/** The ways that a webhook can take (specification, Events, rule 5; contract section 4). */
export class Transports {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** Whether this instance has the account's relay. */
  hasRelay(accountId: string): boolean {
    return this.#options.relays.has(accountId);
  }

  /** What a slow receiver may hold up: the account's own deliveries to the same place. */
  targetOf(delivery: DeliveryRecord): string {
    const via = this.viaOf(delivery);
    const { id, accountId, url } = delivery;
    // What waits behind a replay must not hold it up.
    if (via === 'relay' && this.#options.relays.replays(accountId, id)) return `${accountId} replay`;
    if (via === 'loopback' || via === 'relay') return `${accountId} ${via}`;
    return `${accountId} ${originOf(url)}`;
  }

  send(delivery: DeliveryRecord, webhook: EmittedWebhook): Sending {
    const via = this.viaOf(delivery);
    return { via, answered: this.#sendVia(via, delivery, webhook) };
  }

  /** Hosted, a relay route waits for a relay; a local simulator reaches the developer's machine by itself. */
  viaOf({ route, accountId }: DeliveryRecord): AttemptVia {
    const { hosted, relays } = this.#options;
    return route === 'relay' && !hosted && !relays.has(accountId) ? 'local' : route;
  }

  #sendVia(
    via: AttemptVia,
    delivery: DeliveryRecord,
    { headers, rawBody }: EmittedWebhook,
  ): Promise<RelayAnswer> {
    const { outbound, relays } = this.#options;
    const { id, accountId, attempts, emittedEventId } = delivery;
    if (via === 'loopback') return this.#loopBack(accountId, delivery.url, headers, rawBody);
    const url = joinCredentials(delivery.url, delivery.credentials);
    if (via !== 'relay') return outbound.post({ url, headers, body: rawBody });
    return relays.deliver(accountId, {
      type: 'webhook',
      sequence: emittedEventId,
      delivery_id: id,
      attempt: attempts + 1,
      url,
      headers,
      body_base64: Buffer.from(rawBody).toString('base64'),
    });
  }

  async #loopBack(
    accountId: string,
    url: string,
    headers: EmittedWebhook['headers'],
    rawBody: string,
  ): Promise<Answer> {
    try {
      return await this.#options.receive({
        accountId,
        url: new URL(url),
        headers,
        body: Buffer.from(rawBody),
      });
    } catch (error) {
      return { status: null, error: messageOf(error), body: Buffer.alloc(0) };
    }
  }
}

/** Scheme and host as they are written. Two spellings of one host only get slots of their own. */
function originOf(url: string): string {
  return /^\w+:\/\/[^/?#]*/.exec(url)?.[0] ?? url;
}
