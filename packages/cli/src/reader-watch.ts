import { lstatSync, readdirSync, readlinkSync } from 'node:fs';

const CHECK_INTERVAL_MS = 500;
const OWNER_READ_MODE = 0o400;

/**
 * Calls the listener when the reader of the pipe `fd` has closed it, as in `sim trace --follow | head -1`. A
 * program that only waits writes nothing, so it would never get EPIPE. Works only on Linux, where `/proc`
 * shows the readers of a pipe.
 */
export function onReaderGone(fd: number, listener: () => void): () => void {
  const pipe = readLinkTarget(`/proc/self/fd/${fd}`);
  let readers = pipe?.startsWith('pipe:') ? findReaders(pipe) : [];
  // No reader is found if the reading process belongs to another user.
  if (pipe === undefined || readers.length === 0) return () => {};
  const timer = setInterval(() => {
    readers = readers.filter((reader) => readLinkTarget(reader) === pipe);
    if (readers.length === 0) readers = findReaders(pipe);
    if (readers.length > 0) return;
    clearInterval(timer);
    listener();
  }, CHECK_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

/** Returns the file descriptors, as paths below `/proc`, that read a pipe. */
function findReaders(pipe: string): readonly string[] {
  return namesIn('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => namesIn(`/proc/${pid}/fd`).map((fd) => `/proc/${pid}/fd/${fd}`))
    .filter((path) => readLinkTarget(path) === pipe && isReadable(path));
}

function namesIn(directory: string): readonly string[] {
  return readOr(() => readdirSync(directory), []);
}

function readLinkTarget(path: string): string | undefined {
  return readOr(() => readlinkSync(path), undefined);
}

function isReadable(path: string): boolean {
  return readOr(() => (lstatSync(path).mode & OWNER_READ_MODE) !== 0, false);
}

/** Returns the fallback on an error, because a process may have ended or may belong to another user. */
function readOr<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
