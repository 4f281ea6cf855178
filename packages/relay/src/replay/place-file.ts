import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { makeDirectory } from '@svc-simulator/machine/make-directory.ts';
import { fileFault } from '@svc-simulator/machine/text-file.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';

interface PlaceFileOptions {
  readonly t: Texts;
  /** The folder that it is in; made when it is missing. */
  readonly folder: string;
  /** The address of the simulator, and the API token of the account: they name the file. */
  readonly mock: string;
  readonly key: string;
  /** Told once, when the place can't be kept. */
  readonly onTrouble: (text: string) => void;
}

/** Remembers a relay's place from one run to the next. */
export class PlaceFile {
  readonly #options: PlaceFileOptions;
  readonly #file: string;
  #wanted: (() => number) | null = null;
  #writing: Promise<void> | null = null;
  #troubled = false;

  constructor(options: PlaceFileOptions) {
    const { folder, mock, key } = options;
    this.#options = options;
    const host = new URL(mock).host.replace(/^localhost\b/, '127.0.0.1');
    const name = createHash('sha256').update(`${host}\n${key}`).digest('hex').slice(0, 12);
    this.#file = join(folder, `relay-${name}.json`);
  }

  /** The sequence that was written last; 0 when there is none. */
  async read(): Promise<number> {
    const { t } = this.#options;
    try {
      const { sequence } = JSON.parse(await readFile(this.#file, 'utf8'));
      if (Number.isSafeInteger(sequence) && sequence >= 0) return sequence;
      throw new Error(t('relay.place.holds_no_sequence'));
    } catch (error) {
      const code = errorCode(error);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') {
        this.#tell(
          t('relay.place.cannot_read_everything_missed', { file: this.#file, error: fileFault(t, error) }),
        );
      }
      return 0;
    }
  }

  /** Writes soon; asks for the place when it does. */
  write(place: () => number): void {
    this.#wanted = place;
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
  }

  /** Resolves when what it was told is written. */
  async flush(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    const { t, folder, mock } = this.#options;
    while (this.#wanted !== null) {
      const sequence = this.#wanted();
      this.#wanted = null;
      try {
        await makeDirectory(folder);
        const draft = `${this.#file}.${process.pid}`;
        await writeFile(draft, `${JSON.stringify({ simulator: mock, sequence })}\n`, { mode: 0o600 });
        await rename(draft, this.#file);
      } catch (error) {
        this.#tell(
          t('relay.place.cannot_written_next_replay', { file: this.#file, error: fileFault(t, error) }),
        );
      }
    }
  }

  #tell(text: string): void {
    if (!this.#troubled) this.#options.onTrouble(text);
    this.#troubled = true;
  }
}

/**
 * How far a relay has come: every webhook up to there has been taken by the receiver. Webhooks are answered in any order, so the
 * place waits for the earliest that is not; what was taken beyond it is the simulator's to know, and is not sent again.
 */
export class ReplayCursor {
  #highest: number;
  readonly #owed = new Set<number>();

  /** `since`: where the relay left off; 0 when it has no place yet. */
  constructor(since: number) {
    this.#highest = since;
  }

  /** The sequence after which something may be missing. */
  get value(): number {
    let value = this.#highest;
    for (const sequence of this.#owed) value = Math.min(value, sequence - 1);
    return value;
  }

  /** A webhook is on its way to the receiver; 0 is that of a simulator which counts nothing. */
  begin(sequence: number): void {
    if (sequence === 0) return;
    this.#owed.add(sequence);
    this.#highest = Math.max(this.#highest, sequence);
  }

  /** `taken`: answered with 2xx. */
  end(sequence: number, taken: boolean): void {
    if (taken) this.#owed.delete(sequence);
  }
}
