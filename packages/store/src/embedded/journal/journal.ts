import { join } from 'node:path';
import type { CancelTimer } from '@svc-simulator/core';
import type { DirectorySettings, OpenFile } from '../files/files.ts';
import { headLine } from './journal-file.ts';

export const JOURNAL = 'journal.jsonl';
/**
 * Delay from a commit, or from the sync during which it came, to the next sync; a crash of the process alone
 * loses nothing.
 */
const SYNC_AFTER_MS = 50;
const SYNC_RETRY_MS = 1000;
const COPY_BYTES = 2 ** 20;

export type Durability = 'default' | 'strict';

export type BetweenCommits = <T>(work: () => Promise<T>) => Promise<T>;

export interface JournalSettings extends DirectorySettings {
  readonly durability: Durability;
}

interface Extent {
  readonly headBytes: number;
  readonly length: number;
  readonly last: number;
}

/** The file that receives groups of commits, from one `db.json` to the next. */
export class Journal {
  /** Called when a sync fails, and repeatedly until the journal starts over. */
  onSuspect = () => {};
  readonly #settings: JournalSettings;
  readonly #path: string;
  #file: OpenFile;
  #headBytes: number;
  #length: number;
  #last: number;
  /** The last group that survives a power cut. */
  #safe: number;
  #broken = false;
  #unsynced = false;
  /** A power cut may still restore the former file under this name. */
  #isNew = false;
  #suspect = false;
  #syncing: Promise<void> | null = null;
  #timer: CancelTimer | null = null;

  private constructor(settings: JournalSettings, file: OpenFile, { headBytes, length, last }: Extent) {
    this.#settings = settings;
    this.#path = join(settings.directory, JOURNAL);
    this.#file = file;
    this.#headBytes = headBytes;
    this.#length = length;
    this.#last = last;
    this.#safe = last;
  }

  /** Opens the existing journal after its last whole group; cuts off a torn end. */
  static async resume(settings: JournalSettings, extent: Extent, torn: boolean): Promise<Journal> {
    const file = await settings.files.openFile(join(settings.directory, JOURNAL), false);
    try {
      if (torn) await file.truncate(extent.length);
      // The former process may have died before this sync.
      await file.sync();
    } catch (error) {
      await file.close();
      throw error;
    }
    return new Journal(settings, file, extent);
  }

  static async create(settings: JournalSettings, first: number): Promise<Journal> {
    const { files, directory } = settings;
    const path = join(directory, JOURNAL);
    const head = headLine(first);
    const file = await files.openFile(`${path}.new`, true);
    try {
      await file.write(head, 0);
      await file.sync();
      // The file has its head before it gets its name, so no journal is ever empty.
      await files.rename(`${path}.new`, path);
      await files.syncDirectory(directory);
    } catch (error) {
      await file.close();
      throw error;
    }
    return new Journal(settings, file, { headBytes: head.length, length: head.length, last: first - 1 });
  }

  get size(): number {
    return this.#length - this.#headBytes;
  }

  get length(): number {
    return this.#length;
  }

  get last(): number {
    return this.#last;
  }

  get safe(): number {
    return this.#safe;
  }

  /**
   * True after a failed sync. The system may drop the data and report success next time, so only a new
   * `db.json` can be trusted.
   */
  get suspect(): boolean {
    return this.#suspect;
  }

  /**
   * Appends the next group completely or not at all. Returns a promise when it takes longer than this call.
   */
  append(line: Buffer): Promise<void> | void {
    if (this.#broken) return this.#cutBack().then(() => this.append(line));
    const isStrict = this.#settings.durability === 'strict';
    let writing: Promise<void> | void;
    try {
      writing = this.#file.write(line, this.#length);
    } catch (error) {
      return this.#undo(error);
    }
    if (!writing && !isStrict) return this.#appended(line);
    return Promise.resolve(writing)
      .then(() => (isStrict ? this.#syncFile() : undefined))
      .then(
        () => this.#appended(line),
        (error) => this.#undo(error),
      );
  }

  #appended({ length }: Buffer): void {
    this.#length += length;
    this.#last++;
    if (this.#settings.durability === 'strict') this.#safe = this.#last;
    else this.#syncSoon();
  }

  /** Cut back now rather than before the next group, so that a reader after a crash finds no partial line. */
  async #undo(error: unknown): Promise<never> {
    this.#broken = true;
    await this.#cutBack().catch(() => {});
    throw error;
  }

  async sync(): Promise<void> {
    await this.#syncing;
    try {
      await this.#syncAll();
    } catch (error) {
      this.#syncSoon();
      throw error;
    }
  }

  /**
   * Continues in a new file without the groups before `first`, which begins at byte `from`. If that fails
   * before the rename, nothing has changed.
   * @throws when groups have to be copied and a sync has failed, because their content is unknown.
   */
  async startOver(first: number, from: number, between: BetweenCommits): Promise<void> {
    const { files } = this.#settings;
    const head = headLine(first);
    const file = await files.openFile(`${this.#path}.new`, true);
    let position = from;
    const copy = async (to: number) => {
      while (position < to) {
        const bytes = await this.#file.read(position, Math.min(COPY_BYTES, to - position));
        if (bytes.length === 0)
          throw new Error(`${this.#path} ends at byte ${position}, before its last group`);
        await file.write(bytes, head.length + position - from);
        position += bytes.length;
      }
    };
    const before = this.#file;
    try {
      await file.write(head, 0);
      // Most of it while commits continue, then the groups of that time.
      for (let time = 0; time < 2; time++) await copy(this.#length);
      await between(async () => {
        await this.#syncing;
        await copy(this.#length);
        await file.sync();
        await this.#syncing;
        if (this.#suspect && position > from) throw new Error(`${this.#path} could not be synced`);
        await files.rename(`${this.#path}.new`, this.#path);
        this.#file = file;
        this.#length += head.length - from;
        this.#headBytes = head.length;
        this.#broken = false;
        this.#isNew = true;
        this.#suspect = false;
        await this.sync();
      });
    } catch (error) {
      await (this.#file === file ? before : file).close().catch(() => {});
      if (this.#file !== file) await files.remove(`${this.#path}.new`).catch(() => {});
      throw error;
    }
    await this.#syncing;
    await before.close();
  }

  async close(): Promise<void> {
    this.#timer?.();
    await this.#syncing;
    this.#timer?.();
    this.#timer = null;
    // The next start must not find a refused group.
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
    this.#timer = this.#settings.clock.after(this.#suspect ? SYNC_RETRY_MS : SYNC_AFTER_MS, () => {
      this.#timer = null;
      this.#syncing = this.#syncOrTell().finally(() => {
        this.#syncing = null;
        if (this.#suspect) this.onSuspect();
        if (this.#suspect || this.#unsynced) this.#syncSoon();
      });
    });
  }

  async #syncOrTell(): Promise<void> {
    try {
      await this.#syncAll();
    } catch (cause) {
      const text = `${this.#path} could not be synced; a power cut now may lose commits`;
      this.#settings.log('error', text, { cause: String(cause) });
    }
  }

  async #syncAll(): Promise<void> {
    const last = this.#last;
    this.#unsynced = false;
    try {
      await this.#syncFile();
    } catch (error) {
      this.#unsynced = true;
      this.#suspect = true;
      throw error;
    }
    if (!this.#suspect) this.#safe = last;
  }

  async #syncFile(): Promise<void> {
    await this.#file.sync();
    if (!this.#isNew) return;
    await this.#settings.files.syncDirectory(this.#settings.directory);
    this.#isNew = false;
  }
}
