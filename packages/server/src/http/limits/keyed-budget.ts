/** Amount available per key. Without `withinMs`, a used amount has to be given back. */
export interface Budget {
  readonly most: number;
  /** Time in which the whole amount is restored, evenly. */
  readonly withinMs?: number;
}

/** A key that uses a budget, and its share of it; default: all. */
export interface Holder {
  readonly key: string;
  readonly most?: number;
}

/** Maximum number of keys; the one used longest ago is dropped first. */
const MAX_KEYS = 150_000;

/**
 * Counts usage per key and returns the time to wait for more (generic cell rate algorithm: one number per
 * key, no timers). Time stands still for a budget without `withinMs`.
 */
export class KeyedBudget {
  readonly #budget: Budget;
  readonly #maxKeys: number;
  /** Time at which each key's budget is fully restored, in the order of last use. */
  readonly #refilledAt = new Map<string, number>();

  constructor(budget: Budget, maxKeys = MAX_KEYS) {
    this.#budget = budget;
    this.#maxKeys = budget.withinMs === undefined ? Number.POSITIVE_INFINITY : maxKeys;
  }

  get size(): number {
    return this.#refilledAt.size;
  }

  /** Returns the used amount of a key in a budget without `withinMs`. */
  heldBy(key: string): number {
    return this.#refilledAt.get(key) ?? 0;
  }

  /** Returns the milliseconds until all keys can use the amount. */
  waitMs(holders: string | readonly Holder[], now = 0, amount = 1): number {
    let waitMs = 0;
    for (const { key, most = this.#budget.most } of holdersOf(holders)) {
      const owedMs = Math.max(0, (this.#refilledAt.get(key) ?? 0) - now);
      waitMs = Math.max(waitMs, owedMs - (most - amount) * this.#unitMs(most));
    }
    return waitMs;
  }

  /** Uses an amount under all keys and returns 0; or uses nothing and returns the milliseconds to wait. */
  take(holders: string | readonly Holder[], now = 0, amount = 1): number {
    const waitMs = this.waitMs(holders, now, amount);
    if (waitMs > 0) return waitMs;
    for (const { key, most = this.#budget.most } of holdersOf(holders)) {
      const refilledAt = Math.max(now, this.#refilledAt.get(key) ?? now);
      this.#remember(key, refilledAt + amount * this.#unitMs(most));
    }
    return 0;
  }

  giveBack(holders: string | readonly Holder[], now = 0, amount = 1): void {
    for (const { key, most = this.#budget.most } of holdersOf(holders)) {
      const sooner = (this.#refilledAt.get(key) ?? 0) - amount * this.#unitMs(most);
      if (sooner <= now) this.#refilledAt.delete(key);
      else this.#refilledAt.set(key, sooner);
    }
  }

  #unitMs(most: number): number {
    const { withinMs } = this.#budget;
    return withinMs === undefined ? 1 : withinMs / most;
  }

  #remember(key: string, refilledAt: number): void {
    this.#refilledAt.delete(key);
    this.#refilledAt.set(key, refilledAt);
    if (this.#refilledAt.size <= this.#maxKeys) return;
    const [oldest] = this.#refilledAt.keys();
    if (oldest !== undefined) this.#refilledAt.delete(oldest);
  }
}

function holdersOf(holders: string | readonly Holder[]): readonly Holder[] {
  return typeof holders === 'string' ? [{ key: holders }] : holders;
}
