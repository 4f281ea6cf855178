import * as fs from 'node:fs';
import { promisify } from 'node:util';
import type { Clock } from '@svc-simulator/core';
import { cryptoRandom } from '@svc-simulator/machine/crypto-random.ts';
import { errorCode } from '@svc-simulator/machine/errors.ts';
import type { Log } from '@svc-simulator/machine/log.ts';
import { makeDirectory } from '@svc-simulator/machine/make-directory.ts';

export interface OpenFile {
  /** Writes all bytes at `position`. Returns a promise if the write isn't finished at once. */
  write(bytes: Uint8Array, position: number): Promise<void> | void;
  /** Reads `length` bytes; fewer only at the end of the file. */
  read(position: number, length: number): Promise<Buffer>;
  sync(): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
}

/** The file system operations of the store. Tests replace them, so that a chosen operation fails. */
export interface Files {
  /** Opens a file, creates it if it is missing (mode 0600), and empties it if `isEmptied`. */
  openFile(path: string, isEmptied: boolean): Promise<OpenFile>;
  read(path: string): Promise<Buffer | undefined>;
  size(path: string): Promise<number | undefined>;
  names(directory: string): Promise<string[]>;
  rename(from: string, to: string): Promise<void>;
  /**
   * Creates a file with its text, so that no other process sees it empty. Returns false if the file exists.
   */
  create(path: string, text: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  makeDirectory(path: string): Promise<void>;
  syncDirectory(path: string): Promise<void>;
}

export interface DirectorySettings {
  readonly directory: string;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Log;
}

// `fs.promises` isn't used, because it reads in small chunks and writes slower.
const openDescriptor = promisify(fs.open);
const close = promisify(fs.close);
const fdatasync = promisify(fs.fdatasync);
const fsync = promisify(fs.fsync);
const ftruncate = promisify(fs.ftruncate);
const fstat = promisify(fs.fstat);
const readAt = promisify(fs.read);
const writeAt = promisify(fs.write);
const MAX_SYNC_WRITE_BYTES = 64 * 1024;
/** Longer reads and writes are split, because a system call transfers at most 2 GiB. */
const MAX_CALL_BYTES = 2 ** 30;

class NodeFile implements OpenFile {
  readonly #fd: number;

  constructor(fd: number) {
    this.#fd = fd;
  }

  write(bytes: Uint8Array, position: number): Promise<void> | void {
    if (bytes.length > MAX_SYNC_WRITE_BYTES) return this.#writeLarge(bytes, position);
    // Small writes are synchronous, because handing them to another thread takes longer.
    for (let offset = 0; offset < bytes.length; )
      offset += fs.writeSync(this.#fd, bytes, offset, bytes.length - offset, position + offset);
  }

  async #writeLarge(bytes: Uint8Array, position: number): Promise<void> {
    for (let offset = 0; offset < bytes.length; ) {
      const chunkLength = Math.min(bytes.length - offset, MAX_CALL_BYTES);
      offset += (await writeAt(this.#fd, bytes, offset, chunkLength, position + offset)).bytesWritten;
    }
  }

  async read(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length);
    let offset = 0;
    while (offset < length) {
      const chunkLength = Math.min(length - offset, MAX_CALL_BYTES);
      const { bytesRead } = await readAt(this.#fd, bytes, offset, chunkLength, position + offset);
      if (bytesRead === 0) return bytes.subarray(0, offset);
      offset += bytesRead;
    }
    return bytes;
  }

  sync(): Promise<void> {
    return fdatasync(this.#fd);
  }

  truncate(length: number): Promise<void> {
    return ftruncate(this.#fd, length);
  }

  close(): Promise<void> {
    return close(this.#fd);
  }
}

/** Error codes of file systems without hard links. */
const NO_LINK_CODES = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'];

export const nodeFiles: Files = {
  async openFile(path, isEmptied) {
    const { O_RDWR, O_CREAT, O_TRUNC } = fs.constants;
    return new NodeFile(await openDescriptor(path, O_RDWR | O_CREAT | (isEmptied ? O_TRUNC : 0), 0o600));
  },

  async read(path) {
    const fd = await undefinedIfMissing(openDescriptor(path, 'r'));
    if (fd === undefined) return undefined;
    try {
      const { size } = await fstat(fd);
      return await new NodeFile(fd).read(0, size);
    } finally {
      await close(fd);
    }
  },

  async size(path) {
    return (await undefinedIfMissing(fs.promises.stat(path)))?.size;
  },

  names: (directory) => fs.promises.readdir(directory),
  rename: (from, to) => fs.promises.rename(from, to),

  async create(path, text) {
    const tempPath = `${path}.${cryptoRandom.uuid()}`;
    try {
      await fs.promises.writeFile(tempPath, text, { flag: 'wx', mode: 0o600 });
      await fs.promises.link(tempPath, path);
      return true;
    } catch (error) {
      const code = errorCode(error) ?? '';
      if (code === 'EEXIST') return false;
      if (!NO_LINK_CODES.includes(code)) throw error;
      return await createAtPath(path, text);
    } finally {
      await fs.promises.rm(tempPath, { force: true });
    }
  },

  remove: (path) => fs.promises.rm(path, { recursive: true, force: true }),

  async makeDirectory(path) {
    await makeDirectory(path, 0o700);
  },

  async syncDirectory(path) {
    // Windows can't sync a directory and doesn't need to.
    if (process.platform === 'win32') return;
    const fd = await openDescriptor(path, 'r');
    try {
      await fsync(fd);
    } finally {
      await close(fd);
    }
  },
};

/**
 * Creates the file under its final name. Another process can read it before its text is written, so this is
 * only for file systems without hard links.
 */
async function createAtPath(path: string, text: string): Promise<boolean> {
  try {
    await fs.promises.writeFile(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function undefinedIfMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
