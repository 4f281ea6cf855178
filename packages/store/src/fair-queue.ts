/** What waits, by owner: each owner's own in the order in which it came, and one owner after the other. */
export class FairQueue<Item> {
  /** The owner that has its turn next is the first. */
  readonly #waiting = new Map<string, Item[]>();

  get owners(): Iterable<string> {
    return this.#waiting.keys();
  }

  waitingOf(owner: string): readonly Item[] {
    return this.#waiting.get(owner) ?? [];
  }

  push(owner: string, item: Item): void {
    const items = this.#waiting.get(owner);
    if (items) items.push(item);
    else this.#waiting.set(owner, [item]);
  }

  /** Takes the first item of the next owner that may have one; undefined when none may. */
  shift(mayHave: (owner: string) => boolean): Item | undefined {
    for (const [owner, items] of this.#waiting) {
      if (!mayHave(owner)) continue;
      const item = items.shift();
      this.#waiting.delete(owner);
      if (items.length > 0) this.#waiting.set(owner, items);
      return item;
    }
    return undefined;
  }

  clear(): void {
    this.#waiting.clear();
  }
}
