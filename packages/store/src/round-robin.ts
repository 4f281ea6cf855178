import { getOrCreate } from '@svc-simulator/core';

/** A queue that serves its owners in turn, and each owner's items in order of arrival. */
export class RoundRobin<Item> {
  readonly #itemsByOwner = new Map<string, Item[]>();

  get owners(): Iterable<string> {
    return this.#itemsByOwner.keys();
  }

  itemsOf(owner: string): readonly Item[] {
    return this.#itemsByOwner.get(owner) ?? [];
  }

  push(owner: string, item: Item): void {
    getOrCreate(this.#itemsByOwner, owner, () => []).push(item);
  }

  /** Removes and returns the first item of the next owner that `isAllowed` accepts. */
  shift(isAllowed: (owner: string) => boolean): Item | undefined {
    for (const [owner, items] of this.#itemsByOwner) {
      if (!isAllowed(owner)) continue;
      const item = items.shift();
      this.#itemsByOwner.delete(owner);
      if (items.length > 0) this.#itemsByOwner.set(owner, items);
      return item;
    }
    return undefined;
  }

  clear(): void {
    this.#itemsByOwner.clear();
  }
}
