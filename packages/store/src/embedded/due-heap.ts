/** Something that is due at a time, in the order of `seq` when several are due at once. */
export interface Due {
  readonly atMs: number;
  readonly seq: number;
}

/** A binary heap: the earliest first, additions and removals in logarithmic time. */
export class DueHeap<T extends Due> {
  #items: T[] = [];

  get size(): number {
    return this.#items.length;
  }

  get first(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      const above = items[parent];
      if (!above || !earlier(item, above)) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  pop(): T | undefined {
    const [first] = this.#items;
    const last = this.#items.pop();
    if (last && this.#items.length > 0) this.#sink(last, 0);
    return first;
  }

  /** Replaces everything at once, which is cheaper than one by one. */
  fill(items: T[]): void {
    this.#items = items;
    for (let at = (items.length >>> 1) - 1; at >= 0; at--) {
      const item = items[at];
      if (item) this.#sink(item, at);
    }
  }

  /** All that are due at `atMs`, in no order; looks at no more than twice as many. */
  due(atMs: number): T[] {
    const found: T[] = [];
    const open = [0];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const item = this.#items[at];
      if (!item || item.atMs > atMs) continue;
      found.push(item);
      open.push(2 * at + 1, 2 * at + 2);
    }
    return found;
  }

  keep(wanted: (item: T) => boolean): void {
    this.fill(this.#items.filter(wanted));
  }

  #sink(item: T, from: number): void {
    const items = this.#items;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      let below = items[child];
      if (!below) break;
      const other = items[child + 1];
      if (other && earlier(other, below)) {
        below = other;
        child++;
      }
      if (!earlier(below, item)) break;
      items[at] = below;
      at = child;
    }
    items[at] = item;
  }
}

function earlier(a: Due, b: Due): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.seq < b.seq);
}
