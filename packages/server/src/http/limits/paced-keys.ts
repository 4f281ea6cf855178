/** How often something may be done: `burst` times at once, and once more every `everyMs`. */
export interface Pace {
  readonly burst: number;
  readonly everyMs: number;
}

/** Keys that are remembered; of more than that, those that were used longest ago are forgotten. */
const MOST_KEYS = 50_000;

/**
 * Counts what is done under each of any number of keys, and says how long to wait (generic cell rate algorithm: one
 * number a key, no timers). Its memory is bounded.
 */
export class PacedKeys {
  readonly #pace: Pace;
  readonly #mostKeys: number;
  /** When a key's allowance is whole again, in the order of last use. */
  readonly #wholeAt = new Map<string, number>();

  constructor(pace: Pace, mostKeys = MOST_KEYS) {
    this.#pace = pace;
    this.#mostKeys = mostKeys;
  }

  get size(): number {
    return this.#wholeAt.size;
  }

  /** Milliseconds until one, or `amount`, may be done. */
  waitMs(key: string, now: number, amount = 1): number {
    const { burst, everyMs } = this.#pace;
    const wholeAt = Math.max(now, this.#wholeAt.get(key) ?? now);
    return Math.max(0, wholeAt - now - (burst - amount) * everyMs);
  }

  /** Counts one, or `amount`; answers 0, or the milliseconds to wait when it may not be done yet and was not counted. */
  take(key: string, now: number, amount = 1): number {
    const waitMs = this.waitMs(key, now, amount);
    if (waitMs > 0) return waitMs;
    const wholeAt = Math.max(now, this.#wholeAt.get(key) ?? now);
    this.#remember(key, wholeAt + amount * this.#pace.everyMs);
    return 0;
  }

  /** One that was counted does not count after all. */
  giveBack(key: string, now: number): void {
    const wholeAt = this.#wholeAt.get(key);
    if (wholeAt === undefined) return;
    const sooner = wholeAt - this.#pace.everyMs;
    if (sooner <= now) this.#wholeAt.delete(key);
    else this.#wholeAt.set(key, sooner);
  }

  #remember(key: string, wholeAt: number): void {
    this.#wholeAt.delete(key);
    this.#wholeAt.set(key, wholeAt);
    if (this.#wholeAt.size <= this.#mostKeys) return;
    const [oldest] = this.#wholeAt.keys();
    if (oldest !== undefined) this.#wholeAt.delete(oldest);
  }
}
