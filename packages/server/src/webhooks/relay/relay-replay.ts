import { ATTEMPT_TIMEOUT_MS, RELAY_SINCE, type WebhookFrame } from '@svc-simulator/contract';
import { type DeliveryRecord, isAccepted, REPLAYED, type TraceDraft } from '@svc-simulator/core';
import {
  type Change,
  type DecisionView,
  put,
  ref,
  type Scope,
  type StoredTraceEvent,
} from '@svc-simulator/store/store.ts';
import { readAccountTime } from '../../accounts/account-time.ts';
import type { Runtime } from '../../runtime.ts';
import { emitRepetition } from '../emission.ts';
import { readEmission } from '../emitted-webhooks.ts';
import type { RelayConnection } from './relay-connection.ts';
import type { RelayForward } from './relay-forward.ts';
import { canReplay, findMissed, isUnderWay, type MissedWebhook, toMissed } from './relay-missed.ts';

/** Maximum wait for an attempt. A reset can remove the attempt, which then never ends. */
const MAX_ATTEMPT_MS = 3 * ATTEMPT_TIMEOUT_MS;

/**
 * Returns the sequence after which a relay requests missed webhooks; null if it requests none or sends no
 * number.
 */
export function parseReplaySince(requestUrl: string | undefined): number | null {
  const text = new URLSearchParams(requestUrl?.split('?')[1]).get(RELAY_SINCE);
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/**
 * Sends a relay its missed webhooks one by one, before any new one (contract section 7). New webhooks wait in
 * the connection; if their attempt times out, they join the replay.
 */
export class RelayReplay {
  readonly #runtime: Runtime;
  readonly #accountId: string;
  readonly #relay: RelayConnection;
  /** Original sequences of the replayed deliveries, by delivery id. */
  readonly #sequences = new Map<string, number>();
  readonly #handledIdempotencyKeys = new Set<string>();
  #queue: MissedWebhook[] = [];
  #sentCount = 0;
  #deliveredCount = 0;
  #resend: DeliveryRecord | null = null;
  #resolveStatus: (status: number | null) => void = () => {};
  #blockingDeliveryId: string | null = null;
  #resolveAttemptEnd: () => void = () => {};
  readonly #joinCandidates = new Set<RelayForward>();

  constructor(runtime: Runtime, accountId: string, relay: RelayConnection) {
    this.#runtime = runtime;
    this.#accountId = accountId;
    this.#relay = relay;
    relay.holdBack((forward) => this.#sendOrHold(forward));
  }

  includes(deliveryId: string): boolean {
    return this.#sequences.has(deliveryId);
  }

  /** Adds the original sequence and `replay: true` to the frame of a replayed delivery. */
  labelReplay(webhook: WebhookFrame): WebhookFrame {
    const sequence = this.#sequences.get(webhook.delivery_id);
    return sequence === undefined ? webhook : { ...webhook, sequence, replay: true };
  }

  /** Sends all missed webhooks; resolves when the relay has them or has disconnected. */
  async run(since: number): Promise<void> {
    const { store } = this.#runtime;
    const result = await findMissed(store, this.#accountId, since, this.#relay);
    this.#relay.sendFrame({ type: 'replay', since: result.since, count: result.missed.length });
    const unsubscribe = store.trace.subscribe(this.#accountId, (event) => this.#onEvent(event));
    try {
      for (let { missed } = result; missed.length > 0 && this.#relay.isOpen; ) {
        this.#queue = [...missed];
        await this.#sendAll();
        missed = await this.#findTimedOut(result.newestEventId);
      }
    } finally {
      unsubscribe();
    }
    this.#relay.sendFrame({ type: 'replayed', count: this.#sentCount, delivered: this.#deliveredCount });
    this.#joinCandidates.clear();
    this.#relay.release();
  }

  stop(): void {
    this.#resolveAttemptEnd();
    this.#resolveStatus(null);
  }

  async #sendAll(): Promise<void> {
    for (let next = this.#queue.shift(); next && this.#relay.isOpen; next = this.#queue.shift()) {
      this.#handledIdempotencyKeys.add(next.idempotencyKey);
      const status = await this.#send(next);
      if (status === undefined) continue;
      this.#sentCount++;
      if (isAccepted(status)) this.#deliveredCount++;
    }
  }

  /**
   * Returns the new webhooks that the relay has missed, because their attempts timed out while they were held
   * back.
   */
  async #findTimedOut(since: number): Promise<readonly MissedWebhook[]> {
    const { missed } = await findMissed(this.#runtime.store, this.#accountId, since, this.#relay);
    const timedOutBefore = (await readAccountTime(this.#runtime, this.#accountId)) - ATTEMPT_TIMEOUT_MS;
    const isLate = ({ attempts, createdAt }: DeliveryRecord) => attempts > 0 || createdAt <= timedOutBefore;
    return missed.filter(
      ({ idempotencyKey, deliveries }) =>
        !this.#handledIdempotencyKeys.has(idempotencyKey) && deliveries.some(isLate),
    );
  }

  /**
   * Resends a webhook and returns the status of the first attempt: null if it got no response, undefined if
   * nothing was left to send.
   */
  async #send(webhook: MissedWebhook): Promise<number | null | undefined> {
    const { clock } = this.#runtime;
    for (const { id } of webhook.deliveries) await this.#waitForAttempt(id);
    const statusPromise = new Promise<number | null>((resolve) => {
      this.#resolveStatus = resolve;
    });
    const resent = await resendMissed(this.#runtime, this.#accountId, webhook, (delivery) => {
      this.#sequences.set(delivery.id, webhook.sequence);
      this.#resend = delivery;
    });
    if (!resent) return undefined;
    if (!this.#relay.isOpen) return null;
    for (const forward of this.#joinCandidates) this.#joinReplayInBackground(forward);
    const cancel = clock.after(MAX_ATTEMPT_MS, () => this.#resolveStatus(null));
    const status = await statusPromise;
    cancel();
    this.#resend = null;
    return status;
  }

  /**
   * Waits until a running attempt ends. If its forward is held back, withdraws the forward, which ends the
   * attempt.
   */
  async #waitForAttempt(id: string): Promise<void> {
    const { store, clock } = this.#runtime;
    const attemptEnd = new Promise<void>((resolve) => {
      this.#resolveAttemptEnd = resolve;
    });
    this.#blockingDeliveryId = id;
    const delivery = await store.get('delivery', id);
    if (
      delivery &&
      isUnderWay(delivery, await readAccountTime(this.#runtime, this.#accountId)) &&
      this.#relay.isOpen
    ) {
      for (const forward of this.#joinCandidates)
        if (forward.webhook.delivery_id === id) this.#joinReplayInBackground(forward);
      const cancel = clock.after(MAX_ATTEMPT_MS, this.#resolveAttemptEnd);
      await attemptEnd;
      cancel();
    }
    this.#blockingDeliveryId = null;
  }

  #onEvent({ type, data, json }: StoredTraceEvent): void {
    if (type !== 'webhook.attempted') return;
    const { delivery_id, status } = data ?? JSON.parse(json).data;
    if (delivery_id === this.#resend?.id) this.#resolveStatus(status);
    if (delivery_id === this.#blockingDeliveryId) this.#resolveAttemptEnd();
  }

  #sendOrHold(forward: RelayForward): boolean {
    if (this.includes(forward.webhook.delivery_id)) return true;
    this.#joinCandidates.add(forward);
    this.#joinReplayInBackground(forward);
    return false;
  }

  /**
   * Withdraws a held-back forward if the replay would wait for it. Then the replay itself sends the webhook.
   */
  #joinReplayInBackground(forward: RelayForward): void {
    this.#joinReplay(forward).catch((cause) => {
      const details = { cause: String(cause) };
      this.#runtime.log('warn', 'a webhook holds a replay up until its attempt times out', details);
    });
  }

  async #joinReplay(forward: RelayForward): Promise<void> {
    const { delivery_id: id, attempt, sequence } = forward.webhook;
    if (!forward.isOpen) {
      this.#joinCandidates.delete(forward);
      return;
    }
    const resend = this.#resend;
    const isBlocking = this.#blockingDeliveryId === id;
    if (!isBlocking && !(resend && attempt === 1 && sequence < resend.emittedEventId)) return;
    const delivery = await this.#runtime.store.get('delivery', id);
    if (!delivery || (!isBlocking && delivery.sessionId !== resend?.sessionId)) return;
    const withdrawnDelivery = await withdraw(this.#runtime, delivery, attempt);
    if (!withdrawnDelivery) return;
    this.#joinCandidates.delete(forward);
    forward.fail(REPLAYED);
    if (isBlocking) this.#resolveAttemptEnd();
    else this.#enqueue(withdrawnDelivery);
  }

  #enqueue(delivery: DeliveryRecord): void {
    if (this.#queue.some(({ deliveries }) => deliveries.some(({ id }) => id === delivery.id))) return;
    this.#queue.push(toMissed(delivery.emittedEventId, delivery));
    this.#queue.sort((a, b) => a.sequence - b.sequence);
  }
}

/**
 * Resends a missed webhook and ends its former deliveries in one commit. `onCreated` receives the new
 * delivery before others see it. Returns null if the webhook was delivered, is in flight or has expired.
 */
async function resendMissed(
  { store, random, settings }: Runtime,
  accountId: string,
  { deliveries }: MissedWebhook,
  onCreated: (delivery: DeliveryRecord) => void,
): Promise<DeliveryRecord | null> {
  const latest = deliveries.at(-1);
  if (!latest) return null;
  const emission = await readEmission(store, accountId, latest.emittedEventId);
  if (!emission) return null;
  const lock = deliveries.map(({ id }) => ref('delivery', id));
  const scope: Scope = { account: accountId, lock, read: [ref('account', accountId)] };
  return store.transact(scope, (view: DecisionView): Change<DeliveryRecord | null> => {
    const account = view.get('account', accountId);
    const current = deliveries
      .map(({ id }) => view.get('delivery', id))
      .filter((record) => record !== undefined);
    const { now } = view;
    if (!account || current.length < deliveries.length || !canReplay(current, now)) return { result: null };
    const { delivery, puts, events } = emitRepetition({
      original: latest,
      rawBody: emission.rawBody,
      account,
      purpose: { resendOf: latest.id },
      now,
      random,
      nextEventId: view.nextEventId,
      settings,
    });
    onCreated(delivery);
    const endedDeliveries = current
      .filter(({ state }) => state === 'open')
      .map((delivery) => endEarly(delivery, now));
    return {
      result: delivery,
      puts: [...puts, ...endedDeliveries.map(({ delivery }) => put('delivery', delivery.id, delivery))],
      events: [...events, ...endedDeliveries.map(({ event }) => event)],
    };
  });
}

/**
 * Ends a delivery before `attempt` is sent, so that the replay sends its webhook; returns null if the attempt
 * was already sent.
 */
function withdraw(
  { store }: Runtime,
  { id, accountId }: DeliveryRecord,
  attempt: number,
): Promise<DeliveryRecord | null> {
  const scope = { account: accountId, lock: [ref('delivery', id)] };
  return store.transact(scope, (view: DecisionView): Change<DeliveryRecord | null> => {
    const current = view.get('delivery', id);
    if (current?.state !== 'open' || current.attempts + 1 !== attempt) return { result: null };
    const { delivery, event } = endEarly(current, view.now);
    return { result: delivery, puts: [put('delivery', id, delivery)], events: [event] };
  });
}

function endEarly(delivery: DeliveryRecord, now: number): { delivery: DeliveryRecord; event: TraceDraft } {
  const { id, sessionId, event, attempts } = delivery;
  return {
    delivery: { ...delivery, state: 'gave_up', nextAttemptAt: null, updatedAt: now },
    event: {
      type: 'webhook.gave_up',
      at: now,
      sessionId,
      data: { delivery_id: id, event, attempts, status: null, error: REPLAYED },
    },
  };
}
