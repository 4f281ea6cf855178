import { type DeliveryRecord, firstAttemptsDue } from '@svc-simulator/core';
import type { Slot } from '@svc-simulator/outbound';
import { everyRecord } from '@svc-simulator/store/every-record.js';
import type { Store } from '@svc-simulator/store/store.ts';

/** An upper bound for a session's deliveries, unless they are resent all the time. */
const DELIVERIES_PER_READ = 100;

export interface AttemptRunner {
  takeSlot(delivery: DeliveryRecord): Slot | Promise<Slot>;
  /** Frees the slot; resolves when the result is stored. */
  runAttempt(delivery: DeliveryRecord, slot: Slot): Promise<void>;
  now(accountId: string): Promise<number>;
}

interface SessionQueue {
  /** True if a first attempt became due while the line ran, which it may not have read. */
  hasMore: boolean;
  /** Deliveries that chaos delayed and whose timer has fired. */
  releasedIds?: Set<string>;
  completion: Promise<void>;
}

/**
 * Makes the first attempts of a session's webhooks one by one, in the order of emission (contract section 4).
 * The order comes from the stored deliveries, so it survives restarts and clock changes.
 */
export class FirstAttempts {
  readonly #store: Store;
  readonly #runner: AttemptRunner;
  readonly #queues = new Map<string, SessionQueue>();

  constructor(store: Store, runner: AttemptRunner) {
    this.#store = store;
    this.#runner = runner;
  }

  /** Resolves when the session of the due `delivery` has no first attempt left. */
  runAttempt(delivery: DeliveryRecord): Promise<void> {
    const runningQueue = this.#queues.get(delivery.sessionId);
    if (runningQueue) {
      runningQueue.hasMore = true;
      if (delivery.chaos) releaseDelivery(runningQueue, delivery.id);
      return runningQueue.completion;
    }
    const queue: SessionQueue = { hasMore: true, completion: Promise.resolve() };
    if (delivery.chaos) releaseDelivery(queue, delivery.id);
    this.#queues.set(delivery.sessionId, queue);
    queue.completion = this.#runQueue(queue, delivery);
    return queue.completion;
  }

  async #runQueue(queue: SessionQueue, first: DeliveryRecord): Promise<void> {
    const { accountId, sessionId } = first;
    let slot: Slot | null = await this.#runner.takeSlot(first);
    const sessionQuery = { tag: `session:${sessionId}`, limit: DELIVERIES_PER_READ };
    try {
      while (queue.hasMore) {
        queue.hasMore = false;
        const { items, nextCursor } = await this.#store.list('delivery', accountId, sessionQuery);
        const all =
          nextCursor === null
            ? items
            : await everyRecord(this.#store, 'delivery', accountId, sessionQuery.tag);
        const waiting = firstAttemptsOf(all);
        const due = waiting.some(({ chaos }) => chaos) ? await this.#due(queue, accountId, waiting) : waiting;
        for (const delivery of due) {
          const nextSlot = slot ?? (await this.#runner.takeSlot(delivery));
          slot = null;
          await this.#runner.runAttempt(delivery, nextSlot);
        }
      }
    } finally {
      slot?.giveBack();
      this.#queues.delete(sessionId);
    }
  }

  /** Leaves out deliveries that chaos delays, and applies its order. */
  async #due(
    queue: SessionQueue,
    accountId: string,
    waiting: readonly DeliveryRecord[],
  ): Promise<readonly DeliveryRecord[]> {
    const now = await this.#runner.now(accountId);
    return firstAttemptsDue(
      waiting,
      (delivery) => queue.releasedIds?.has(delivery.id) || isDue(delivery, now),
    );
  }
}

/** Returns them in the order of emission. */
function firstAttemptsOf(deliveries: readonly DeliveryRecord[]): readonly DeliveryRecord[] {
  const open = deliveries.filter(({ state, attempts }) => state === 'open' && attempts === 0);
  return open.length > 1 ? open.sort((a, b) => a.emittedEventId - b.emittedEventId) : open;
}

/** Ends a delivery's delay when its timer has fired, even if another instance's clock is behind. */
function releaseDelivery(queue: SessionQueue, deliveryId: string): void {
  queue.releasedIds ??= new Set();
  queue.releasedIds.add(deliveryId);
}

function isDue({ nextAttemptAt }: DeliveryRecord, now: number): boolean {
  return nextAttemptAt !== null && nextAttemptAt <= now;
}
