import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cryptoRandom } from '@svc-simulator/machine/crypto-random.ts';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { SaidError } from '@svc-simulator/texts/said-error.ts';
import { type Adapter, Low } from 'lowdb';
import type { StorePolicy } from '../commit.ts';
import { type About, aboutOf, DATABASE, writeDatabase } from './database-file.ts';
import { type Files, nodeFiles } from './files/files.ts';
import type { BetweenCommits, Journal, JournalSettings } from './journal/journal.ts';
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

interface DataDirectorySettings extends JournalSettings {
  readonly policy: StorePolicy;
  /** Journal bytes from which on `db.json` is written anew. */
  readonly foldBytes: number;
}

/** Who holds a directory. */
interface Holder {
  /** 0: nobody can say. */
  readonly pid: number;
  /** When that process started, as the system counts it; null where the system does not tell. */
  readonly startedAt: string | null;
  /** Tells this holding from any other. */
  readonly token: string;
}

/** The data directory is in use. It says by whom, and what to do. */
export class DirectoryInUseError extends SaidError {
  override readonly name = 'DirectoryInUseError';
  readonly code = 'STORE_LOCKED';
}

/** Keeps a second process, or a second store of this one, out of a data directory. */
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
   * Takes the directory; a lock whose process is dead is taken over.
   * @throws DirectoryInUseError
   */
  static async acquire(directory: string, files: Files = nodeFiles): Promise<LockFile> {
    const path = join(directory, 'lock');
    const token = cryptoRandom.uuid();
    const startedAt = (await systemEntry(process.pid))?.startedAt ?? null;
    const mine: Holder = { pid: process.pid, startedAt, token };
    while (!(await files.create(path, `${JSON.stringify(mine)}\n`))) {
      const holder = await holderOf(files, path);
      // Given back meanwhile; what stands there by now may be somebody else's.
      if (!holder) continue;
      if (await isAlive(holder, mine)) throw inUse(directory, path, holder);
      await files.remove(path);
    }
    return new LockFile(files, path, token);
  }

  /** Gives the directory back, unless somebody else has it by now. */
  async release(): Promise<void> {
    if ((await holderOf(this.#files, this.#path))?.token === this.#token)
      await this.#files.remove(this.#path);
  }
}

/** Undefined when there is no lock any more. */
async function holderOf(files: Files, path: string): Promise<Holder | undefined> {
  const text = (await files.read(path))?.toString('utf8');
  if (text === undefined) return undefined;
  const { pid = 0, startedAt = null, token = '' } = parsed(text);
  return { pid: Number.isSafeInteger(pid) && pid > 0 ? pid : 0, startedAt, token };
}

/** What is not a lock of ours was written by hand, or half, in a power cut: there is nobody to ask whether he lives. */
function parsed(text: string): Partial<Holder> {
  try {
    const held: Partial<Holder> | null = JSON.parse(text);
    return held ?? {};
  } catch {
    return {};
  }
}

async function isAlive({ pid, startedAt }: Holder, mine: Holder): Promise<boolean> {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    if (errorCode(error) === 'ESRCH') return false;
  }
  if (pid === mine.pid) return startedAt === null || startedAt === mine.startedAt;
  const now = await systemEntry(pid);
  if (now === null) return true;
  // One that was killed stays in the table until its parent takes note; it holds nothing any more.
  if (now.state === 'Z' || now.state === 'X') return false;
  // Process numbers are given out again: another start time is another process.
  return startedAt === null || startedAt === now.startedAt;
}

/**
 * State and start of a process out of `/proc/<pid>/stat`: the 3rd and the 22nd field (ticks from the start of the
 * machine), after a name that may hold anything. Null where the system does not tell.
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

function inUse(directory: string, path: string, { pid }: Holder): DirectoryInUseError {
  return new DirectoryInUseError(
    pid === process.pid
      ? message('start.data.in_use_here', { directory, lock: path })
      : message('start.data.in_use', { directory, lock: path, pid: String(pid) }),
  );
}
