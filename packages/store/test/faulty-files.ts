import { type Files, nodeFiles, type OpenFile } from '../src/embedded/files/files.ts';

export interface DiskCall {
  readonly name:
    | 'open'
    | 'write'
    | 'sync'
    | 'truncate'
    | 'rename'
    | 'create'
    | 'remove'
    | 'makeDirectory'
    | 'syncDirectory';
  readonly path: string;
  readonly number: number;
}

/** The result of a file operation: it happens, it fails, or the process dies halfway through it. */
export type Fate = 'happens' | 'fails' | 'dies';

/** The files of a process. Each operation can fail or end the process; then nothing has an effect. */
export class FaultyFiles implements Files {
  readonly #files: Files;
  fate: (call: DiskCall) => Fate | Promise<Fate> = () => 'happens';
  readonly calls: DiskCall[] = [];
  #dead = false;

  constructor(files: Files = nodeFiles) {
    this.#files = files;
  }

  get dead(): boolean {
    return this.#dead;
  }

  die(): void {
    this.#dead = true;
  }

  async openFile(path: string, isEmptied: boolean): Promise<OpenFile> {
    const file = await this.#change('open', path, () => this.#files.openFile(path, isEmptied));
    return {
      write: (bytes, position) =>
        this.#change(
          'write',
          path,
          async () => file.write(bytes, position),
          // If the disk is full or the process dies, half of the bytes are written.
          async () => file.write(bytes.subarray(0, bytes.length >>> 1), position),
        ),
      sync: () => this.#change('sync', path, () => file.sync()),
      truncate: (length) => this.#change('truncate', path, () => file.truncate(length)),
      read: (position, length) => this.#look(() => file.read(position, length)),
      close: () => file.close(),
    };
  }

  read(path: string): Promise<Buffer | undefined> {
    return this.#look(() => this.#files.read(path));
  }

  size(path: string): Promise<number | undefined> {
    return this.#look(() => this.#files.size(path));
  }

  names(directory: string): Promise<string[]> {
    return this.#look(() => this.#files.names(directory));
  }

  rename(from: string, to: string): Promise<void> {
    return this.#change('rename', to, () => this.#files.rename(from, to));
  }

  create(path: string, text: string): Promise<boolean> {
    return this.#change(
      'create',
      path,
      () => this.#files.create(path, text),
      () => this.#files.create(path, text.slice(0, text.length / 2)),
    );
  }

  remove(path: string): Promise<void> {
    return this.#change('remove', path, () => this.#files.remove(path));
  }

  makeDirectory(path: string): Promise<void> {
    return this.#change('makeDirectory', path, () => this.#files.makeDirectory(path));
  }

  syncDirectory(path: string): Promise<void> {
    return this.#change('syncDirectory', path, () => this.#files.syncDirectory(path));
  }

  async #change<T>(
    name: DiskCall['name'],
    path: string,
    work: () => Promise<T>,
    part: () => Promise<unknown> = async () => {},
  ): Promise<T> {
    if (this.#dead) throw new Error('the process is dead');
    const call = { name, path, number: this.calls.length + 1 };
    this.calls.push(call);
    const fate = await this.fate(call);
    if (this.#dead) throw new Error('the process is dead');
    if (fate === 'happens') return work();
    await part();
    this.#dead = fate === 'dies';
    // Operations that need space fail as on a full disk, others as on a broken disk.
    const [code, text] = ['write', 'open', 'create'].includes(name)
      ? ['ENOSPC', 'no space left on device']
      : ['EIO', 'i/o error'];
    throw Object.assign(new Error(`${code}: ${text}, ${name} '${path}'`), { code });
  }

  async #look<T>(work: () => Promise<T>): Promise<T> {
    if (this.#dead) throw new Error('the process is dead');
    return work();
  }
}
