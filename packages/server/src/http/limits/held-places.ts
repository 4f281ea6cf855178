/** What is held at the moment, in all and by each owner. */
export class HeldPlaces {
  readonly #counts = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  of(owner: string): number {
    return this.#counts.get(owner) ?? 0;
  }

  /** Holds one more; answers how to give it back. */
  take(owner: string): () => void {
    this.#add(owner, 1);
    return () => this.#add(owner, -1);
  }

  #add(owner: string, change: 1 | -1): void {
    this.#total += change;
    const count = this.of(owner) + change;
    if (count > 0) this.#counts.set(owner, count);
    else this.#counts.delete(owner);
  }
}
