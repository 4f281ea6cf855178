import { clientHolders } from './client-network.ts';
import { KeyedBudget } from './keyed-budget.ts';

/** The key for all clients together; no client's key is empty. */
const ALL = '';

/**
 * Limits the places of each client to its share and to the number of free places, so that a few clients never
 * use all of them.
 */
export class ClientPlaces {
  readonly #limit: { readonly all: number; readonly address: number };
  readonly #places: KeyedBudget;

  constructor(limit: { readonly all: number; readonly address: number }) {
    this.#limit = limit;
    this.#places = new KeyedBudget({ most: limit.all });
  }

  /**
   * Takes a place for a client ('' for a proxy's clients) and returns a function that frees it; undefined if
   * the client has its share.
   */
  take(client: string): (() => void) | undefined {
    const { all, address } = this.#limit;
    const left = all - this.#places.heldBy(ALL);
    const ofClient = client === '' ? [] : clientHolders(client, address);
    const holders = [
      { key: ALL },
      ...ofClient.map(({ key, most = all }) => ({ key, most: Math.min(most, left) })),
    ];
    if (this.#places.take(holders) > 0) return undefined;
    return () => this.#places.giveBack(holders);
  }
}
