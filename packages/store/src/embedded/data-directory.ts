import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cryptoRandom } from '@svc-simulator/machine/crypto-random.ts';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { TranslatedError } from '@svc-simulator/texts/translated-error.ts';
import { type Adapter, Low } from 'lowdb';
import type { StorePolicy } from '../commit.ts';
import { DATABASE, type DatabaseHeader, databaseHeader, writeDatabase } from './database-file.ts';
import { type Files, nodeFiles } from './files/files.ts';
import type { BetweenCommits, Journal, JournalSettings } from './journal/journal.ts';
import { recover } from './journal/recovery.ts';
import { StoreData } from './store-data.ts';
import { TRACE_DIRECTORY, TraceFiles } from './trace/trace-files.ts';

/**
 * The data directory, as an adapter of lowdb. `read` loads `db.json`, and then the journal's groups that are
 * newer. `write` writes a new `db.json` while commits continue, and then removes its groups from the journal.
 *
 * The process can die at any step. The new `db.json` replaces the old one by a rename before the journal
 * drops groups, so both files together always contain everything.
 */
export class DataDirectory implements Adapter<StoreData> {
  readonly low: Low<StoreData>;
  readonly #settings: DataDirectorySettings;
  readonly #betweenCommits: BetweenCommits;
  readonly #lock: LockFile;
  readonly #trace: TraceFiles;
  #journal: Journal | null = null;
  #databaseBytes = 0;
  #folding: Promise<void> | null = null;
  #foldFromBytes = 0;

  private constructor(settings: DataDirectorySettings, between: BetweenCommits, lock: LockFile) {
    const { directory, files, clock, log, policy } = settings;
    this.#settings = settings;
    this.#betweenCommits = between;
    this.#lock = lock;
    this.#trace = new TraceFiles({
      directory: join(directory, TRACE_DIRECTORY),
      files,
      clock,
      log,
      retentionMs: policy.retentionMs,
    });
    this.low = new Low<StoreData>(this, new StoreData(policy, { clock, log, files: this.#trace }));
  }

  /**
   * Locks the directory and loads its content.
   * @throws DirectoryInUseError, DamagedFileError, UnknownFormatError
   */
  static async open(settings: DataDirectorySettings, between: BetweenCommits): Promise<DataDirectory> {
    const { directory, files } = settings;
    await files.makeDirectory(directory);
    const lock = await LockFile.acquire(directory, files);
    try {
      const dataDirectory = new DataDirectory(settings, between, lock);
      await dataDirectory.low.read().catch(async (error) => {
        // Pending writes must end before another process locks the directory.
        await dataDirectory.#trace.close();
        throw error;
      });
      return dataDirectory;
    } catch (error) {
      // An error of the release would hide the first error.
      await lock.release().catch(() => {});
      throw error;
    }
  }

  get journal(): Journal {
    if (!this.#journal) throw new Error('the journal is not open');
    return this.#journal;
  }

  /**
   * Loads the store; returns null if the directory is new.
   * @throws DamagedFileError if something is missing or changed; UnknownFormatError
   */
  async read(): Promise<StoreData | null> {
    const { data } = this.low;
    const { journal, databaseBytes, isFresh } = await recover(this.#settings, data, this.#trace);
    this.#journal = journal;
    journal.onSuspect = () => this.#foldSoon();
    this.#databaseBytes = databaseBytes;
    this.#foldFromBytes = this.#bytesUntilFold();
    return isFresh ? null : data;
  }

  /** Writes a new `db.json` and shortens the journal. If a step fails, the former files stay valid. */
  async write(data: StoreData): Promise<void> {
    // After a failed sync, the journal can lose new commits, so commits wait until `db.json` is written.
    if (this.journal.isSuspect) await this.#betweenCommits(() => this.#fold(data, (work) => work()));
    else await this.#fold(data, this.#betweenCommits);
    await data.trace.sweep();
  }

  foldWhenDue(): void {
    if (this.#trace.isSweepDue || this.journal.size >= this.#foldFromBytes) this.#foldSoon();
  }

  /** Writes `db.json` while commits continue. A call during a write waits for that write. */
  fold(): Promise<void> {
    this.#folding ??= this.low.write().finally(() => {
      this.#folding = null;
      // After a failed fold, the journal must grow before the next attempt, which could fail for the same reason.
      this.#foldFromBytes = this.journal.size + this.#bytesUntilFold();
    });
    return this.#folding;
  }

  /** Writes `db.json`, so that the next start has no journal to read, and unlocks the directory. */
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

  /**
   * Returns by how many bytes the journal must grow until the next fold. The number grows with `db.json`, so
   * that few changes don't rewrite a large file.
   */
  #bytesUntilFold(): number {
    return Math.max(this.#settings.foldBytes, 2 * this.#databaseBytes);
  }

  async #fold(data: StoreData, between: BetweenCommits): Promise<void> {
    const { journal } = this;
    const wasSuspect = journal.isSuspect;
    const [header, from] = await between(
      async () => [databaseHeader(data, journal.lastGroup), journal.length] as const,
    );
    await this.#trace.flushAndSync();
    await this.#replace(header, data, async () => {
      if (wasSuspect) return;
      // `db.json` can contain parts of groups that were written meanwhile. If a power cut took these groups
      // from the journal, half of a commit would remain, so the journal is synced before the rename.
      await journal.sync();
      if (journal.isSuspect) throw new Error('the journal could not be synced');
    });
    await journal.startNewFile(header.group + 1, from, between);
  }

  async #replace(header: DatabaseHeader, data: StoreData, beforeRename: () => Promise<void>): Promise<void> {
    const { files, directory } = this.#settings;
    const path = join(directory, DATABASE);
    try {
      this.#databaseBytes = await writeDatabase(files, `${path}.new`, header, data);
      await beforeRename();
      await files.rename(`${path}.new`, path);
    } catch (error) {
      // On a full disk, an incomplete file would take the space that the journal needs.
      await files.remove(`${path}.new`).catch(() => {});
      throw error;
    }
    await files.syncDirectory(directory);
  }
}

interface DataDirectorySettings extends JournalSettings {
  readonly policy: StorePolicy;
  readonly foldBytes: number;
}

interface LockHolder {
  /** 0 if the lock file doesn't contain a valid id. */
  readonly pid: number;
  /** Start time of the process in the system's ticks; null if the system doesn't report it. */
  readonly startedAt: string | null;
  readonly token: string;
}

export class DirectoryInUseError extends TranslatedError {
  override readonly name = 'DirectoryInUseError';
  readonly code = 'STORE_LOCKED';
}

/** Keeps other processes, and other stores of this process, out of a data directory. */
export class LockFile {
  readonly #files: Files;
  readonly #path: string;
  readonly #token: string;

  private constructor(files: Files, path: string, token: string) {
    this.#files = files;
    this.#path = path;
    this.#token = token;
  }

  /**
   * Locks the directory; replaces the lock of a dead process.
   * @throws DirectoryInUseError
   */
  static async acquire(directory: string, files: Files = nodeFiles): Promise<LockFile> {
    const path = join(directory, 'lock');
    const token = cryptoRandom.uuid();
    const startedAt = (await systemEntry(process.pid))?.startedAt ?? null;
    const ownHolder: LockHolder = { pid: process.pid, startedAt, token };
    while (!(await files.create(path, `${JSON.stringify(ownHolder)}\n`))) {
      const holder = await readHolder(files, path);
      if (!holder) continue;
      if (await isHolderAlive(holder, ownHolder)) throw inUseError(directory, path, holder);
      await files.remove(path);
    }
    return new LockFile(files, path, token);
  }

  async release(): Promise<void> {
    if ((await readHolder(this.#files, this.#path))?.token === this.#token)
      await this.#files.remove(this.#path);
  }
}

async function readHolder(files: Files, path: string): Promise<LockHolder | undefined> {
  const text = (await files.read(path))?.toString('utf8');
  if (text === undefined) return undefined;
  const { pid = 0, startedAt = null, token = '' } = parseHolder(text);
  return { pid: Number.isSafeInteger(pid) && pid > 0 ? pid : 0, startedAt, token };
}

function parseHolder(text: string): Partial<LockHolder> {
  try {
    const holder: Partial<LockHolder> | null = JSON.parse(text);
    return holder ?? {};
  } catch {
    return {};
  }
}

async function isHolderAlive({ pid, startedAt }: LockHolder, ownHolder: LockHolder): Promise<boolean> {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // ESRCH: there is no process with this id. With EPERM, the process is alive and belongs to another user.
    if (errorCode(error) === 'ESRCH') return false;
  }
  if (pid === ownHolder.pid) return startedAt === null || startedAt === ownHolder.startedAt;
  const now = await systemEntry(pid);
  if (now === null) return true;
  // A killed process is listed until its parent reads its status. It uses no files, so its lock is free.
  if (now.state === 'Z' || now.state === 'X') return false;
  // Process ids are reused, so a process with another start time isn't the holder of the lock.
  return startedAt === null || startedAt === now.startedAt;
}

/**
 * Reads a process's state and start time (fields 3 and 22) from `/proc/<pid>/stat`; null if the system has no
 * such file. The fields are counted from the last bracket, because the name before it can contain spaces and
 * brackets.
 */
async function systemEntry(
  pid: number,
): Promise<{ readonly state: string; readonly startedAt: string | null } | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, startedAt: fields[18] ?? null };
  } catch {
    return null;
  }
}

function inUseError(directory: string, path: string, { pid }: LockHolder): DirectoryInUseError {
  return new DirectoryInUseError(
    pid === process.pid
      ? message('start.data.in_use_here', { directory, lock: path })
      : message('start.data.in_use', { directory, lock: path, pid: String(pid) }),
  );
}
