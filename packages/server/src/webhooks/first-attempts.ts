import { type DeliveryRecord, firstAttemptsDue } from '@svc-simulator/core';
import type { Slot } from '@svc-simulator/outbound';
import type { Store } from '@svc-simulator/store/store.ts';

/** Few sessions have more deliveries, so one read usually suffices. */
const DELIVERIES_PER_READ = 100;

export interface AttemptRunner {
  takeSlot(delivery: DeliveryRecord): Slot | Promise<Slot>;
  /** Frees the slot; resolves when the result is stored. */
  runAttempt(delivery: DeliveryRecord, slot: Slot): Promise<void>;
  now(accountId: string): Promise<number>;
}

interface SessionQueue {
  /** True if another first attempt became due since the deliveries were read. */
  hasMore: boolean;
  /** Ids of deliveries whose timer has fired. They are due even if this instance's clock is behind. */
  readonly firedIds: Set<string>;
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

  /** Queues a due delivery; resolves when the queue of its session is empty. */
  enqueue(delivery: DeliveryRecord): Promise<void> {
    const runningQueue = this.#queues.get(delivery.sessionId);
    if (runningQueue) {
      runningQueue.hasMore = true;
      runningQueue.firedIds.add(delivery.id);
      return runningQueue.completion;
    }
    const queue: SessionQueue = {
      hasMore: true,
      firedIds: new Set([delivery.id]),
      completion: Promise.resolve(),
    };
    this.#queues.set(delivery.sessionId, queue);
    queue.completion = this.#runQueue(queue, delivery);
    return queue.completion;
  }

  async #runQueue(queue: SessionQueue, first: DeliveryRecord): Promise<void> {
    const { accountId, sessionId } = first;
    let slot: Slot | null = await this.#runner.takeSlot(first);
    try {
      while (queue.hasMore) {
        queue.hasMore = false;
        const waiting = await this.#readWaiting(queue, accountId, sessionId);
        const due = waiting.some(({ chaos }) => chaos)
          ? await this.#selectDue(queue, accountId, waiting)
          : waiting;
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

  /**
   * Returns the deliveries that had no attempt yet, in the order of emission. Stops at the first page without
   * such a delivery, because a session can have any number of resends. An older delivery is queued by its own
   * timer.
   */
  async #readWaiting(
    { firedIds }: SessionQueue,
    accountId: string,
    sessionId: string,
  ): Promise<readonly DeliveryRecord[]> {
    const waiting = new Map<string, DeliveryRecord>();
    const query = { tag: `session:${sessionId}`, limit: DELIVERIES_PER_READ };
    let cursor: string | undefined;
    do {
      const { items, nextCursor } = await this.#store.list('delivery', accountId, { ...query, cursor });
      const waitingItems = items.filter(isWaiting);
      for (const delivery of waitingItems) waiting.set(delivery.id, delivery);
      cursor = waitingItems.length > 0 ? (nextCursor ?? undefined) : undefined;
    } while (cursor !== undefined);
    for (const id of firedIds) {
      if (waiting.has(id)) continue;
      const delivery = await this.#store.get('delivery', id);
      if (delivery && isWaiting(delivery)) waiting.set(id, delivery);
      else firedIds.delete(id);
    }
    return [...waiting.values()].sort((a, b) => a.emittedEventId - b.emittedEventId);
  }

  /** Leaves out the deliveries that chaos delays, and sorts the others in the order that chaos chose. */
  async #selectDue(
    queue: SessionQueue,
    accountId: string,
    waiting: readonly DeliveryRecord[],
  ): Promise<readonly DeliveryRecord[]> {
    const now = await this.#runner.now(accountId);
    return firstAttemptsDue(waiting, (delivery) => queue.firedIds.has(delivery.id) || isDue(delivery, now));
  }
}

function isWaiting({ state, attempts }: DeliveryRecord): boolean {
  return state === 'open' && attempts === 0;
}

function isDue({ nextAttemptAt }: DeliveryRecord, now: number): boolean {
  return nextAttemptAt !== null && nextAttemptAt <= now;
}
