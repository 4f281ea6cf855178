import { lstatSync, readdirSync, readlinkSync } from 'node:fs';

/** Interval between two looks at the readers. */
const LOOK_EVERY_MS = 500;
const OWNER_READS = 0o400;

/**
 * Calls the listener when nobody reads the pipe `fd` any more, as in `sim trace --follow | head -1`: a program
 * that waits doesn't write, so it gets no EPIPE. Only Linux shows the readers of a pipe, in `/proc`.
 */
export function onReaderGone(fd: number, listener: () => void): () => void {
  const pipe = targetOf(`/proc/self/fd/${fd}`);
  let readers = pipe?.startsWith('pipe:') ? findReaders(pipe) : [];
  // A reader of another user can't be seen.
  if (pipe === undefined || readers.length === 0) return () => {};
  const watch = setInterval(() => {
    readers = readers.filter((reader) => targetOf(reader) === pipe);
    if (readers.length === 0) readers = findReaders(pipe);
    if (readers.length > 0) return;
    clearInterval(watch);
    listener();
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(watch);
}

/** Returns the file descriptors, as paths below `/proc`, that read a pipe. */
function findReaders(pipe: string): readonly string[] {
  return namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => namesIn(`/proc/${pid}/fd`).map((fd) => `/proc/${pid}/fd/${fd}`))
    .filter((path) => targetOf(path) === pipe && isReadable(path));
}

function namesIn(directory: string): readonly string[] {
  return valueOr(() => readdirSync(directory), []);
}

function targetOf(path: string): string | undefined {
  return valueOr(() => readlinkSync(path), undefined);
}

function isReadable(path: string): boolean {
  return valueOr(() => (lstatSync(path).mode & OWNER_READS) !== 0, false);
}

/** Processes end, and belong to other users. */
function valueOr<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
