import { clientKeys } from './client-network.ts';
import { KeyedBudget } from './keyed-budget.ts';

/** The key for all clients together. No client has an empty key. */
const ALL = '';

/**
 * Limits how many slots a client can hold: at most its own limit, and at most as many as are still free. So a
 * few clients never hold all slots.
 */
export class ClientSlots {
  readonly #limit: { readonly all: number; readonly address: number };
  readonly #slots: KeyedBudget;

  constructor(limit: { readonly all: number; readonly address: number }) {
    this.#limit = limit;
    this.#slots = new KeyedBudget({ limit: limit.all });
  }

  /**
   * Takes a slot and returns the function that frees it; undefined if the client has reached its limit.
   * `client` is empty for a proxy, which has no limit of its own.
   */
  take(client: string): (() => void) | undefined {
    const { all, address } = this.#limit;
    const freeCount = all - this.#slots.usedBy(ALL);
    const keysOfClient = client === '' ? [] : clientKeys(client, address);
    const keys = [
      { key: ALL },
      ...keysOfClient.map(({ key, limit: clientLimit = all }) => ({
        key,
        limit: Math.min(clientLimit, freeCount),
      })),
    ];
    if (this.#slots.take(keys) > 0) return undefined;
    return () => this.#slots.release(keys);
  }
}
