import { messageOf } from '@svc-simulator/machine/errors.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { SaidError } from '@svc-simulator/texts/said-error.ts';

/** What a store holds in memory can no longer be what it stored: something threw where nothing may. Answered as 500. */
export class BrokenStoreError extends SaidError {
  override readonly name = 'BrokenStoreError';

  constructor(cause: unknown) {
    super(message('start.store_broken', { why: messageOf(cause) }), { cause });
  }
}

interface Rejectable {
  reject(error: unknown): void;
}

/**
 * Whether a store may still be used. It breaks once, for the first reason and for good; whoever waits for it then is told so,
 * instead of waiting for ever.
 */
export class Integrity {
  #broken: BrokenStoreError | null = null;
  readonly #open = new Set<Rejectable>();
  readonly #listeners: ((error: BrokenStoreError) => void)[] = [];

  /** `listener` is called once, when it breaks. */
  onBroken(listener: (error: BrokenStoreError) => void): void {
    this.#listeners.push(listener);
  }

  get broken(): BrokenStoreError | null {
    return this.#broken;
  }

  /** @throws BrokenStoreError */
  check(): void {
    if (this.#broken) throw this.#broken;
  }

  /** Somebody waits for it from now on, until it has `ended`. */
  began(transaction: Rejectable): void {
    this.#open.add(transaction);
  }

  ended(transaction: Rejectable): void {
    this.#open.delete(transaction);
  }

  break(cause: unknown): void {
    if (this.#broken) return;
    const error = new BrokenStoreError(cause);
    this.#broken = error;
    for (const transaction of this.#open) transaction.reject(error);
    this.#open.clear();
    for (const listener of this.#listeners) listener(error);
  }
}
