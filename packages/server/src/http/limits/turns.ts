/** Lets so many things be done at once; the others wait for their turn, first come first served. */
export class Turns {
  readonly #atOnce: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

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

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken >= this.#atOnce) await new Promise<void>((begin) => this.#waiting.push(begin));
    else this.#taken++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#taken--;
    }
  }
}
