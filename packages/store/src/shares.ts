/**
 * Shares places among owners. An owner holds at most a third of what the others leave, so that a new owner
 * always finds some.
 */
export class Shares {
  #places: number;
  #total = 0;
  #held = new Map<string, number>();

  constructor(places: number) {
    this.#places = places;
  }

  get total(): number {
    return this.#total;
  }

  get owners(): Iterable<string> {
    return this.#held.keys();
  }

  roomOf(owner: string, part = 1): number {
    const share = Math.max(1, Math.floor((this.#places - this.#total + this.heldBy(owner)) / 3));
    return Math.max(0, Math.ceil(share * part) - this.heldBy(owner));
  }

  heldBy(owner: string): number {
    return this.#held.get(owner) ?? 0;
  }

  add(owner: string, count = 1): void {
    this.#total += count;
    this.#held.set(owner, this.heldBy(owner) + count);
  }

  giveBack(owner: string): void {
    const count = this.heldBy(owner);
    if (count === 0) return;
    this.#total--;
    if (count === 1) this.#held.delete(owner);
    else this.#held.set(owner, count - 1);
  }

  recount(places: number, counts: Iterable<readonly [owner: string, count: number]>): void {
    this.#places = places;
    this.#held = new Map(counts);
    this.#total = 0;
    for (const count of this.#held.values()) this.#total += count;
  }
}
