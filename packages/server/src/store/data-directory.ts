import { join } from 'node:path';
import type { Clock } from '@svc-simulator/core';
import { Low } from 'lowdb';
import type { Log } from '../runtime.ts';
import { AccountStates } from './account-state.ts';
import type { StorePolicy } from './commit.ts';
import type { Files } from './files.ts';
import type { Durability } from './journal.ts';
import { type BetweenCommits, JournalAdapter } from './journal-adapter.ts';
import { LockFile } from './lock-file.ts';
import type { StoreState } from './replay.ts';
import { Tables } from './tables.ts';
import { TRACE, TraceSegments } from './trace-segments.ts';

export interface DataDirectorySettings {
  readonly directory: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
  readonly policy: StorePolicy;
  readonly durability: Durability;
  readonly version: string;
  /** Journal bytes from which on a snapshot is made. */
  readonly checkpointBytes: number;
}

/**
 * How far the journals may outgrow the last snapshot: a large store is not to be written whole for a small change, nor
 * is the next start after a crash to read much more than the snapshot.
 */
const GROWTH = 4;
const GROWTH_BYTES = 256 * 2 ** 20;
const RETRY_MS = 1000;

/** The directory that keeps a store: its lock, its lowdb database and its trace. */
export class DataDirectory {
  readonly #settings: DataDirectorySettings;
  readonly #lock: LockFile;
  readonly #database: Low<StoreState>;
  readonly #adapter: JournalAdapter;
  #checkpoint: Promise<void> | null = null;
  #checkpointFrom: number;
  /** When the next snapshot of a journal that can't be trusted may be tried. */
  #retryAtMs = 0;

  private constructor(
    settings: DataDirectorySettings,
    lock: LockFile,
    database: Low<StoreState>,
    adapter: JournalAdapter,
  ) {
    this.#settings = settings;
    this.#lock = lock;
    this.#database = database;
    this.#adapter = adapter;
    this.#checkpointFrom = this.#growth();
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
      const states = new AccountStates();
      const segments = new TraceSegments({ directory: join(directory, TRACE), files, clock, log }, states);
      const state: StoreState = { tables: new Tables(), states, segments };
      const adapter = new JournalAdapter(settings, policy, state, between);
      const database = new Low<StoreState>(adapter, state);
      await database.read();
      return new DataDirectory(settings, lock, database, adapter);
    } catch (error) {
      // What went wrong first is what somebody has to read.
      await lock.release().catch(() => {});
      throw error;
    }
  }

  get state(): StoreState {
    return this.#database.data;
  }

  /** How much of the journal a power cut can't take away any more. */
  get safeBytes(): number {
    return this.#adapter.safeBytes;
  }

  append(frame: Buffer): Promise<void> {
    return this.#adapter.append(frame);
  }

  /** Begins a snapshot when the journals have grown enough. */
  checkpointWhenDue(): void {
    if (this.#checkpoint || !this.#isCheckpointDue()) return;
    this.checkpoint().catch((cause) => {
      this.#settings.log(
        'warn',
        'no snapshot could be written; the journals keep everything, and it is tried again',
        {
          cause: String(cause),
        },
      );
    });
  }

  /** Writes a snapshot while commits go on; calls that overlap share it. */
  checkpoint(): Promise<void> {
    this.#checkpoint ??= this.#database.write().finally(() => {
      this.#checkpoint = null;
      // From here on, so that a snapshot that failed is not tried again at once.
      this.#checkpointFrom = this.#adapter.replayBytes + this.#growth();
    });
    return this.#checkpoint;
  }

  /** Writes a snapshot, so that the next start has nothing to replay, and lets go of the directory. */
  async close(): Promise<void> {
    const { log } = this.#settings;
    await this.#checkpoint?.catch(() => {});
    if (this.#adapter.replayBytes > 0) {
      await this.checkpoint().catch((cause) => {
        log('error', 'no snapshot could be written; the next start replays the journals', {
          cause: String(cause),
        });
      });
    }
    const closing = [this.state.segments.close(), this.#adapter.close(), this.#lock.release()];
    for (const { status, reason } of (await Promise.allSettled(
      closing,
    )) as Partial<PromiseRejectedResult>[]) {
      if (status === 'rejected')
        log('error', 'the data directory was not closed well', {
          cause: String(reason),
        });
    }
  }

  #isCheckpointDue(): boolean {
    const { clock } = this.#settings;
    if (this.#adapter.suspect && clock.now() >= this.#retryAtMs) {
      this.#retryAtMs = clock.now() + RETRY_MS;
      return true;
    }
    return this.#adapter.replayBytes >= this.#checkpointFrom;
  }

  /** Bytes of commits after which the next snapshot is due. */
  #growth(): number {
    const { snapshotBytes } = this.#adapter;
    const growth = Math.min(GROWTH * snapshotBytes, snapshotBytes + GROWTH_BYTES);
    return Math.max(this.#settings.checkpointBytes, growth);
  }
}
