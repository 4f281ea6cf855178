import { join } from 'node:path';
import type { CancelTimer } from '@svc-simulator/core';
import type { DirectorySettings, OpenFile } from '../files/files.ts';
import { createHeadLine } from './journal-file.ts';

export const JOURNAL = 'journal.jsonl';
/**
 * Delay between a commit and its sync, which limits what a power cut loses. A crash of only the process loses
 * nothing.
 */
const SYNC_DELAY_MS = 50;
const SYNC_RETRY_MS = 1000;
const COPY_BYTES = 2 ** 20;

export type Durability = 'default' | 'strict';

/** Runs `work` while no commit is being written. */
export type BetweenCommits = <T>(work: () => Promise<T>) => Promise<T>;

export interface JournalSettings extends DirectorySettings {
  readonly durability: Durability;
}

interface Extent {
  readonly headBytes: number;
  readonly length: number;
  readonly lastGroup: number;
}

/** Stores groups of commits in a file until a new `db.json` contains them. */
export class Journal {
  /** Called after each failed sync until a new file replaces the journal. */
  onSuspect = () => {};
  readonly #settings: JournalSettings;
  readonly #path: string;
  #file: OpenFile;
  #headBytes: number;
  #length: number;
  #lastGroup: number;
  /** The last group that certainly survives a power cut. */
  #safeGroup: number;
  #hasPartialGroup = false;
  #hasUnsynced = false;
  /** True until the file's rename is synced, because a power cut can undo the rename. */
  #isNew = false;
  #isSuspect = false;
  #runningSync: Promise<void> | null = null;
  #cancelSync: CancelTimer | null = null;

  private constructor(settings: JournalSettings, file: OpenFile, { headBytes, length, lastGroup }: Extent) {
    this.#settings = settings;
    this.#path = join(settings.directory, JOURNAL);
    this.#file = file;
    this.#headBytes = headBytes;
    this.#length = length;
    this.#lastGroup = lastGroup;
    this.#safeGroup = lastGroup;
  }

  /** Opens the existing journal to append to it, and cuts off an incomplete end. */
  static async resume(settings: JournalSettings, extent: Extent, isTorn: boolean): Promise<Journal> {
    const file = await settings.files.openFile(join(settings.directory, JOURNAL), false);
    try {
      if (isTorn) await file.truncate(extent.length);
      // Syncs the groups of the former process, because it might have died before its own sync.
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
      // The head is written before the rename, so a journal is never empty.
      await files.rename(`${path}.new`, path);
      await files.syncDirectory(directory);
    } catch (error) {
      await file.close();
      throw error;
    }
    return new Journal(settings, file, { headBytes: head.length, length: head.length, lastGroup: first - 1 });
  }

  get size(): number {
    return this.#length - this.#headBytes;
  }

  get length(): number {
    return this.#length;
  }

  get lastGroup(): number {
    return this.#lastGroup;
  }

  get safeGroup(): number {
    return this.#safeGroup;
  }

  /**
   * True after a failed sync. The system can have dropped the unsynced bytes, even if a later sync succeeds,
   * so the commits in those bytes are safe only in a new `db.json`.
   */
  get isSuspect(): boolean {
    return this.#isSuspect;
  }

  /** Appends the next group completely or not at all. Returns a promise if the write isn't synchronous. */
  append(line: Buffer): Promise<void> | void {
    if (this.#hasPartialGroup) return this.#truncate().then(() => this.append(line));
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
    this.#lastGroup++;
    if (this.#settings.durability === 'strict') this.#safeGroup = this.#lastGroup;
    else this.#syncSoon();
  }

  /** Truncates immediately, so that no partial line is left if the process crashes. */
  async #undo(error: unknown): Promise<never> {
    this.#hasPartialGroup = true;
    await this.#truncate().catch(() => {});
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
   * Replaces the journal by a file that begins with group `first`, so all older groups are dropped. `from` is
   * the offset of group `first` in the current file. If an error precedes the rename, the current file stays
   * in use.
   * @throws if a sync has failed and groups must be copied, because the file may have lost them
   */
  async startNewFile(first: number, from: number, betweenCommits: BetweenCommits): Promise<void> {
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
      // Two passes copy most groups while commits continue; the rest is copied below, between commits.
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
    // Removes the bytes of a refused group, which the next start must not find.
    if (this.#hasPartialGroup) await this.#truncate().catch(() => {});
    if (this.#hasUnsynced) await this.#syncOrLog();
    await this.#file.close();
  }

  async #truncate(): Promise<void> {
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
    const lastGroup = this.#lastGroup;
    this.#hasUnsynced = false;
    try {
      await this.#syncFile();
    } catch (error) {
      this.#hasUnsynced = true;
      this.#isSuspect = true;
      throw error;
    }
    if (!this.#isSuspect) this.#safeGroup = lastGroup;
  }

  async #syncFile(): Promise<void> {
    await this.#file.sync();
    if (!this.#isNew) return;
    await this.#settings.files.syncDirectory(this.#settings.directory);
    this.#isNew = false;
  }
}
