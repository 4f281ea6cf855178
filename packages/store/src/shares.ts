/**
 * Divides a number of places among owners. An owner gets at most a third of the places that the others don't
 * use, so a new owner always finds a free place.
 */
export class Shares {
  #places: number;
  #total = 0;
  #countByOwner = new Map<string, number>();

  constructor(places: number) {
    this.#places = places;
  }

  get total(): number {
    return this.#total;
  }

  get owners(): Iterable<string> {
    return this.#countByOwner.keys();
  }

  /** Returns how many places the owner can still take, up to `fraction` of its share. */
  freePlacesOf(owner: string, fraction = 1): number {
    const share = Math.max(1, Math.floor((this.#places - this.#total + this.countOf(owner)) / 3));
    return Math.max(0, Math.ceil(share * fraction) - this.countOf(owner));
  }

  countOf(owner: string): number {
    return this.#countByOwner.get(owner) ?? 0;
  }

  add(owner: string, count = 1): void {
    this.#total += count;
    this.#countByOwner.set(owner, this.countOf(owner) + count);
  }

  release(owner: string): void {
    const count = this.countOf(owner);
    if (count === 0) return;
    this.#total--;
    if (count === 1) this.#countByOwner.delete(owner);
    else this.#countByOwner.set(owner, count - 1);
  }

  recount(places: number, counts: Iterable<readonly [owner: string, count: number]>): void {
    this.#places = places;
    this.#countByOwner = new Map(counts);
    this.#total = 0;
    for (const count of this.#countByOwner.values()) this.#total += count;
  }
}
