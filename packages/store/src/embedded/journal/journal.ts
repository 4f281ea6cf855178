import { join } from 'node:path';
import type { CancelTimer } from '@svc-simulator/core';
import type { DirectorySettings, OpenFile } from '../files/files.ts';
import { createHeadLine } from './journal-file.ts';

export const JOURNAL = 'journal.jsonl';
/**
 * Delay from a commit, or from a sync that the commit arrived during, to the next sync. A crash of only the
 * process loses nothing.
 */
const SYNC_DELAY_MS = 50;
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
  /** Called after a failed sync, and repeatedly until the journal starts over. */
  onSuspect = () => {};
  readonly #settings: JournalSettings;
  readonly #path: string;
  #file: OpenFile;
  #headBytes: number;
  #length: number;
  #last: number;
  /** The last group that is sure to survive a power cut. */
  #safe: number;
  #hasPartialGroup = false;
  #hasUnsynced = false;
  /**
   * True until the rename is synced: before that, a power cut may restore the former file under this name.
   */
  #isNew = false;
  #isSuspect = false;
  #runningSync: Promise<void> | null = null;
  #cancelSync: CancelTimer | null = null;

  private constructor(settings: JournalSettings, file: OpenFile, { headBytes, length, last }: Extent) {
    this.#settings = settings;
    this.#path = join(settings.directory, JOURNAL);
    this.#file = file;
    this.#headBytes = headBytes;
    this.#length = length;
    this.#last = last;
    this.#safe = last;
  }

  /** Opens the existing journal after its last whole group, and cuts off an incomplete end. */
  static async resume(settings: JournalSettings, extent: Extent, isTorn: boolean): Promise<Journal> {
    const file = await settings.files.openFile(join(settings.directory, JOURNAL), false);
    try {
      if (isTorn) await file.truncate(extent.length);
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
    const head = createHeadLine(first);
    const file = await files.openFile(`${path}.new`, true);
    try {
      await file.write(head, 0);
      await file.sync();
      // Writes the head before the file gets its name, so that no journal is ever empty.
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
   * True after a failed sync. The system may drop the data and still report success for the next sync, so
   * only a new `db.json` is safe.
   */
  get isSuspect(): boolean {
    return this.#isSuspect;
  }

  /**
   * Appends the next group completely or not at all. Returns a promise if the write takes longer than this
   * call.
   */
  append(line: Buffer): Promise<void> | void {
    if (this.#hasPartialGroup) return this.#cutBack().then(() => this.append(line));
    const isStrict = this.#settings.durability === 'strict';
    let write: Promise<void> | void;
    try {
      write = this.#file.write(line, this.#length);
    } catch (error) {
      return this.#undo(error);
    }
    if (!write && !isStrict) return this.#onAppended(line);
    return Promise.resolve(write)
      .then(() => (isStrict ? this.#syncFile() : undefined))
      .then(
        () => this.#onAppended(line),
        (error) => this.#undo(error),
      );
  }

  #onAppended({ length }: Buffer): void {
    this.#length += length;
    this.#last++;
    if (this.#settings.durability === 'strict') this.#safe = this.#last;
    else this.#syncSoon();
  }

  /** Truncates now, not before the next group, so that a reader after a crash finds no partial line. */
  async #undo(error: unknown): Promise<never> {
    this.#hasPartialGroup = true;
    await this.#cutBack().catch(() => {});
    throw error;
  }

  async sync(): Promise<void> {
    await this.#runningSync;
    try {
      await this.#syncAll();
    } catch (error) {
      this.#syncSoon();
      throw error;
    }
  }

  /**
   * Continues in a new file, without the groups before `first`, whose group begins at byte `from`. If this
   * fails before the rename, nothing has changed.
   * @throws if a sync has failed and groups have to be copied, because their content is unknown.
   */
  async startOver(first: number, from: number, betweenCommits: BetweenCommits): Promise<void> {
    const { files } = this.#settings;
    const head = createHeadLine(first);
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
    const formerFile = this.#file;
    try {
      await file.write(head, 0);
      // Copies most groups while commits continue; the last copy is made between two commits.
      for (let pass = 0; pass < 2; pass++) await copy(this.#length);
      await betweenCommits(async () => {
        await this.#runningSync;
        await copy(this.#length);
        await file.sync();
        await this.#runningSync;
        if (this.#isSuspect && position > from) throw new Error(`${this.#path} could not be synced`);
        await files.rename(`${this.#path}.new`, this.#path);
        this.#file = file;
        this.#length += head.length - from;
        this.#headBytes = head.length;
        this.#hasPartialGroup = false;
        this.#isNew = true;
        this.#isSuspect = false;
        await this.sync();
      });
    } catch (error) {
      await (this.#file === file ? formerFile : file).close().catch(() => {});
      if (this.#file !== file) await files.remove(`${this.#path}.new`).catch(() => {});
      throw error;
    }
    await this.#runningSync;
    await formerFile.close();
  }

  async close(): Promise<void> {
    this.#cancelSync?.();
    await this.#runningSync;
    this.#cancelSync?.();
    this.#cancelSync = null;
    // Truncates, because the next start must not find a refused group.
    if (this.#hasPartialGroup) await this.#cutBack().catch(() => {});
    if (this.#hasUnsynced) await this.#syncOrLog();
    await this.#file.close();
  }

  async #cutBack(): Promise<void> {
    await this.#file.truncate(this.#length);
    this.#hasPartialGroup = false;
  }

  #syncSoon(): void {
    this.#hasUnsynced = true;
    if (this.#cancelSync || this.#runningSync) return;
    this.#cancelSync = this.#settings.clock.after(this.#isSuspect ? SYNC_RETRY_MS : SYNC_DELAY_MS, () => {
      this.#cancelSync = null;
      this.#runningSync = this.#syncOrLog().finally(() => {
        this.#runningSync = null;
        if (this.#isSuspect) this.onSuspect();
        if (this.#isSuspect || this.#hasUnsynced) this.#syncSoon();
      });
    });
  }

  async #syncOrLog(): Promise<void> {
    try {
      await this.#syncAll();
    } catch (cause) {
      const text = `${this.#path} could not be synced; a power cut now may lose commits`;
      this.#settings.log('error', text, { cause: String(cause) });
    }
  }

  async #syncAll(): Promise<void> {
    const last = this.#last;
    this.#hasUnsynced = false;
    try {
      await this.#syncFile();
    } catch (error) {
      this.#hasUnsynced = true;
      this.#isSuspect = true;
      throw error;
    }
    if (!this.#isSuspect) this.#safe = last;
  }

  async #syncFile(): Promise<void> {
    await this.#file.sync();
    if (!this.#isNew) return;
    await this.#settings.files.syncDirectory(this.#settings.directory);
    this.#isNew = false;
  }
}
