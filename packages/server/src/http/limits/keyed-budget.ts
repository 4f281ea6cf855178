/** Amount available under each key. Without `withinMs`, an amount stays taken until it is given back. */
export interface Budget {
  readonly most: number;
  /** Time in which the whole amount is restored, evenly. */
  readonly withinMs?: number;
}

/** A key under which an amount is taken, and the part of the budget that it may use; all by default. */
export interface Holder {
  readonly key: string;
  readonly most?: number;
}

/** Maximum number of keys; beyond it, the one that was used longest ago is forgotten. */
const MOST_KEYS = 150_000;

/**
 * Counts what is used under any number of keys, and returns how long to wait for more (generic cell rate algorithm: one
 * number a key, no timers). For a budget that doesn't come back by itself, time stands still.
 */
export class KeyedBudget {
  readonly #budget: Budget;
  readonly #mostKeys: number;
  /** Time at which each key's budget is fully restored, in the order of last use. */
  readonly #wholeAt = new Map<string, number>();

  constructor(budget: Budget, mostKeys = MOST_KEYS) {
    this.#budget = budget;
    this.#mostKeys = budget.withinMs === undefined ? Number.POSITIVE_INFINITY : mostKeys;
  }

  get size(): number {
    return this.#wholeAt.size;
  }

  /** Returns how much is taken under a key of a budget that doesn't come back by itself. */
  heldBy(key: string): number {
    return this.#wholeAt.get(key) ?? 0;
  }

  /** Returns the milliseconds until an amount may be taken under all of these keys. */
  waitMs(holders: string | readonly Holder[], now = 0, amount = 1): number {
    let waitMs = 0;
    for (const { key, most = this.#budget.most } of holdersOf(holders)) {
      const owedMs = Math.max(0, (this.#wholeAt.get(key) ?? 0) - now);
      waitMs = Math.max(waitMs, owedMs - (most - amount) * this.#unitMs(most));
    }
    return waitMs;
  }

  /** Takes an amount under all of these keys and returns 0, or takes nothing and returns the milliseconds to wait. */
  take(holders: string | readonly Holder[], now = 0, amount = 1): number {
    const waitMs = this.waitMs(holders, now, amount);
    if (waitMs > 0) return waitMs;
    for (const { key, most = this.#budget.most } of holdersOf(holders)) {
      const wholeAt = Math.max(now, this.#wholeAt.get(key) ?? now);
      this.#remember(key, wholeAt + amount * this.#unitMs(most));
    }
    return 0;
  }

  giveBack(holders: string | readonly Holder[], now = 0, amount = 1): void {
    for (const { key, most = this.#budget.most } of holdersOf(holders)) {
      const sooner = (this.#wholeAt.get(key) ?? 0) - amount * this.#unitMs(most);
      if (sooner <= now) this.#wholeAt.delete(key);
      else this.#wholeAt.set(key, sooner);
    }
  }

  #unitMs(most: number): number {
    const { withinMs } = this.#budget;
    return withinMs === undefined ? 1 : withinMs / most;
  }

  #remember(key: string, wholeAt: number): void {
    this.#wholeAt.delete(key);
    this.#wholeAt.set(key, wholeAt);
    if (this.#wholeAt.size <= this.#mostKeys) return;
    const [oldest] = this.#wholeAt.keys();
    if (oldest !== undefined) this.#wholeAt.delete(oldest);
  }
}

function holdersOf(holders: string | readonly Holder[]): readonly Holder[] {
  return typeof holders === 'string' ? [{ key: holders }] : holders;
}
