import { clientHolders } from './client-network.ts';
import { KeyedBudget } from './keyed-budget.ts';

/** Everybody's places, of which a client holds its share; no key of a client is empty. */
const ALL = '';

/** Places that clients hold: each no more than its share, and than is left, so that a few clients never fill them. */
export class ClientPlaces {
  readonly #limit: { readonly all: number; readonly address: number };
  readonly #places: KeyedBudget;

  constructor(limit: { readonly all: number; readonly address: number }) {
    this.#limit = limit;
    this.#places = new KeyedBudget({ most: limit.all });
  }

  /** Holds one more for a client, '' for many behind one proxy; returns how to give it back, undefined if it has its share. */
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
