interface Waiting {
  readonly owner: string;
  readonly isKnown: boolean;
  readonly begin: () => void;
}

/**
 * Lets so many things be done at once; the others wait for their turn. Whoever was served longest ago comes first, and of one owner
 * what came first: a crowd of one holds up itself, and who seldom asks waits for no more than what is being done. Owners that are
 * known and all others have every second turn, so that a crowd of newcomers does not come before those who ask again.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #waiting: Waiting[] = [];
  /** Owners that have been served while somebody waited, the latest last. */
  readonly #served = new Set<string>();
  #taken = 0;
  #wasKnown = false;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether nobody has a turn. */
  get isIdle(): boolean {
    return this.#taken === 0;
  }

  async take<T>(work: () => Promise<T>, owner = '', isKnown = false): Promise<T> {
    if (this.#taken >= this.#atOnce)
      await new Promise<void>((begin) => this.#waiting.push({ owner, isKnown, begin }));
    else this.#taken++;
    this.#served.delete(owner);
    this.#served.add(owner);
    try {
      return await work();
    } finally {
      const next = this.#next();
      if (next) next.begin();
      else this.#end();
    }
  }

  #next(): Waiting | undefined {
    if (this.#waiting.length < 2) return this.#waiting.shift();
    const order = new Map([...this.#served].map((owner, place) => [owner, place]));
    const placeOf = ({ owner }: Waiting) => order.get(owner) ?? -1;
    const others = this.#waiting.filter(({ isKnown }) => isKnown !== this.#wasKnown);
    const first = (others.length > 0 ? others : this.#waiting).reduce((best, one) =>
      placeOf(one) < placeOf(best) ? one : best,
    );
    this.#wasKnown = first.isKnown;
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    return first;
  }

  #end(): void {
    if (--this.#taken === 0) this.#served.clear();
  }
}
