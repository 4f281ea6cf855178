import {
  type AccountRecord,
  type AttemptChaos,
  type AttemptResult,
  type AttemptVia,
  CHAOS_DROPPED,
  type DeliveryRecord,
  decideDelivery,
  withInjected,
} from '@svc-simulator/core';
import { type Slot, Slots } from '@svc-simulator/outbound';
import {
  type Change,
  ElsewhereError,
  type Peers,
  type Put,
  put,
  ref,
  StoreUnavailableError,
  type View,
} from '@svc-simulator/store/store.ts';
import { timeOf } from '../accounts/account-time.ts';
import type { Runtime } from '../runtime.ts';
import { upsetAttempt } from './chaos-attempts.ts';
import { type EmittedWebhook, EmittedWebhooks } from './emitted-webhooks.ts';
import { FirstAttempts } from './first-attempts.ts';
import { mistakeIn } from './named-mistake.ts';
import type { Sending, Transports } from './transports.ts';

/** How long the store is left alone after it could not take the end of an attempt. */
const COMMIT_AGAIN_MS = 1000;
/** Receivers bear with some minutes, the strictest with one. */
const FAR_OFF_MS = 60_000;
/** How long attempts under way may go on when the simulator stops, and when nothing of it will be asked for again. */
export const GRACE_MS = 2000;
export const THROWAWAY_GRACE_MS = 250;

/** An attempt that the receiver has not answered yet. */
export interface AttemptUnderWay {
  readonly sessionId: string;
  readonly event: string;
  /** For how long the receiver has had it. */
  readonly forMs: number;
}

/** Attempts deliveries when they are due, and stores how each attempt ended. */
export class Dispatcher {
  readonly #runtime: Runtime;
  readonly #transports: Transports;
  readonly #firstAttempts: FirstAttempts;
  readonly #slots: Slots;
  readonly #emitted: EmittedWebhooks;
  /** Deliveries whose attempt is being made, in the order in which they began, and since when. */
  readonly #begun = new Map<DeliveryRecord, number>();
  #idle: (() => void) | null = null;
  /** No attempt is begun any more; its delivery stays due, for the next start. */
  #stopping = false;
  /** Attempts end now without having been made. */
  #cut = false;
  /** The store could not take the end of an attempt the last time. */
  #outage = false;

  constructor(runtime: Runtime, transports: Transports) {
    this.#runtime = runtime;
    this.#transports = transports;
    this.#emitted = new EmittedWebhooks(runtime.store, runtime.clock);
    this.#firstAttempts = new FirstAttempts(runtime.store, {
      enter: (delivery) => this.#enter(delivery),
      make: (delivery, slot) => this.#make(delivery, slot),
      now: (accountId) => timeOf(runtime, accountId),
    });
    this.#slots = new Slots(runtime.clock, {
      perTarget: 64,
      slowAfterMs: 100,
      slowPerTarget: 1024,
      slowTotal: 4096,
    });
  }

  /**
   * Makes the attempt of a delivery that is due, as it was just read, by its account's clock or because the wait for `passedMs` is over (`TimerHandler`);
   * resolves when its end is stored. A retry waits for nobody.
   * @throws ElsewhereError when it is for another instance to make.
   */
  attempt(delivery: DeliveryRecord, passedMs: number | null): Promise<void> {
    if (delivery.state !== 'open') return Promise.resolve();
    const { peers } = this.#runtime.store;
    if (!peers || this.#stopping) return this.#begin(delivery, passedMs);
    const hasRelay = (accountId: string) => this.#transports.hasRelay(accountId);
    return expectHome(this.#runtime, peers, delivery, hasRelay).then(() => this.#begin(delivery, passedMs));
  }

  underWay(): readonly AttemptUnderWay[] {
    const now = this.#runtime.clock.elapsed();
    return [...this.#begun].map(([{ sessionId, event }, begun]) => ({
      sessionId,
      event,
      forMs: now - begun,
    }));
  }

  /** Begins no attempt any more and lets those under way end, for so long; what is cut off then is made again. */
  async close(graceMs: number): Promise<void> {
    this.#stopping = true;
    this.#emitted.close();
    if (this.#begun.size === 0) return;
    const { clock } = this.#runtime;
    await new Promise<void>((resolve) => {
      const cancel = clock.after(graceMs, resolve);
      this.#idle = () => {
        cancel();
        resolve();
      };
    });
    this.#cut = true;
  }

  #begin(delivery: DeliveryRecord, passedMs: number | null): Promise<void> {
    return delivery.attempts === 0 ? this.#firstAttempts.make(delivery) : this.#retry(delivery, passedMs);
  }

  async #retry(delivery: DeliveryRecord, passedMs: number | null): Promise<void> {
    // A timer of the first attempt, read after that was made among the others of its session: the retry has its own.
    const now = await timeOf(this.#runtime, delivery.accountId);
    const { nextAttemptAt } = delivery;
    if (nextAttemptAt !== null && nextAttemptAt > now && nextAttemptAt !== passedMs) return;
    await this.#make(delivery, await this.#enter(delivery));
  }

  #enter(delivery: DeliveryRecord): Slot | Promise<Slot> {
    return this.#slots.take(this.#transports.targetOf(delivery));
  }

  async #make(waited: DeliveryRecord, slot: Slot): Promise<void> {
    let result: AttemptResult | null = null;
    this.#begun.set(waited, this.#runtime.clock.elapsed());
    try {
      const delivery = await this.#runtime.store.get('delivery', waited.id);
      // It may have waited: a reset takes what waits, and whoever stops sends nothing any more.
      const stillDue = delivery?.state === 'open' && delivery.attempts === waited.attempts;
      if (stillDue && !this.#stopping) {
        const webhook = await this.#emitted.of(delivery);
        const chaos =
          delivery.chaos && webhook ? await upsetAttempt(this.#runtime, delivery, webhook) : undefined;
        result = await this.#send(delivery, webhook, chaos);
        const mistake = webhook && (await mistakeIn(result, waited.accountId, webhook, this.#runtime));
        if (mistake) result = { ...result, mistake };
      }
    } finally {
      slot.giveBack();
      this.#begun.delete(waited);
      if (this.#begun.size === 0) this.#idle?.();
    }
    if (result === null || this.#cut) return;
    const stillOpen = await this.#store(waited, result);
    if (!stillOpen) this.#emitted.forget(waited);
  }

  #send(
    delivery: DeliveryRecord,
    webhook: EmittedWebhook | undefined,
    chaos: AttemptChaos | undefined,
  ): Promise<AttemptResult> {
    const { clock } = this.#runtime;
    const began = clock.elapsed();
    const { via, answered } = webhook
      ? this.#sending(delivery, webhook, chaos)
      : unanswered(delivery.route, 'the emission is no longer in the trace');
    return answered.then(({ status, error, body, headers, localMs }) => {
      const measuredMs = Math.round(clock.elapsed() - began);
      const result: AttemptResult = {
        attempt: delivery.attempts + 1,
        via,
        status,
        error,
        durationMs: localMs ?? measuredMs,
        ...(localMs !== undefined && { measuredMs }),
        responseBody: error === null ? body.toString() : null,
        ...(headers && { responseHeaders: headers }),
      };
      return chaos ? { ...result, chaos } : result;
    });
  }

  #sending(delivery: DeliveryRecord, webhook: EmittedWebhook, chaos: AttemptChaos | undefined): Sending {
    if (!chaos) return this.#transports.send(delivery, webhook);
    if (chaos.faults.includes('drop')) return unanswered(this.#transports.viaOf(delivery), CHAOS_DROPPED);
    return this.#transports.send(delivery, { ...webhook, headers: { ...webhook.headers, ...chaos.headers } });
  }

  /**
   * Stores the end of an attempt; answers whether another one is to follow. While the store can't, this waits with the
   * result in hand, since the receiver has had the webhook; only a process that dies meanwhile sends it again, under the
   * same idempotency key.
   */
  async #store({ id, accountId }: DeliveryRecord, result: AttemptResult): Promise<boolean> {
    const { store, clock, log } = this.#runtime;
    const own = ref('delivery', id);
    const { chaos } = result;
    const scope = { account: accountId, lock: chaos ? [own, ref('account', accountId)] : [own] };
    const decide = (view: View): Change<boolean> => {
      const current = view.get('delivery', id);
      if (!current) return { result: false };
      const timestampOffMs = current.createdAt - clock.now();
      const told = Math.abs(timestampOffMs) > FAR_OFF_MS ? { ...result, timestampOffMs } : result;
      const { delivery, events } = decideDelivery(current, told, view.now);
      const stillOpen = delivery.state === 'open';
      if (delivery === current) return { result: stillOpen };
      const ended = put('delivery', id, delivery);
      const puts = chaos ? [ended, ...counted(view.get('account', accountId), delivery, chaos)] : [ended];
      return { result: stillOpen, puts, events };
    };
    for (;;) {
      try {
        const stillOpen = await store.transact(scope, decide);
        this.#outage = false;
        return stillOpen;
      } catch (error) {
        if (!(error instanceof StoreUnavailableError) || this.#stopping) throw error;
        // Once for all the attempts that end while it lasts.
        if (!this.#outage)
          log('warn', 'the ends of attempts can not be stored yet', { cause: error.message });
        this.#outage = true;
        await new Promise<void>((resolve) => {
          clock.after(COMMIT_AGAIN_MS, resolve);
        });
      }
    }
  }
}

/** An attempt that is not made: chaos drops it, or the simulator slept for two weeks and its bytes are out of retention. */
function unanswered(via: AttemptVia, error: string): Sending {
  return { via, answered: Promise.resolve({ status: null, error, body: Buffer.alloc(0) }) };
}

/** The account with these faults counted, unless its chaos is another one by now. */
function counted(
  account: AccountRecord | undefined,
  { chaos: emitted }: DeliveryRecord,
  { faults }: AttemptChaos,
): readonly Put[] {
  const chaos = account?.chaos;
  if (!account || !chaos || chaos.id !== emitted?.id) return [];
  return [put('account', account.id, { ...account, chaos: withInjected(chaos, faults) })];
}

/**
 * Of several instances, the one that makes a delivery's attempt: a relay is connected to one of them, and the first attempts of
 * a session's webhooks keep their order only where they stand in one line (contract section 4). A retry waits for nobody, so
 * it is made wherever it comes due.
 * @throws ElsewhereError when it is another one.
 */
async function expectHome(
  { store }: Runtime,
  peers: Peers,
  { accountId, sessionId, route, attempts }: DeliveryRecord,
  hasRelay: (accountId: string) => boolean,
): Promise<void> {
  if (route === 'relay') {
    if (hasRelay(accountId)) return;
    const relay = await store.get('relay', accountId);
    if (relay && relay.instance !== peers.self && (await peers.isAlive(relay.instance)))
      throw new ElsewhereError(relay.instance);
  }
  const home = attempts === 0 ? peers.homeOf(`session ${sessionId}`) : peers.self;
  if (home !== peers.self) throw new ElsewhereError(home);
}
