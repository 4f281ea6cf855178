import {
  type AccountRecord,
  type AttemptChaos,
  type AttemptResult,
  type AttemptVia,
  CHAOS_DROPPED,
  countInjected,
  type DeliveryRecord,
  decideDelivery,
  sleep,
} from '@svc-simulator/core';
import { type Slot, Slots } from '@svc-simulator/outbound';
import {
  type Change,
  type DecisionView,
  type Peers,
  type Put,
  put,
  ref,
  StoreUnavailableError,
  WrongInstanceError,
} from '@svc-simulator/store/store.ts';
import { readAccountTime } from '../accounts/account-time.ts';
import { sharedLimits } from '../http/limits/limit-table.ts';
import type { Runtime } from '../runtime.ts';
import { injectAttemptFault } from './chaos-attempts.ts';
import { type EmittedWebhook, EmittedWebhooks } from './emitted-webhooks.ts';
import { FirstAttempts } from './first-attempts.ts';
import { holdDelivery } from './held-deliveries.ts';
import { findQuotedMistake } from './quoted-mistake.ts';
import type { OutgoingAttempt, Transports } from './transports.ts';

const STORE_RETRY_MS = 1000;
/** Clock skew that the strictest receivers accept. Only a greater skew is stored with an attempt. */
const MAX_CLOCK_SKEW_MS = 60_000;
/** Time that running attempts get when the simulator stops; a throwaway simulator gives them less. */
export const GRACE_MS = 2000;
export const THROWAWAY_GRACE_MS = 250;

export interface RunningAttempt {
  readonly sessionId: string;
  readonly event: string;
  readonly elapsedMs: number;
}

export class Dispatcher {
  readonly #runtime: Runtime;
  readonly #transports: Transports;
  readonly #firstAttempts: FirstAttempts;
  readonly #slots: Slots;
  /** Slots by account and foreign host, used only in hosted mode. */
  readonly #hostSlots: Slots;
  readonly #emissions: EmittedWebhooks;
  readonly #startTimes = new Map<DeliveryRecord, number>();
  #onIdle: (() => void) | null = null;
  #isStopping = false;
  /** True after the grace period; later results are dropped. */
  #isAborted = false;
  #isStoreFailing = false;

  constructor(runtime: Runtime, transports: Transports) {
    this.#runtime = runtime;
    this.#transports = transports;
    this.#emissions = new EmittedWebhooks(runtime.store, runtime.clock);
    this.#firstAttempts = new FirstAttempts(runtime.store, {
      takeSlot: (delivery) => this.#takeSlot(delivery),
      runAttempt: (delivery, slot) => this.#runAttempt(delivery, slot),
      now: (accountId) => readAccountTime(runtime, accountId),
    });
    const limits = { perTarget: 64, slowAfterMs: 100, slowPerTarget: 1024, slowTotal: 4096 };
    this.#slots = new Slots(runtime.clock, limits);
    this.#hostSlots = new Slots(runtime.clock, {
      ...limits,
      slowPerTarget: sharedLimits.attempts_per_host.account - limits.perTarget,
    });
  }

  /**
   * Makes the due attempt of a delivery; resolves when the result is stored. `TimerHandler` explains
   * `passedMs`.
   * @throws WrongInstanceError if another instance makes the attempt.
   */
  attempt(delivery: DeliveryRecord, passedMs: number | null): Promise<void> {
    if (delivery.state !== 'open') return Promise.resolve();
    const { peers } = this.#runtime.store;
    if (!peers || this.#isStopping) return this.#attemptNow(delivery, passedMs);
    const hasRelay = (accountId: string) => this.#transports.hasRelay(accountId);
    return assertOwnInstance(this.#runtime, peers, delivery, hasRelay).then(() =>
      this.#attemptNow(delivery, passedMs),
    );
  }

  runningAttempts(): readonly RunningAttempt[] {
    const now = this.#runtime.clock.elapsed();
    return [...this.#startTimes].map(([{ sessionId, event }, startedMs]) => ({
      sessionId,
      event,
      elapsedMs: now - startedMs,
    }));
  }

  attemptsByAccount(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { accountId } of this.#startTimes.keys())
      counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
    return counts;
  }

  /**
   * Starts no new attempts, and waits up to `graceMs` for running ones; aborted attempts run again after a
   * restart.
   */
  async close(graceMs: number): Promise<void> {
    this.#isStopping = true;
    this.#emissions.close();
    if (this.#startTimes.size === 0) return;
    const { clock } = this.#runtime;
    await new Promise<void>((resolve) => {
      const cancel = clock.after(graceMs, resolve);
      this.#onIdle = () => {
        cancel();
        resolve();
      };
    });
    this.#isAborted = true;
  }

  #attemptNow(delivery: DeliveryRecord, passedMs: number | null): Promise<void> {
    return delivery.attempts === 0 ? this.#firstAttempts.enqueue(delivery) : this.#retry(delivery, passedMs);
  }

  async #retry(delivery: DeliveryRecord, passedMs: number | null): Promise<void> {
    // The first attempt can run before its timer fires, together with others of its session. That timer then
    // fires too early for the retry and is ignored, because the retry has its own timer.
    const now = await readAccountTime(this.#runtime, delivery.accountId);
    const { nextAttemptAt } = delivery;
    if (nextAttemptAt !== null && nextAttemptAt > now && nextAttemptAt !== passedMs) return;
    await this.#runAttempt(delivery, await this.#takeSlot(delivery));
  }

  #takeSlot(delivery: DeliveryRecord): Slot | Promise<Slot> {
    const host = this.#transports.foreignHostOf(delivery);
    if (host !== null) return this.#hostSlots.take(`${delivery.accountId} ${host}`);
    return this.#slots.take(this.#transports.slotKeyOf(delivery));
  }

  async #runAttempt(pending: DeliveryRecord, slot: Slot): Promise<void> {
    let result: AttemptResult | null = null;
    this.#startTimes.set(pending, this.#runtime.clock.elapsed());
    try {
      const { store, settings } = this.#runtime;
      const [delivery, account] = await Promise.all([
        store.get('delivery', pending.id),
        settings.hosted ? store.get('account', pending.accountId) : undefined,
      ]);
      // Reads the delivery again, because a reset can delete it while it waits for a slot.
      const isStillDue = delivery?.state === 'open' && delivery.attempts === pending.attempts;
      if (isStillDue && account?.suspended) await holdDelivery(store, delivery);
      else if (isStillDue && !this.#isStopping) {
        const webhook = await this.#emissions.find(delivery);
        const chaos =
          delivery.chaos && webhook ? await injectAttemptFault(this.#runtime, delivery, webhook) : undefined;
        result = await this.#send(delivery, webhook, chaos);
        const mistake =
          webhook && (await findQuotedMistake(result, pending.accountId, webhook, this.#runtime));
        if (mistake) result = { ...result, mistake };
      }
    } finally {
      slot.giveBack();
      this.#startTimes.delete(pending);
      if (this.#startTimes.size === 0) this.#onIdle?.();
    }
    if (result === null || this.#isAborted) return;
    const isStillOpen = await this.#storeResult(pending, result);
    if (!isStillOpen) this.#emissions.forget(pending);
  }

  #send(
    delivery: DeliveryRecord,
    webhook: EmittedWebhook | undefined,
    chaos: AttemptChaos | undefined,
  ): Promise<AttemptResult> {
    const { clock } = this.#runtime;
    const startedMs = clock.elapsed();
    const { via, answer } = webhook
      ? this.#outgoingAttempt(delivery, webhook, chaos)
      : failedAttempt(delivery.route, 'the emission is no longer in the trace');
    return answer.then(({ status, error, body, headers, localMs }) => {
      const simulatorMs = Math.round(clock.elapsed() - startedMs);
      const result: AttemptResult = {
        attempt: delivery.attempts + 1,
        via,
        status,
        error,
        durationMs: localMs ?? simulatorMs,
        ...(localMs !== undefined && { simulatorMs }),
        responseBody: error === null ? body.toString() : null,
        ...(headers && { responseHeaders: headers }),
      };
      return chaos ? { ...result, chaos } : result;
    });
  }

  #outgoingAttempt(
    delivery: DeliveryRecord,
    webhook: EmittedWebhook,
    chaos: AttemptChaos | undefined,
  ): OutgoingAttempt {
    if (!chaos) return this.#transports.send(delivery, webhook);
    if (chaos.faults.includes('drop')) return failedAttempt(this.#transports.viaOf(delivery), CHAOS_DROPPED);
    return this.#transports.send(delivery, { ...webhook, headers: { ...webhook.headers, ...chaos.headers } });
  }

  /**
   * Stores a result, and returns true if another attempt follows. Waits while the store fails, because the
   * receiver already has the webhook.
   */
  async #storeResult({ id, accountId }: DeliveryRecord, result: AttemptResult): Promise<boolean> {
    const { store, clock, log } = this.#runtime;
    const deliveryRef = ref('delivery', id);
    const { chaos } = result;
    const scope = {
      account: accountId,
      lock: chaos ? [deliveryRef, ref('account', accountId)] : [deliveryRef],
    };
    const decide = (view: DecisionView): Change<boolean> => {
      const current = view.get('delivery', id);
      if (!current) return { result: false };
      const timestampOffMs = current.createdAt - clock.now();
      const attemptResult =
        Math.abs(timestampOffMs) > MAX_CLOCK_SKEW_MS ? { ...result, timestampOffMs } : result;
      const { delivery, events } = decideDelivery(current, attemptResult, view.now);
      const isStillOpen = delivery.state === 'open';
      if (delivery === current) return { result: isStillOpen };
      const deliveryPut = put('delivery', id, delivery);
      const puts = chaos
        ? [deliveryPut, ...faultCountPuts(view.get('account', accountId), delivery, chaos)]
        : [deliveryPut];
      return { result: isStillOpen, puts, events };
    };
    for (;;) {
      try {
        const isStillOpen = await store.transact(scope, decide);
        this.#isStoreFailing = false;
        return isStillOpen;
      } catch (error) {
        if (!(error instanceof StoreUnavailableError) || this.#isStopping) throw error;
        // Logs once per outage.
        if (!this.#isStoreFailing)
          log('warn', 'the ends of attempts can not be stored yet', { cause: error.message });
        this.#isStoreFailing = true;
        await sleep(clock, STORE_RETRY_MS);
      }
    }
  }
}

function failedAttempt(via: AttemptVia, error: string): OutgoingAttempt {
  return { via, answer: Promise.resolve({ status: null, error, body: Buffer.alloc(0) }) };
}

/**
 * Returns the put that adds the faults to the account's counters; none if its chaos was replaced since the
 * emission.
 */
function faultCountPuts(
  account: AccountRecord | undefined,
  { chaos: emissionChaos }: DeliveryRecord,
  { faults }: AttemptChaos,
): readonly Put[] {
  const chaos = account?.chaos;
  if (!account || !chaos || chaos.id !== emissionChaos?.id) return [];
  return [put('account', account.id, { ...account, chaos: countInjected(chaos, faults) })];
}

/**
 * Checks that this instance makes the attempt (contract section 4). Only the instance with the relay can send
 * to it, and one instance makes all first attempts of a session, in order. Any instance can retry.
 * @throws WrongInstanceError if another instance makes it.
 */
async function assertOwnInstance(
  { store }: Runtime,
  peers: Peers,
  { accountId, sessionId, route, attempts }: DeliveryRecord,
  hasRelay: (accountId: string) => boolean,
): Promise<void> {
  if (route === 'relay') {
    if (hasRelay(accountId)) return;
    const relay = await store.get('relay', accountId);
    if (relay && relay.instance !== peers.self && (await peers.isAlive(relay.instance)))
      throw new WrongInstanceError(relay.instance);
  }
  const homeInstance = attempts === 0 ? peers.homeOf(`session ${sessionId}`) : peers.self;
  if (homeInstance !== peers.self) throw new WrongInstanceError(homeInstance);
}
