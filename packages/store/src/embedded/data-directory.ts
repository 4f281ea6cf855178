import { join } from 'node:path';
import type { Clock } from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';
import { type Adapter, Low } from 'lowdb';
import type { StorePolicy } from '../commit.ts';
import { type About, aboutOf, DATABASE, writeDatabase } from './database-file.ts';
import type { Files } from './files/files.ts';
import { LockFile } from './files/lock-file.ts';
import type { BetweenCommits, Durability, Journal } from './journal/journal.ts';
import { recover } from './journal/recovery.ts';
import { StoreData } from './store-data.ts';
import { TRACE, TraceFiles } from './trace/trace-files.ts';

/**
 * The directory that keeps a store, and lowdb's way to it. `read` brings back `db.json` and the groups that the journal holds
 * since; `write` folds the journal into a new `db.json` while commits go on; in between each group of commits is appended to the
 * journal.
 *
 * `write` has steps, after any of which the process may die: `db.json` is written beside the old one and takes its place;
 * the journal goes on without what is in it. Whatever is left, `db.json` and the groups of the journal behind its own
 * hold everything, and putting a record twice changes nothing.
 */
export class DataDirectory implements Adapter<StoreData> {
  readonly low: Low<StoreData>;
  readonly #settings: DataDirectorySettings;
  readonly #between: BetweenCommits;
  readonly #lock: LockFile;
  readonly #trace: TraceFiles;
  #journal: Journal | null = null;
  #databaseBytes = 0;
  #folding: Promise<void> | null = null;
  #foldFrom = 0;

  private constructor(settings: DataDirectorySettings, between: BetweenCommits, lock: LockFile) {
    const { directory, files, clock, log, policy } = settings;
    this.#settings = settings;
    this.#between = between;
    this.#lock = lock;
    this.#trace = new TraceFiles({ directory: join(directory, TRACE), files, clock, log });
    this.low = new Low<StoreData>(this, new StoreData(policy, { clock, log, files: this.#trace }));
  }

  /**
   * Takes the directory and brings back what it holds.
   * @throws DirectoryInUseError, DamagedFileError, UnknownFormError
   */
  static async open(settings: DataDirectorySettings, between: BetweenCommits): Promise<DataDirectory> {
    const { directory, files } = settings;
    await files.makeDirectory(directory);
    const lock = await LockFile.acquire(directory, files);
    try {
      const opened = new DataDirectory(settings, between, lock);
      await opened.low.read().catch(async (error) => {
        // What it was about to write belongs to whoever takes the directory next.
        await opened.#trace.close();
        throw error;
      });
      return opened;
    } catch (error) {
      // What went wrong first is what somebody has to read.
      await lock.release().catch(() => {});
      throw error;
    }
  }

  /** Commits go on here, once it was read. */
  get journal(): Journal {
    if (!this.#journal) throw new Error('the journal is not open');
    return this.#journal;
  }

  /**
   * @returns null when the directory holds no store yet.
   * @throws DamagedFileError when something is missing or is not what was written; UnknownFormError.
   */
  async read(): Promise<StoreData | null> {
    const { data } = this.low;
    const { journal, databaseBytes, isFresh } = await recover(this.#settings, data, this.#trace);
    this.#journal = journal;
    journal.onSuspect = () => this.#foldSoon();
    this.#databaseBytes = databaseBytes;
    this.#foldFrom = this.#growth();
    return isFresh ? null : data;
  }

  /** When a step fails, the files before and the journal stay good. */
  async write(data: StoreData): Promise<void> {
    // After a sync that failed nothing says that the journal holds what comes meanwhile: then nothing comes meanwhile.
    if (this.journal.suspect) await this.#between(() => this.#fold(data, (work) => work()));
    else await this.#fold(data, this.#between);
    await data.trace.sweep();
  }

  /** Begins to write `db.json` anew when the journal has grown enough, or the trace has files to delete. */
  foldWhenDue(): void {
    if (this.#trace.isSweepDue || this.journal.size >= this.#foldFrom) this.#foldSoon();
  }

  /** Writes `db.json` while commits go on; calls that overlap share it. */
  fold(): Promise<void> {
    this.#folding ??= this.low.write().finally(() => {
      this.#folding = null;
      // From here on, so that one that failed is not tried again at once.
      this.#foldFrom = this.journal.size + this.#growth();
    });
    return this.#folding;
  }

  /** Writes `db.json`, so that the next start has no journal to read, and lets go of the directory. */
  async close(): Promise<void> {
    const { log } = this.#settings;
    this.journal.onSuspect = () => {};
    await this.#folding?.catch(() => {});
    if (this.journal.size > 0) {
      await this.fold().catch((cause) => {
        log('error', 'db.json could not be written; the next start reads the journal', {
          cause: String(cause),
        });
      });
    }
    for (const work of [this.#trace, this.journal, { close: () => this.#lock.release() }]) {
      await work.close().catch((cause: unknown) => {
        log('error', 'the data directory was not closed well', { cause: String(cause) });
      });
    }
  }

  #foldSoon(): void {
    if (this.#folding) return;
    this.fold().catch((cause) => {
      const text = 'db.json could not be written; the journal keeps everything, and it is tried again';
      this.#settings.log('warn', text, { cause: String(cause) });
    });
  }

  /** Bytes of groups after which the next `db.json` is due: a large one is not to be written for a small change. */
  #growth(): number {
    return Math.max(this.#settings.foldBytes, 2 * this.#databaseBytes);
  }

  async #fold(data: StoreData, between: BetweenCommits): Promise<void> {
    const { journal } = this;
    const wasSuspect = journal.suspect;
    const [about, from] = await between(async () => [aboutOf(data, journal.last), journal.length] as const);
    await this.#trace.settle();
    await this.#replace(about, data, async () => {
      if (wasSuspect) return;
      // What the file holds of later groups must be whole in the journal before it counts.
      await journal.sync();
      if (journal.suspect) throw new Error('the journal could not be synced');
    });
    await journal.startOver(about.group + 1, from, between);
  }

  async #replace(about: About, data: StoreData, makeSafe: () => Promise<void>): Promise<void> {
    const { files, directory } = this.#settings;
    const path = join(directory, DATABASE);
    try {
      this.#databaseBytes = await writeDatabase(files, `${path}.new`, about, data);
      await makeSafe();
      await files.rename(`${path}.new`, path);
    } catch (error) {
      // On a full disk, half a file would take the room that the journal needs.
      await files.remove(`${path}.new`).catch(() => {});
      throw error;
    }
    await files.syncDirectory(directory);
  }
}

interface DataDirectorySettings {
  readonly directory: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
  readonly policy: StorePolicy;
  readonly durability: Durability;
  /** Journal bytes from which on `db.json` is written anew. */
  readonly foldBytes: number;
}
