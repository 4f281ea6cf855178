import { join } from 'node:path';
import type { Clock } from '@svc-simulator/core';
import { Low } from 'lowdb';
import type { Log } from '../runtime.ts';
import type { StorePolicy } from './commit.ts';
import type { Files } from './files.ts';
import type { BetweenCommits, Durability, Journal } from './journal.ts';
import { JournalAdapter } from './journal-adapter.ts';
import { LockFile } from './lock-file.ts';
import { migrate } from './migration-1/migrate.ts';
import { StoreData } from './store-data.ts';
import { TRACE, TraceFiles } from './trace-files.ts';

export interface DataDirectorySettings {
  readonly directory: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
  readonly policy: StorePolicy;
  readonly durability: Durability;
  /** Journal bytes from which on `db.json` is written anew. */
  readonly foldBytes: number;
}

const RETRY_MS = 1000;

/** The directory that keeps a store: its lock, its lowdb database and its trace. */
export class DataDirectory {
  readonly low: Low<StoreData>;
  readonly #settings: DataDirectorySettings;
  readonly #lock: LockFile;
  readonly #adapter: JournalAdapter;
  readonly #trace: TraceFiles;
  #folding: Promise<void> | null = null;
  #foldFrom: number;
  /** When the next `db.json` after a journal that can't be trusted may be tried. */
  #retryAtMs = 0;

  private constructor(
    settings: DataDirectorySettings,
    lock: LockFile,
    low: Low<StoreData>,
    adapter: JournalAdapter,
    trace: TraceFiles,
  ) {
    this.#settings = settings;
    this.#lock = lock;
    this.low = low;
    this.#adapter = adapter;
    this.#trace = trace;
    this.#foldFrom = this.#growth();
  }

  /**
   * Takes the directory and brings back what it holds.
   * @throws DirectoryInUseError, DamagedFileError
   */
  static async open(settings: DataDirectorySettings, between: BetweenCommits): Promise<DataDirectory> {
    const { directory, files, clock, log, policy } = settings;
    await files.makeDirectory(directory);
    const lock = await LockFile.acquire(directory, files);
    try {
      await migrate(settings);
      const trace = new TraceFiles({ directory: join(directory, TRACE), files, clock, log });
      const data = new StoreData(policy, { clock, log, files: trace });
      const adapter = new JournalAdapter(settings, data, trace, between);
      const low = new Low<StoreData>(adapter, data);
      await low.read();
      return new DataDirectory(settings, lock, low, adapter, trace);
    } catch (error) {
      // What went wrong first is what somebody has to read.
      await lock.release().catch(() => {});
      throw error;
    }
  }

  get journal(): Journal {
    return this.#adapter.journal;
  }

  /** Begins to write `db.json` anew when the journal has grown enough. */
  foldWhenDue(): void {
    if (this.#folding || !this.#isFoldDue()) return;
    this.fold().catch((cause) => {
      this.#settings.log(
        'warn',
        'db.json could not be written; the journal keeps everything, and it is tried again',
        {
          cause: String(cause),
        },
      );
    });
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
    await this.#folding?.catch(() => {});
    if (this.journal.size > 0) {
      await this.fold().catch((cause) => {
        log('error', 'db.json could not be written; the next start reads the journal', {
          cause: String(cause),
        });
      });
    }
    const closing = [this.#trace.close(), this.journal.close(), this.#lock.release()];
    for (const { status, reason } of (await Promise.allSettled(
      closing,
    )) as Partial<PromiseRejectedResult>[]) {
      if (status === 'rejected')
        log('error', 'the data directory was not closed well', {
          cause: String(reason),
        });
    }
  }

  #isFoldDue(): boolean {
    const { clock } = this.#settings;
    if (this.journal.suspect && clock.now() >= this.#retryAtMs) {
      this.#retryAtMs = clock.now() + RETRY_MS;
      return true;
    }
    return this.journal.size >= this.#foldFrom;
  }

  /** Bytes of groups after which the next `db.json` is due: a large one is not to be written for a small change. */
  #growth(): number {
    return Math.max(this.#settings.foldBytes, 2 * this.#adapter.databaseBytes);
  }
}
