import { basename, dirname, resolve } from 'node:path';
import type { Files, OpenFile } from '../src/embedded/files/files.ts';

/**
 * The unsynced changes that survive a power cut:
 * - `names`: created and renamed files, without new bytes
 * - `bytes`: new bytes, but no created or renamed files
 * - `zeros`: the new lengths of files, filled with zeros
 * - `half`: the first half of the new bytes
 * - `even pages`, `odd pages`: every other page of the new bytes, because disks write pages in any order
 */
export const leftovers = ['nothing', 'names', 'bytes', 'zeros', 'half', 'even pages', 'odd pages'] as const;
export type Leftover = (typeof leftovers)[number];

const DISK_PAGE_BYTES = 512;

class MemoryFile {
  bytes: Buffer;
  safe: Buffer;
  #buffer = Buffer.alloc(0);

  constructor(bytes: Buffer, safe: Buffer) {
    this.bytes = bytes;
    this.safe = safe;
  }

  /** Writes into a buffer that is larger than the file, so that appending rarely copies. */
  write(data: Uint8Array, position: number): void {
    const length = Math.max(this.bytes.length, position + data.length);
    const isAppended = position === this.bytes.length && this.bytes.buffer === this.#buffer.buffer;
    if (!isAppended || length > this.#buffer.length) {
      this.#buffer = Buffer.alloc(2 * length);
      this.bytes.copy(this.#buffer);
    }
    this.#buffer.set(data, position);
    this.bytes = this.#buffer.subarray(0, length);
  }
}

class MemoryDirectory {
  names = new Map<string, MemoryNode>();
  safe = new Map<string, MemoryNode>();
}

type MemoryNode = MemoryFile | MemoryDirectory;

/**
 * A disk that simulates power cuts. The bytes of a file survive once the file is synced, and its name once
 * its directory is synced.
 */
export class MemoryDisk implements Files {
  #root = new MemoryDirectory();

  async openFile(path: string, isEmptied: boolean): Promise<OpenFile> {
    const { names } = this.#directory(dirname(path));
    const node = names.get(basename(path));
    if (node instanceof MemoryDirectory) throw diskError('EISDIR', path);
    const file = node ?? new MemoryFile(Buffer.alloc(0), Buffer.alloc(0));
    names.set(basename(path), file);
    if (isEmptied) file.bytes = Buffer.alloc(0);
    return {
      async write(data, position) {
        file.write(data, position);
      },
      read: async (position, length) => Buffer.from(file.bytes.subarray(position, position + length)),
      async sync() {
        file.safe = file.bytes;
      },
      async truncate(length) {
        const bytes = Buffer.alloc(length);
        file.bytes.copy(bytes);
        file.bytes = bytes;
      },
      close: async () => {},
    };
  }

  async read(path: string): Promise<Buffer | undefined> {
    const file = this.#find(path);
    if (file instanceof MemoryDirectory) throw diskError('EISDIR', path);
    return file && Buffer.from(file.bytes);
  }

  async size(path: string): Promise<number | undefined> {
    const file = this.#find(path);
    if (file instanceof MemoryDirectory) throw diskError('EISDIR', path);
    return file?.bytes.length;
  }

  async names(directory: string): Promise<string[]> {
    return [...this.#directory(directory).names.keys()];
  }

  async rename(from: string, to: string): Promise<void> {
    const { names } = this.#directory(dirname(from));
    const node = names.get(basename(from));
    if (!node) throw diskError('ENOENT', from);
    names.delete(basename(from));
    this.#directory(dirname(to)).names.set(basename(to), node);
  }

  async create(path: string, text: string): Promise<boolean> {
    const { names } = this.#directory(dirname(path));
    if (names.has(basename(path))) return false;
    names.set(basename(path), new MemoryFile(Buffer.from(text), Buffer.alloc(0)));
    return true;
  }

  async remove(path: string): Promise<void> {
    this.#directory(dirname(path)).names.delete(basename(path));
  }

  async makeDirectory(path: string): Promise<void> {
    const node = this.#find(path);
    if (node instanceof MemoryDirectory) return;
    if (node) throw diskError('EEXIST', path);
    await this.makeDirectory(dirname(path));
    this.#directory(dirname(path)).names.set(basename(path), new MemoryDirectory());
  }

  async syncDirectory(path: string): Promise<void> {
    const directory = this.#directory(path);
    directory.safe = new Map(directory.names);
  }

  files(directory: string): string[] {
    return [...this.#directory(directory).names].flatMap(([name, node]) => {
      const path = resolve(directory, name);
      return node instanceof MemoryFile ? [path] : this.files(path);
    });
  }

  /** Replaces a file's bytes; they also survive a power cut. */
  overwrite(path: string, bytes: Buffer): void {
    this.#directory(dirname(path)).names.set(basename(path), new MemoryFile(bytes, bytes));
  }

  copy(): MemoryDisk {
    return this.#copied(
      ({ names, safe }) => ({ names, safe }),
      ({ bytes, safe }) => ({ bytes, safe }),
    );
  }

  /** Returns a copy of the disk as a power cut leaves it. */
  afterPowerCut(left: Leftover): MemoryDisk {
    const losesNames = left === 'nothing' || left === 'bytes';
    return this.#copied(
      (directory) => {
        const names = losesNames ? directory.safe : directory.names;
        return { names, safe: names };
      },
      (file) => {
        const bytes = bytesLeft(file, left);
        return { bytes, safe: bytes };
      },
    );
  }

  #copied(
    namesOf: (directory: MemoryDirectory) => Pick<MemoryDirectory, 'names' | 'safe'>,
    bytesOf: (file: MemoryFile) => Pick<MemoryFile, 'bytes' | 'safe'>,
  ): MemoryDisk {
    const twins = new Map<MemoryNode, MemoryNode>();
    const twinOf = (node: MemoryNode): MemoryNode => {
      const twin = twins.get(node);
      if (twin) return twin;
      if (node instanceof MemoryFile) {
        const { bytes, safe } = bytesOf(node);
        const file = new MemoryFile(bytes, safe);
        twins.set(node, file);
        return file;
      }
      const directory = new MemoryDirectory();
      twins.set(node, directory);
      const { names, safe } = namesOf(node);
      for (const [name, inside] of names) directory.names.set(name, twinOf(inside));
      for (const [name, inside] of safe) directory.safe.set(name, twinOf(inside));
      return directory;
    };
    const copy = new MemoryDisk();
    copy.#root = twinOf(this.#root) as MemoryDirectory;
    return copy;
  }

  #find(path: string): MemoryNode | undefined {
    let node: MemoryNode | undefined = this.#root;
    for (const name of resolve(path).split('/').filter(Boolean)) {
      if (!(node instanceof MemoryDirectory)) return undefined;
      node = node.names.get(name);
    }
    return node;
  }

  #directory(path: string): MemoryDirectory {
    const node = this.#find(path);
    if (node instanceof MemoryDirectory) return node;
    throw diskError(node ? 'ENOTDIR' : 'ENOENT', path);
  }
}

function bytesLeft({ bytes, safe }: MemoryFile, left: Leftover): Buffer {
  if (left === 'bytes') return bytes;
  // If the file was shortened, only the truncation is unsynced.
  if (left === 'nothing' || left === 'names' || bytes.length < safe.length) return safe;
  if (left === 'half') return bytes.subarray(0, safe.length + ((bytes.length - safe.length) >>> 1));
  const content = Buffer.alloc(bytes.length);
  safe.copy(content);
  if (left === 'zeros') return content;
  for (let at = left === 'even pages' ? 0 : DISK_PAGE_BYTES; at < bytes.length; at += 2 * DISK_PAGE_BYTES) {
    bytes.copy(content, at, at, at + DISK_PAGE_BYTES);
  }
  return content;
}

function diskError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: '${path}'`), { code });
}
