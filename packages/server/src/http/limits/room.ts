interface Held {
  readonly size: number;
  readonly giveWay: () => void;
}

/**
 * Room that all share for what stays as long as its other end likes: nobody waits for it and nobody is refused. When it is full, the
 * owner that holds most of it loses what it has held longest.
 */
export class Room {
  readonly #most: number;
  /** By owner, the oldest first. */
  readonly #owners = new Map<string, Set<Held>>();
  #total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Holds so much until the answer is called; `giveWay` ends what holds it, when it is taken away before. */
  hold(owner: string, size: number, giveWay: () => void): () => void {
    const held = { size, giveWay };
    const own = this.#owners.get(owner) ?? new Set();
    this.#owners.set(owner, own.add(held));
    this.#total += size;
    while (this.#total > this.#most) this.#takeFromLargest();
    return () => this.#release(owner, held);
  }

  #takeFromLargest(): void {
    let [largest, mostHeld] = ['', -1];
    for (const [owner, own] of this.#owners) {
      const size = [...own].reduce((sum, held) => sum + held.size, 0);
      if (size > mostHeld) [largest, mostHeld] = [owner, size];
    }
    const [oldest] = this.#owners.get(largest) ?? [];
    if (!oldest) return;
    this.#release(largest, oldest);
    oldest.giveWay();
  }

  #release(owner: string, held: Held): void {
    const own = this.#owners.get(owner);
    if (!own?.delete(held)) return;
    this.#total -= held.size;
    if (own.size === 0) this.#owners.delete(owner);
  }
}

/** Characters beyond Latin-1. Of a text that V8 keeps as one byte a character it knows without looking that it has none. */
const WIDE = /[\u0100-\uffff]/;

/** Bytes of memory that the characters of a text take: one with a single wide character takes two for each of them. */
export function memoryOf(text: string): number {
  return WIDE.test(text) ? 2 * text.length : text.length;
}
