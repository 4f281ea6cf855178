import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cryptoRandom } from '@svc-simulator/machine/crypto-random.ts';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { SaidError } from '@svc-simulator/texts/said-error.ts';
import { type Files, nodeFiles } from './files.ts';

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
