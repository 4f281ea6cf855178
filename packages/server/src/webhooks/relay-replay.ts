import { RELAY_SINCE, type WebhookFrame } from '@svc-simulator/contract';
import { ATTEMPT_TIMEOUT_MS, type DeliveryRecord } from '@svc-simulator/core';
import type { Runtime } from '../runtime.ts';
import type { StoredEvent } from '../store/store.ts';
import type { RelayConnection } from './relay-connection.ts';
import type { RelayErrand } from './relay-errand.ts';
import { findMissed, type MissedWebhook } from './relay-missed.ts';
import { REPLAYED, resendMissed, withdraw } from './relay-resend.ts';

/** An attempt that has not ended by then has been taken by a reset: the replay goes on. */
const MOST_PER_ATTEMPT_MS = 3 * ATTEMPT_TIMEOUT_MS;

/** The sequence after which a relay wants what it missed; null when it does not ask, or not with a number. */
export function replaySince(requestUrl: string | undefined): number | null {
  const text = new URLSearchParams(requestUrl?.split('?')[1]).get(RELAY_SINCE);
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/**
 * Brings a relay what it missed, one webhook after the other and before anything new (contract section 7). New ones wait in
 * the connection meanwhile, within the time of their attempt; what does not get its turn is attempted again by the ladder.
 */
export class RelayReplay {
  readonly #runtime: Runtime;
  readonly #accountId: string;
  readonly #relay: RelayConnection;
  /** Sequences that replayed deliveries stand in for. */
  readonly #sequences = new Map<string, number>();
  #queue: MissedWebhook[] = [];
  #awaited: DeliveryRecord | null = null;
  #answered: (status: number | null) => void = () => {};
  readonly #kept = new Set<RelayErrand>();

  /** Keeps new webhooks back from now on. */
  constructor(runtime: Runtime, accountId: string, relay: RelayConnection) {
    this.#runtime = runtime;
    this.#accountId = accountId;
    this.#relay = relay;
    relay.keep((errand) => this.#letsGo(errand));
  }

  /** A webhook as its frame is to name it. */
  labelled(webhook: WebhookFrame): WebhookFrame {
    const sequence = this.#sequences.get(webhook.delivery_id);
    return sequence === undefined ? webhook : { ...webhook, sequence, replay: true };
  }

  /** Replays; resolves when the relay has what it missed or is gone. */
  async run(since: number): Promise<void> {
    const { store, clock } = this.#runtime;
    const found = await findMissed(store, this.#accountId, since, clock.now());
    this.#queue = [...found.missed];
    this.#relay.say({ type: 'replay', since: found.since, count: this.#queue.length });
    const unsubscribe = store.trace.subscribe(this.#accountId, (event) => this.#hear(event));
    try {
      const { count, delivered } = await this.#sendAll();
      this.#relay.say({ type: 'replayed', count, delivered });
    } finally {
      unsubscribe();
    }
    this.#relay.release();
  }

  /** The relay is gone. */
  stop(): void {
    this.#answered(null);
  }

  async #sendAll(): Promise<{ readonly count: number; readonly delivered: number }> {
    let count = 0;
    let delivered = 0;
    for (let next = this.#queue.shift(); next && this.#relay.open; next = this.#queue.shift()) {
      const answer = await this.#send(next);
      if (answer === undefined) continue;
      count++;
      if (answer !== null && answer >= 200 && answer <= 299) delivered++;
    }
    return { count, delivered };
  }

  /** The status of the first attempt, null when there was none; undefined when nothing was left to send. */
  async #send(missed: MissedWebhook): Promise<number | null | undefined> {
    const { clock } = this.#runtime;
    const answered = new Promise<number | null>((resolve) => {
      this.#answered = resolve;
    });
    const sent = await resendMissed(this.#runtime, this.#accountId, missed, (delivery) => {
      this.#sequences.set(delivery.id, missed.sequence);
      this.#awaited = delivery;
    });
    if (!sent) return undefined;
    if (!this.#relay.open) return null;
    for (const errand of this.#kept) this.#makeWay(errand);
    const cancel = clock.at(clock.now() + MOST_PER_ATTEMPT_MS, () => this.#answered(null));
    const status = await answered;
    cancel();
    this.#awaited = null;
    return status;
  }

  #hear({ type, data, json }: StoredEvent): void {
    if (type !== 'webhook.attempted' || !this.#awaited) return;
    const { delivery_id, status } = data ?? JSON.parse(json).data;
    if (delivery_id === this.#awaited.id) this.#answered(status);
  }

  #letsGo(errand: RelayErrand): boolean {
    if (this.#sequences.has(errand.webhook.delivery_id)) return true;
    this.#kept.add(errand);
    this.#makeWay(errand);
    return false;
  }

  /** First attempts of one session wait for each other, so one that is kept here may be what the replay waits for. */
  #makeWay(errand: RelayErrand): void {
    this.#joinReplay(errand).catch((cause) => {
      const why = { cause: String(cause) };
      this.#runtime.log('warn', 'a webhook holds a replay up until its attempt times out', why);
    });
  }

  async #joinReplay(errand: RelayErrand): Promise<void> {
    if (!errand.open) {
      this.#kept.delete(errand);
      return;
    }
    const awaited = this.#awaited;
    if (!awaited || errand.webhook.sequence > awaited.emittedEventId) return;
    const delivery = await this.#runtime.store.get('delivery', errand.webhook.delivery_id);
    if (delivery?.sessionId !== awaited.sessionId) return;
    const withdrawn = await withdraw(this.#runtime, delivery);
    if (!withdrawn) return;
    this.#queue.push({ sequence: withdrawn.emittedEventId, deliveries: [withdrawn] });
    this.#queue.sort((a, b) => a.sequence - b.sequence);
    this.#kept.delete(errand);
    errand.fail(REPLAYED);
  }
}
