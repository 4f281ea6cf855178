import { KeyedBudget } from './keyed-budget.ts';

interface Held {
  readonly bytes: number;
  readonly giveWay: () => void;
}

const MIB = 2 ** 20;
/** Everybody's bytes; no owner's key is empty. */
const ALL = '';

/**
 * Memory that all share for what stays as long as its other end likes: nobody waits for it and nobody is refused. When it is full, the
 * owner that holds most of it loses what it has held longest.
 */
export class Room {
  readonly #mostBytes: number;
  readonly #bytes = new KeyedBudget({ most: Number.POSITIVE_INFINITY });
  /** By owner, the oldest first. */
  readonly #owners = new Map<string, Set<Held>>();

  constructor(mostMib: number) {
    this.#mostBytes = mostMib * MIB;
  }

  /** Holds so much until the function that it returns is called; calls `giveWay` if it is taken away before. */
  hold(owner: string, bytes: number, giveWay: () => void): () => void {
    const held = { bytes, giveWay };
    this.#owners.set(owner, (this.#owners.get(owner) ?? new Set()).add(held));
    this.#bytes.take(holders(owner), 0, bytes);
    while (this.#bytes.heldBy(ALL) > this.#mostBytes) this.#takeFromLargest();
    return () => this.#release(owner, held);
  }

  #takeFromLargest(): void {
    const heldBy = (owner: string) => this.#bytes.heldBy(`of ${owner}`);
    const largest = [...this.#owners.keys()].reduce((most, owner) =>
      heldBy(owner) > heldBy(most) ? owner : most,
    );
    const [oldest] = this.#owners.get(largest) ?? [];
    if (!oldest) return;
    this.#release(largest, oldest);
    oldest.giveWay();
  }

  #release(owner: string, held: Held): void {
    const ofOwner = this.#owners.get(owner);
    if (!ofOwner?.delete(held)) return;
    this.#bytes.giveBack(holders(owner), 0, held.bytes);
    if (ofOwner.size === 0) this.#owners.delete(owner);
  }
}

const holders = (owner: string) => [{ key: ALL }, { key: `of ${owner}` }];

/** Characters beyond Latin-1. Of a text that V8 keeps as one byte a character it knows without looking that it has none. */
const WIDE = /[\u0100-\uffff]/;

/** Bytes of memory that the characters of a text take: one with a single wide character takes two for each of them. */
export function memoryOf(text: string): number {
  return WIDE.test(text) ? 2 * text.length : text.length;
}
