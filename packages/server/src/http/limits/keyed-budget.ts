/** An amount that each key can use. Without `withinMs`, a used amount comes back only by `release`. */
export interface Budget {
  readonly limit: number;
  /** Time in which the whole amount comes back, evenly. */
  readonly withinMs?: number;
}

/** A key that uses a budget. Its limit may be lower than the budget's. */
export interface BudgetKey {
  readonly key: string;
  readonly limit?: number;
}

/** If more keys are in use, the one used longest ago is forgotten. */
const MAX_KEYS = 150_000;

/** Counts the use of each key with the generic cell rate algorithm: one number per key, no timers. */
export class KeyedBudget {
  readonly #budget: Budget;
  readonly #maxKeys: number;
  /**
   * Time at which each key can use its whole budget again; without `withinMs`, the used amount. The entries
   * are in the order of their last use.
   */
  readonly #refilledAt = new Map<string, number>();

  constructor(budget: Budget, maxKeys = MAX_KEYS) {
    this.#budget = budget;
    this.#maxKeys = budget.withinMs === undefined ? Number.POSITIVE_INFINITY : maxKeys;
  }

  get size(): number {
    return this.#refilledAt.size;
  }

  /** Returns the used amount of a key in a budget without `withinMs`. */
  usedBy(key: string): number {
    return this.#refilledAt.get(key) ?? 0;
  }

  /** Returns the milliseconds until all keys can use the amount; 0 if they can now. */
  waitMs(keys: string | readonly BudgetKey[], now = 0, amount = 1): number {
    let waitMs = 0;
    for (const { key, limit = this.#budget.limit } of keysOf(keys)) {
      const owedMs = Math.max(0, (this.#refilledAt.get(key) ?? 0) - now);
      waitMs = Math.max(waitMs, owedMs - (limit - amount) * this.#unitMs(limit));
    }
    return waitMs;
  }

  /**
   * Uses an amount of all keys and returns 0. If one of them doesn't have enough, uses nothing and returns
   * the milliseconds to wait.
   */
  take(keys: string | readonly BudgetKey[], now = 0, amount = 1): number {
    const waitMs = this.waitMs(keys, now, amount);
    if (waitMs > 0) return waitMs;
    for (const { key, limit = this.#budget.limit } of keysOf(keys)) {
      const refilledAt = Math.max(now, this.#refilledAt.get(key) ?? now);
      this.#remember(key, refilledAt + amount * this.#unitMs(limit));
    }
    return 0;
  }

  release(keys: string | readonly BudgetKey[], now = 0, amount = 1): void {
    for (const { key, limit = this.#budget.limit } of keysOf(keys)) {
      const refilledAt = (this.#refilledAt.get(key) ?? 0) - amount * this.#unitMs(limit);
      if (refilledAt <= now) this.#refilledAt.delete(key);
      else this.#refilledAt.set(key, refilledAt);
    }
  }

  #unitMs(limit: number): number {
    const { withinMs } = this.#budget;
    return withinMs === undefined ? 1 : withinMs / limit;
  }

  #remember(key: string, refilledAt: number): void {
    this.#refilledAt.delete(key);
    this.#refilledAt.set(key, refilledAt);
    if (this.#refilledAt.size <= this.#maxKeys) return;
    const [oldest] = this.#refilledAt.keys();
    if (oldest !== undefined) this.#refilledAt.delete(oldest);
  }
}

function keysOf(keys: string | readonly BudgetKey[]): readonly BudgetKey[] {
  return typeof keys === 'string' ? [{ key: keys }] : keys;
}
