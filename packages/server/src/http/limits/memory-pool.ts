import { KeyedBudget } from './keyed-budget.ts';

interface Allocation {
  readonly bytes: number;
  readonly onEvicted: () => void;
}

const MIB = 2 ** 20;
/** The key for all owners together; no owner's key is empty. */
const ALL = '';

/**
 * A shared memory budget for data that its receiver may keep waiting. When the budget is exceeded, the
 * largest owner loses its oldest entry, so nobody else waits.
 */
export class MemoryPool {
  readonly #maxBytes: number;
  readonly #bytes = new KeyedBudget({ most: Number.POSITIVE_INFINITY });
  /** Entries by owner, the oldest first. */
  readonly #owners = new Map<string, Set<Allocation>>();

  constructor(maxMib: number) {
    this.#maxBytes = maxMib * MIB;
  }

  /** Reserves bytes until the returned function is called; calls `onEvicted` if the entry is evicted before. */
  hold(owner: string, bytes: number, onEvicted: () => void): () => void {
    const allocation = { bytes, onEvicted };
    this.#owners.set(owner, (this.#owners.get(owner) ?? new Set()).add(allocation));
    this.#bytes.take(holders(owner), 0, bytes);
    while (this.#bytes.heldBy(ALL) > this.#maxBytes) this.#evictFromLargest();
    return () => this.#release(owner, allocation);
  }

  #evictFromLargest(): void {
    const heldBy = (owner: string) => this.#bytes.heldBy(`of ${owner}`);
    const largest = [...this.#owners.keys()].reduce((most, owner) =>
      heldBy(owner) > heldBy(most) ? owner : most,
    );
    const [oldest] = this.#owners.get(largest) ?? [];
    if (!oldest) return;
    this.#release(largest, oldest);
    oldest.onEvicted();
  }

  #release(owner: string, allocation: Allocation): void {
    const allocations = this.#owners.get(owner);
    if (!allocations?.delete(allocation)) return;
    this.#bytes.giveBack(holders(owner), 0, allocation.bytes);
    if (allocations.size === 0) this.#owners.delete(owner);
  }
}

const holders = (owner: string) => [{ key: ALL }, { key: `of ${owner}` }];

/** Characters beyond Latin-1; V8 answers at once for a text that it stores as one byte per character. */
const WIDE = /[\u0100-\uffff]/;

/** Returns the bytes of a text in memory: with a single wide character, every character uses two bytes. */
export function textMemoryBytes(text: string): number {
  return WIDE.test(text) ? 2 * text.length : text.length;
}
