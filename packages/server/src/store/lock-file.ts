import { constants, copyFile, link, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { cryptoRandom } from '../time/crypto-random.ts';

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
  readonly #path: string;
  readonly #token: string;

  private constructor(path: string, token: string) {
    this.#path = path;
    this.#token = token;
  }

  /**
   * Takes the directory; a lock whose process is dead is taken over.
   * @throws DirectoryInUseError
   */
  static async acquire(directory: string): Promise<LockFile> {
    const path = join(directory, NAME);
    const mine: Holder = {
      pid: process.pid,
      startedAt: await startOf(process.pid),
      token: cryptoRandom.uuid(),
    };
    const own = `${path}.${mine.token}`;
    const file = await open(own, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(mine)}\n`);
    } finally {
      await file.close();
    }
    try {
      // A link appears with its content, and only when there is none yet: nobody ever reads half a lock.
      while (!(await linked(own, path))) await clear(directory, path, own, mine);
    } finally {
      await unlink(own);
    }
    return new LockFile(path, mine.token);
  }

  /** Gives the directory back, unless somebody else has it by now. */
  async release(): Promise<void> {
    if ((await holderOf(this.#path))?.token === this.#token) await unlink(this.#path);
  }
}

/**
 * Takes a dead process's lock out of the way. Only who holds the guard deletes a lock, and looks at it again before: of
 * two that saw the same dead lock, the slower one would otherwise delete the faster one's new lock.
 */
async function clear(directory: string, path: string, own: string, mine: Holder): Promise<void> {
  const holder = await holderOf(path);
  if (!holder) return;
  if (await isAlive(holder, mine)) throw inUse(directory, path, holder);
  const guard = `${path}.takeover`;
  if (!(await linked(own, guard))) {
    const other = await holderOf(guard);
    if (other && !(await isAlive(other, mine))) throw inUse(directory, guard, other);
    return;
  }
  try {
    if ((await holderOf(path))?.token === holder.token) await unlink(path);
  } finally {
    await unlink(guard);
  }
}

/** Gives a file a second name; false when the name is taken. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    // Some file systems have no links, and get a copy.
    await link(from, to).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw error;
      return copyFile(from, to, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined when there is no lock any more. */
async function holderOf(path: string): Promise<Holder | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const { pid = 0, startedAt = null, token = text } = parsed(text);
  return { pid: Number.isSafeInteger(pid) && pid > 0 ? pid : 0, startedAt, token };
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
