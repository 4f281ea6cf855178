import type { DeliveryRecord } from '@svc-simulator/core';
import type { Store } from '../store/store.ts';

/** More deliveries than one session ever has at once. */
const PAGE = 100;

interface Line {
  /** A first attempt came due while the line was at work, perhaps one that it has not seen. */
  again: boolean;
  served: Promise<void>;
}

/**
 * Makes the first attempts of each session's webhooks in the order of emission, the next not before the former's has ended
 * (contract section 4). The line of a session is its open deliveries in the store, so it is the same after a
 * restart, and whatever the clock did between two emissions.
 */
export class FirstAttempts {
  readonly #store: Store;
  readonly #attempt: (delivery: DeliveryRecord) => Promise<void>;
  readonly #lines = new Map<string, Line>();

  constructor(store: Store, attempt: (delivery: DeliveryRecord) => Promise<void>) {
    this.#store = store;
    this.#attempt = attempt;
  }

  /** Resolves when the session of `delivery`, which is due, has no first attempt left to make. */
  make({ accountId, sessionId }: DeliveryRecord): Promise<void> {
    const held = this.#lines.get(sessionId);
    if (held) {
      held.again = true;
      return held.served;
    }
    const line: Line = { again: true, served: Promise.resolve() };
    this.#lines.set(sessionId, line);
    line.served = this.#serve(accountId, sessionId, line);
    return line.served;
  }

  async #serve(accountId: string, sessionId: string, line: Line): Promise<void> {
    try {
      while (line.again) {
        line.again = false;
        const page = await this.#store.list('delivery', accountId, {
          tag: `session:${sessionId}`,
          limit: PAGE,
        });
        const untried = page.items.filter(({ state, attempts }) => state === 'open' && attempts === 0);
        untried.sort((a, b) => a.emittedEventId - b.emittedEventId);
        for (const delivery of untried) await this.#attempt(delivery);
      }
    } finally {
      this.#lines.delete(sessionId);
    }
  }
}
