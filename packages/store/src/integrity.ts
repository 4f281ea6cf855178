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

/** Whether a store may still be used. It breaks once, for the first reason and for good. */
export class Integrity {
  #broken: BrokenStoreError | null = null;
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

  break(cause: unknown): void {
    if (this.#broken) return;
    const error = new BrokenStoreError(cause);
    this.#broken = error;
    for (const listener of this.#listeners) listener(error);
  }
}
