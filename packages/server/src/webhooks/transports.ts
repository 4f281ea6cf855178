import { ATTEMPT_TIMEOUT_MS, receiveHook } from '@svc-simulator/contract';
import { type AttemptVia, type DeliveryRecord, joinCredentials } from '@svc-simulator/core';
import { messageOf } from '@svc-simulator/machine/errors.ts';
import { type OutboundAnswer, type OutboundClient, TIMED_OUT } from '@svc-simulator/outbound';
import { isReceiver, recordReceived } from '../receivers/receivers.ts';
import type { Runtime } from '../runtime.ts';
import type { EmittedWebhook } from './emitted-webhooks.ts';
import type { RelayAnswer } from './relay/relay-forward.ts';
import type { RelayHub } from './relay/relay-hub.ts';

export interface OutgoingAttempt {
  readonly via: AttemptVia;
  readonly answer: Promise<RelayAnswer>;
}

interface OutgoingWebhook extends EmittedWebhook {
  /** Relays ignore the method: they send every webhook as POST. */
  readonly method?: 'POST' | 'GET';
}

/** Sends webhooks by their route (specification, Events, rule 5; contract section 4). */
export class Transports {
  readonly #runtime: Runtime;
  readonly #outbound: OutboundClient;
  readonly #relays: RelayHub;

  constructor(runtime: Runtime, outbound: OutboundClient, relays: RelayHub) {
    this.#runtime = runtime;
    this.#outbound = outbound;
    this.#relays = relays;
  }

  hasRelay(accountId: string): boolean {
    return this.#relays.has(accountId);
  }

  /**
   * Returns the name of a delivery's target in `Slots`. An account's deliveries with the same name share that
   * target's slots.
   */
  slotKeyOf(delivery: DeliveryRecord): string {
    const via = this.viaOf(delivery);
    const { id, accountId, url } = delivery;
    // Deliveries of a replay have their own slots, because new deliveries that wait for the end of the replay
    // would occupy all other slots.
    if (via === 'relay' && this.#relays.isReplayed(accountId, id)) return `${accountId} replay`;
    if (via === 'loopback' || via === 'relay') return `${accountId} ${via}`;
    return `${accountId} ${targetOriginOf(url)}`;
  }

  /** Returns the host that a hosted simulator connects to for a delivery; null for other routes. */
  foreignHostOf(delivery: DeliveryRecord): string | null {
    const isForeign = this.#runtime.settings.hosted && this.viaOf(delivery) === 'direct';
    return isForeign && URL.canParse(delivery.url) ? new URL(delivery.url).hostname : null;
  }

  send(delivery: DeliveryRecord, webhook: OutgoingWebhook): OutgoingAttempt {
    const via = this.viaOf(delivery);
    return { via, answer: this.#sendVia(via, delivery, webhook) };
  }

  /**
   * Returns how a delivery is sent now. If its route is `relay` and no relay is connected, a local simulator
   * sends the webhook itself (`local`). A hosted simulator waits for a relay.
   */
  viaOf({ route, accountId }: DeliveryRecord): AttemptVia {
    const { hosted } = this.#runtime.settings;
    return route === 'relay' && !hosted && !this.#relays.has(accountId) ? 'local' : route;
  }

  #sendVia(
    via: AttemptVia,
    delivery: DeliveryRecord,
    { headers, rawBody, method = 'POST' }: OutgoingWebhook,
  ): Promise<RelayAnswer> {
    const { id, accountId, attempts, emittedEventId } = delivery;
    if (via === 'loopback')
      return deliverLoopback(this.#runtime, accountId, delivery.url, { headers, rawBody });
    const url = joinCredentials(delivery.url, delivery.credentials);
    if (via !== 'relay')
      return this.#outbound.send({ method, url, headers, body: rawBody, sender: accountId });
    return this.#relays.deliver(accountId, {
      type: 'webhook',
      sequence: emittedEventId,
      delivery_id: id,
      attempt: attempts + 1,
      url,
      headers,
      body_base64: Buffer.from(rawBody).toString('base64'),
    });
  }
}

async function deliverLoopback(
  runtime: Runtime,
  accountId: string,
  target: string,
  { headers, rawBody }: EmittedWebhook,
): Promise<OutboundAnswer> {
  const answer = (status: number, text = '') => ({ status, error: null, body: Buffer.from(text) });
  const failure = (error: string) => ({ status: null, error, body: Buffer.alloc(0) });
  try {
    const url = new URL(target);
    const name = url.pathname.split('/').at(-1) ?? '';
    const behavior = receiveHook.query().safeParse(Object.fromEntries(url.searchParams));
    if (!isReceiver(name)) return answer(404);
    if (!behavior.success) return answer(400);
    const { delay_ms: delayMs = 0, answer_body: text } = behavior.data;
    const isTooSlow = name === 'captura' && delayMs >= ATTEMPT_TIMEOUT_MS;
    const boundedBehavior = { ...behavior.data, delay_ms: Math.min(delayMs, ATTEMPT_TIMEOUT_MS) };
    const bytes = Buffer.from(rawBody);
    const outcome = await recordReceived(runtime, {
      accountId,
      name,
      headers,
      bytes,
      behavior: boundedBehavior,
    });
    if (isTooSlow) return failure(TIMED_OUT);
    return outcome.ok ? answer(outcome.value.status, text) : answer(outcome.refusal.status);
  } catch (error) {
    return failure(messageOf(error));
  }
}

/**
 * Returns the scheme and the host as written. Two spellings of a host use separate slots, which does no harm.
 */
function targetOriginOf(url: string): string {
  return /^\w+:\/\/[^/?#]*/.exec(url)?.[0] ?? url;
}
