import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cryptoRandom } from '../time/crypto-random.ts';
import { type Files, nodeFiles } from './files.ts';

/** Who holds a directory. */
interface Holder {
  readonly pid: number;
  /** When that process started, as the system counts it; null where the system does not tell. */
  readonly startedAt: string | null;
  /** Tells this holding from any other. */
  readonly token: string;
}

/** The data directory is in use. The message says by whom, and what to do. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';
  readonly code = 'STORE_LOCKED';
}

const NAME = 'lock';

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
    const token = cryptoRandom.uuid();
    const mine: Holder = { pid: process.pid, startedAt: await startOf(process.pid), token };
    const claim = new Claim(files, directory, mine);
    try {
      await claim.write();
      await claim.take(join(directory, NAME));
    } finally {
      await claim.drop();
    }
    await claim.sweep();
    return new LockFile(files, join(directory, NAME), token);
  }

  /** Gives the directory back, unless somebody else has it by now. */
  async release(): Promise<void> {
    if ((await holderOf(this.#files, this.#path))?.token === this.#token)
      await this.#files.remove(this.#path);
  }
}

/** One process's attempt at a lock. */
class Claim {
  readonly #files: Files;
  readonly #directory: string;
  readonly #mine: Holder;
  /** The lock's content under a name of its own, to be linked to the lock's. */
  readonly #own: string;

  constructor(files: Files, directory: string, mine: Holder) {
    this.#files = files;
    this.#directory = directory;
    this.#mine = mine;
    this.#own = join(directory, `${NAME}.${mine.token}`);
  }

  async write(): Promise<void> {
    const file = await this.#files.open(this.#own, true);
    try {
      await file.write([Buffer.from(`${JSON.stringify(this.#mine)}\n`)], 0);
    } finally {
      await file.close();
    }
  }

  /** What can't be deleted is no lock, and is swept away later. */
  async drop(): Promise<void> {
    await this.#files.remove(this.#own).catch(() => {});
  }

  /**
   * Gets the name `path`, which only one living process at a time can have; what a dead one left is cleared away. Waits
   * for a guard's holder, which is about to end.
   * @throws DirectoryInUseError
   */
  async take(path: string): Promise<void> {
    // A link appears with its content, and only when there is none yet: nobody ever reads half a lock.
    while (!(await this.#files.link(this.#own, path))) {
      const holder = await holderOf(this.#files, path);
      if (!holder) continue;
      if (!(await isAlive(holder, this.#mine))) await this.#clear(path, holder);
      else if (path === join(this.#directory, NAME)) throw inUse(this.#directory, path, holder);
    }
  }

  /**
   * Takes a dead process's lock out of the way. Only who holds that lock's guard deletes it, and looks at it again
   * before: of two that saw the same dead lock, the slower one would otherwise delete the faster one's new lock. Whoever
   * dies with a guard leaves a dead lock like any other, which has a guard of its own.
   */
  async #clear(path: string, { token }: Holder): Promise<void> {
    const guard = join(this.#directory, `${NAME}.over.${createHash('sha256').update(token).digest('hex')}`);
    await this.take(guard);
    try {
      if ((await holderOf(this.#files, path))?.token === token) await this.#files.remove(path);
    } finally {
      await this.#files.remove(guard);
    }
  }

  /** Deletes what dead processes left half-way through this; the locks that their guards stood for are gone. */
  async sweep(): Promise<void> {
    const names = await this.#files.names(this.#directory).catch(() => []);
    for (const name of names.filter((name) => name.startsWith(`${NAME}.`))) {
      const path = join(this.#directory, name);
      const holder = await holderOf(this.#files, path);
      // One without a process may be about to be written by a living one.
      if (!holder || holder.pid === 0 || (await isAlive(holder, this.#mine))) continue;
      await this.#files.remove(path).catch(() => {});
    }
  }
}

/** Undefined when there is no lock any more. */
async function holderOf(files: Files, path: string): Promise<Holder | undefined> {
  const text = (await files.read(path))?.toString('utf8');
  if (text === undefined) return undefined;
  const { pid = 0, startedAt = null, token = text } = parsed(text);
  return { pid: Number.isSafeInteger(pid) && pid > 0 ? pid : 0, startedAt, token: String(token) };
}

/** What is not a lock of ours was written by hand, or half, in a power cut: there is nobody to ask whether he lives. */
function parsed(text: string): Partial<Holder> {
  try {
    return (JSON.parse(text) as Partial<Holder> | null) ?? {};
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
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  if (pid === mine.pid) return startedAt === null || startedAt === mine.startedAt;
  const now = await systemEntry(pid);
  if (now === null) return true;
  // One that was killed stays in the table until its parent takes note; it holds nothing any more.
  if (now.state === 'Z' || now.state === 'X') return false;
  // Process numbers are given out again: another start time is another process.
  return startedAt === null || startedAt === now.startedAt;
}

async function startOf(pid: number): Promise<string | null> {
  return (await systemEntry(pid))?.startedAt ?? null;
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
  const who = pid === process.pid ? 'this process already' : `process ${pid}`;
  return new DirectoryInUseError(
    `the data directory ${directory} is in use by ${who}; stop it, or choose another directory ` +
      `(if no simulator runs there, delete ${path})`,
  );
}
