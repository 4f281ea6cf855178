/** A queue that serves its owners in turn, each owner's items in order of arrival. */
export class RoundRobin<Item> {
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

  /** Takes the first item of the next owner that `mayHave` accepts; undefined if there is none. */
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
