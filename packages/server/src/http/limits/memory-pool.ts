import { KeyedBudget } from './keyed-budget.ts';

interface Allocation {
  readonly bytes: number;
  readonly onEvicted: () => void;
}

const MIB = 2 ** 20;
/** The key for all owners together. No owner has an empty key. */
const ALL = '';

/**
 * A shared memory budget for data whose receiver may be slow. If the budget is exceeded, the owner that uses
 * most loses its oldest allocation, so others never wait.
 */
export class MemoryPool {
  readonly #maxBytes: number;
  readonly #bytes = new KeyedBudget({ limit: Number.POSITIVE_INFINITY });
  /** Each owner's allocations, oldest first. */
  readonly #owners = new Map<string, Set<Allocation>>();

  constructor(maxMib: number) {
    this.#maxBytes = maxMib * MIB;
  }

  /**
   * Reserves bytes until the returned function is called. If the allocation is evicted before that, calls
   * `onEvicted`.
   */
  reserve(owner: string, bytes: number, onEvicted: () => void): () => void {
    const allocation = { bytes, onEvicted };
    this.#owners.set(owner, (this.#owners.get(owner) ?? new Set()).add(allocation));
    this.#bytes.take(keysOfOwner(owner), 0, bytes);
    while (this.#bytes.usedBy(ALL) > this.#maxBytes) this.#evictFromLargest();
    return () => this.#release(owner, allocation);
  }

  #evictFromLargest(): void {
    const bytesOf = (owner: string) => this.#bytes.usedBy(`of ${owner}`);
    const largest = [...this.#owners.keys()].reduce((other, owner) =>
      bytesOf(owner) > bytesOf(other) ? owner : other,
    );
    const [oldest] = this.#owners.get(largest) ?? [];
    if (!oldest) return;
    this.#release(largest, oldest);
    oldest.onEvicted();
  }

  #release(owner: string, allocation: Allocation): void {
    const allocations = this.#owners.get(owner);
    if (!allocations?.delete(allocation)) return;
    this.#bytes.release(keysOfOwner(owner), 0, allocation.bytes);
    if (allocations.size === 0) this.#owners.delete(owner);
  }
}

const keysOfOwner = (owner: string) => [{ key: ALL }, { key: `of ${owner}` }];

/** V8 stores a text without these characters in one byte per character. */
const WIDE_CHARACTER = /[\u0100-\uffff]/;

/** Returns the bytes that V8 uses for a text: two per character if a single character is wide. */
export function textMemoryBytes(text: string): number {
  return WIDE_CHARACTER.test(text) ? 2 * text.length : text.length;
}
