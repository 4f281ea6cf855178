import { messageOf } from '@svc-simulator/machine/errors.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { TranslatedError } from '@svc-simulator/texts/translated-error.ts';

/** An unexpected error was thrown, so the store's memory can differ from its files. The API returns 500. */
export class BrokenStoreError extends TranslatedError {
  override readonly name = 'BrokenStoreError';

  constructor(cause: unknown) {
    super(message('start.store_broken', { why: messageOf(cause) }), { cause });
  }
}

/** Remembers the first unexpected error of a store, which is broken from then on. */
export class Integrity {
  #broken: BrokenStoreError | null = null;
  readonly #listeners: ((error: BrokenStoreError) => void)[] = [];

  onBroken(listener: (error: BrokenStoreError) => void): void {
    this.#listeners.push(listener);
  }

  get broken(): BrokenStoreError | null {
    return this.#broken;
  }

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
