import { type DeliveryRecord, firstAttemptsDue } from '@svc-simulator/core';
import type { Slot } from '@svc-simulator/outbound';
import { everyRecord } from '@svc-simulator/store/every-record.js';
import type { Store } from '@svc-simulator/store/store.ts';

/** An upper bound for a session's deliveries, unless they are resent all the time. */
const DELIVERIES_PER_LINE = 100;

export interface Attempts {
  enter(delivery: DeliveryRecord): Slot | Promise<Slot>;
  /** Makes the attempt and frees the slot; resolves when the result is stored. */
  make(delivery: DeliveryRecord, slot: Slot): Promise<void>;
  now(accountId: string): Promise<number>;
}

interface Line {
  /** True if a first attempt became due while the line ran, which it may not have read. */
  again: boolean;
  /** Deliveries that chaos delayed and whose timer has fired. */
  released?: Set<string>;
  served: Promise<void>;
}

/**
 * Makes the first attempts of a session's webhooks one by one, in the order of emission (contract section 4).
 * The order comes from the stored deliveries, so it survives restarts and clock changes.
 */
export class FirstAttempts {
  readonly #store: Store;
  readonly #attempts: Attempts;
  readonly #lines = new Map<string, Line>();

  constructor(store: Store, attempts: Attempts) {
    this.#store = store;
    this.#attempts = attempts;
  }

  /** Resolves when the session of the due `delivery` has no first attempt left. */
  make(delivery: DeliveryRecord): Promise<void> {
    const running = this.#lines.get(delivery.sessionId);
    if (running) {
      running.again = true;
      if (delivery.chaos) release(running, delivery.id);
      return running.served;
    }
    const line: Line = { again: true, served: Promise.resolve() };
    if (delivery.chaos) release(line, delivery.id);
    this.#lines.set(delivery.sessionId, line);
    line.served = this.#serve(line, delivery);
    return line.served;
  }

  async #serve(line: Line, first: DeliveryRecord): Promise<void> {
    const { accountId, sessionId } = first;
    let slot: Slot | null = await this.#attempts.enter(first);
    const ofSession = { tag: `session:${sessionId}`, limit: DELIVERIES_PER_LINE };
    try {
      while (line.again) {
        line.again = false;
        const { items, nextCursor } = await this.#store.list('delivery', accountId, ofSession);
        const all =
          nextCursor === null ? items : await everyRecord(this.#store, 'delivery', accountId, ofSession.tag);
        const waiting = untried(all);
        const due = waiting.some(({ chaos }) => chaos) ? await this.#due(line, accountId, waiting) : waiting;
        for (const delivery of due) {
          const nextSlot = slot ?? (await this.#attempts.enter(delivery));
          slot = null;
          await this.#attempts.make(delivery, nextSlot);
        }
      }
    } finally {
      slot?.giveBack();
      this.#lines.delete(sessionId);
    }
  }

  /** Leaves out deliveries that chaos delays, and applies its order. */
  async #due(
    line: Line,
    accountId: string,
    waiting: readonly DeliveryRecord[],
  ): Promise<readonly DeliveryRecord[]> {
    const now = await this.#attempts.now(accountId);
    return firstAttemptsDue(waiting, (delivery) => line.released?.has(delivery.id) || isDue(delivery, now));
  }
}

/** In the order of emission. */
function untried(deliveries: readonly DeliveryRecord[]): readonly DeliveryRecord[] {
  const open = deliveries.filter(({ state, attempts }) => state === 'open' && attempts === 0);
  return open.length > 1 ? open.sort((a, b) => a.emittedEventId - b.emittedEventId) : open;
}

/** Ends a delivery's delay when its timer has fired, even if another instance's clock is behind. */
function release(line: Line, deliveryId: string): void {
  line.released ??= new Set();
  line.released.add(deliveryId);
}

function isDue({ nextAttemptAt }: DeliveryRecord, now: number): boolean {
  return nextAttemptAt !== null && nextAttemptAt <= now;
}
