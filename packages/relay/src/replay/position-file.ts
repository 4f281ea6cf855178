import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { makeDirectory } from '@svc-simulator/machine/make-directory.ts';
import { fileFault } from '@svc-simulator/machine/text-file.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';

interface PositionFileOptions {
  readonly t: Texts;
  readonly folder: string;
  readonly mock: string;
  readonly key: string;
  /** Called at most once, if the position can't be read or saved. */
  readonly onProblem: (text: string) => void;
}

export class PositionFile {
  readonly #options: PositionFileOptions;
  readonly #file: string;
  #currentPosition: (() => number) | null = null;
  #writePromise: Promise<void> | null = null;
  #hasReported = false;

  constructor(options: PositionFileOptions) {
    const { folder, mock, key } = options;
    this.#options = options;
    const host = new URL(mock).host.replace(/^localhost\b/, '127.0.0.1');
    const name = createHash('sha256').update(`${host}\n${key}`).digest('hex').slice(0, 12);
    this.#file = join(folder, `relay-${name}.json`);
  }

  async read(): Promise<number> {
    const { t } = this.#options;
    try {
      const { sequence } = JSON.parse(await readFile(this.#file, 'utf8'));
      if (Number.isSafeInteger(sequence) && sequence >= 0) return sequence;
      throw new Error(t('relay.position.no_sequence'));
    } catch (error) {
      const code = errorCode(error);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') {
        this.#report(t('relay.position.unreadable', { file: this.#file, error: fileFault(t, error) }));
      }
      return 0;
    }
  }

  write(currentPosition: () => number): void {
    this.#currentPosition = currentPosition;
    this.#writePromise ??= this.#writeAll().finally(() => {
      this.#writePromise = null;
    });
  }

  async flush(): Promise<void> {
    await this.#writePromise;
  }

  async #writeAll(): Promise<void> {
    const { t, folder, mock } = this.#options;
    while (this.#currentPosition !== null) {
      const sequence = this.#currentPosition();
      this.#currentPosition = null;
      try {
        await makeDirectory(folder);
        const temporaryFile = `${this.#file}.${process.pid}`;
        await writeFile(temporaryFile, `${JSON.stringify({ simulator: mock, sequence })}\n`, { mode: 0o600 });
        await rename(temporaryFile, this.#file);
      } catch (error) {
        this.#report(t('relay.position.not_written', { file: this.#file, error: fileFault(t, error) }));
      }
    }
  }

  #report(text: string): void {
    if (!this.#hasReported) this.#options.onProblem(text);
    this.#hasReported = true;
  }
}

/**
 * Tracks the sequence number up to which the receiver has accepted every webhook. Responses arrive in any
 * order, so `value` stays below the lowest number without a 2xx response. The simulator knows which webhooks
 * above `value` were delivered, and doesn't send them again.
 */
export class ReplayCursor {
  #highestSequence: number;
  readonly #unaccepted = new Set<number>();

  /** `since` is the stored position, or 0. */
  constructor(since: number) {
    this.#highestSequence = since;
  }

  /** Returns the number after which the relay requests missed webhooks. */
  get value(): number {
    let value = this.#highestSequence;
    for (const sequence of this.#unaccepted) value = Math.min(value, sequence - 1);
    return value;
  }

  begin(sequence: number): void {
    // 0 means that an older simulator sent the webhook without a sequence number, so it can't be counted.
    if (sequence === 0) return;
    this.#unaccepted.add(sequence);
    this.#highestSequence = Math.max(this.#highestSequence, sequence);
  }

  /** `isAccepted` is true after a 2xx response. */
  end(sequence: number, isAccepted: boolean): void {
    if (isAccepted) this.#unaccepted.delete(sequence);
  }
}
