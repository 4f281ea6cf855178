import { join } from 'node:path';
import type { CancelTimer, Clock } from '@svc-simulator/core';
import type { Log } from '../runtime.ts';
import type { Files, OpenFile } from './files.ts';
import { jsonFrame } from './frames.ts';

/** How long an answer may be ahead of the disk's own memory; a crash of the process alone loses nothing. */
const SYNC_EVERY_MS = 50;
/** When a sync is tried again that failed. */
const RETRY_MS = 1000;

/** `default`: safe from the death of the process before it is answered. `strict`: from a power cut too. */
export type Durability = 'default' | 'strict';

export interface JournalSettings {
  readonly directory: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
  readonly durability: Durability;
  /** What a snapshot's alarms, tags and accounts are worked out by. */
  readonly version: string;
}

const NAME = /^journal-(\d+)\.bin$/;

export function journalName(generation: number): string {
  return `journal-${generation}.bin`;
}

export function generationOf(name: string): number | undefined {
  const [, digits] = NAME.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The file that commits are appended to, from one snapshot to the next. */
export class Journal {
  readonly generation: number;
  readonly #settings: JournalSettings;
  readonly #file: OpenFile;
  #length: number;
  /** Bytes of the header; a journal that is no longer has no commits. */
  readonly #headerBytes: number;
  #broken = false;
  #syncing: Promise<void> | null = null;
  #unsynced = false;
  /** How much of the file is on the disk. */
  #safeBytes: number;
  #timer: CancelTimer | null = null;
  #syncedAt = Number.NEGATIVE_INFINITY;
  #suspect = false;

  private constructor(
    settings: JournalSettings,
    generation: number,
    file: OpenFile,
    length: number,
    headerBytes: number,
  ) {
    this.#settings = settings;
    this.generation = generation;
    this.#file = file;
    this.#length = length;
    this.#headerBytes = headerBytes;
    this.#safeBytes = length;
  }

  /** Goes on at the end of a journal whose good part is `length` bytes. */
  static async resume(settings: JournalSettings, generation: number, length: number): Promise<Journal> {
    const file = await settings.files.open(join(settings.directory, journalName(generation)), false);
    try {
      // The process before may have died before it came to this.
      await file.sync();
    } catch (error) {
      await file.close();
      throw error;
    }
    return new Journal(settings, generation, file, length, header(generation).length);
  }

  /** Makes a journal under a name for the time being; it does not count until `publish`. */
  static async prepare(settings: JournalSettings, generation: number): Promise<Journal> {
    const file = await settings.files.open(`${join(settings.directory, journalName(generation))}.new`, true);
    const bytes = header(generation);
    try {
      await file.write([bytes], 0);
      await file.sync();
    } catch (error) {
      await file.close();
      throw error;
    }
    return new Journal(settings, generation, file, bytes.length, bytes.length);
  }

  /** Gives a prepared journal its name. It has its header by then, so no journal is ever rightly empty. */
  async publish(): Promise<void> {
    const { files, directory } = this.#settings;
    const path = join(directory, journalName(this.generation));
    await files.rename(`${path}.new`, path);
    await files.syncDirectory(directory);
  }

  /** Bytes of commits. */
  get size(): number {
    return this.#length - this.#headerBytes;
  }

  /** How much of it a power cut can't take away any more. */
  get safeBytes(): number {
    return this.#safeBytes;
  }

  /**
   * True once a sync has failed. A system may drop what it could not write, and call the next sync a success: only a new
   * snapshot can be trusted then.
   */
  get suspect(): boolean {
    return this.#suspect;
  }

  /** Appends one frame, whole or not at all. */
  async append(bytes: Buffer): Promise<void> {
    if (this.#broken) await this.#cutBack();
    try {
      await this.#file.write([bytes], this.#length);
      if (this.#settings.durability === 'strict') await this.#file.sync();
    } catch (error) {
      this.#broken = true;
      // Now rather than before the next one, so that a reader after a crash finds no half a frame.
      await this.#cutBack().catch(() => {});
      throw error;
    }
    this.#length += bytes.length;
    if (this.#settings.durability === 'strict') this.#safeBytes = this.#length;
    else this.#syncSoon();
  }

  /** Resolves when all that was appended before is on the disk, and nothing else. */
  async sync(): Promise<void> {
    if (this.#broken) await this.#cutBack();
    await this.#syncing;
    await this.#syncFile();
  }

  /** What is not on the disk yet gets there first, if it can. */
  async close(): Promise<void> {
    this.#timer?.();
    await this.#syncing;
    this.#timer?.();
    this.#timer = null;
    // Nothing that was refused may be found by the next start.
    if (this.#broken) await this.#cutBack().catch(() => {});
    if (this.#unsynced) await this.#syncOrTell();
    await this.#file.close();
  }

  async #cutBack(): Promise<void> {
    await this.#file.truncate(this.#length);
    this.#broken = false;
  }

  #syncSoon(): void {
    this.#unsynced = true;
    if (this.#timer || this.#syncing) return;
    const { clock } = this.#settings;
    const now = clock.now();
    const everyMs = this.#suspect ? RETRY_MS : SYNC_EVERY_MS;
    // Never later than that, also when the machine's clock was set back.
    const waitMs = Math.min(Math.max(this.#syncedAt + everyMs - now, 0), everyMs);
    this.#timer = clock.at(now + waitMs, () => {
      this.#timer = null;
      this.#syncing = this.#syncOrTell().finally(() => {
        this.#syncing = null;
        if (this.#unsynced) this.#syncSoon();
      });
    });
  }

  async #syncOrTell(): Promise<void> {
    const { log, directory } = this.#settings;
    try {
      await this.#syncFile();
    } catch (cause) {
      log(
        'error',
        `${join(directory, journalName(this.generation))} could not be synced; a power cut now may lose commits`,
        {
          cause: String(cause),
        },
      );
    }
  }

  async #syncFile(): Promise<void> {
    const length = this.#length;
    this.#unsynced = false;
    this.#syncedAt = this.#settings.clock.now();
    try {
      await this.#file.sync();
    } catch (error) {
      this.#unsynced = true;
      this.#suspect = true;
      throw error;
    }
    if (!this.#suspect) this.#safeBytes = length;
  }
}

function header(generation: number): Buffer {
  return jsonFrame({ journal: 1, generation });
}
