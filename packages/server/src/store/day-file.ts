import { join } from 'node:path';
import { DamagedFileError } from './damaged-file.ts';
import type { Files, OpenFile } from './files.ts';

export const DAY_MS = 86_400_000;
const NAME = /^(\d{4}-\d{2}-\d{2})\.jsonl$/;

/** `2026-11-20.jsonl`: the events of that day's commits (UTC), one a line. */
export function dayFileName(day: number): string {
  return `${new Date(day * DAY_MS).toISOString().slice(0, 10)}.jsonl`;
}

/** The day of a file's name; undefined for other names. */
export function dayOfName(name: string): number | undefined {
  const [, date] = NAME.exec(name) ?? [];
  return date === undefined ? undefined : Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

/** A line without its end, and where it begins. */
export interface PlacedLine {
  readonly line: Buffer;
  readonly offset: number;
}

/** So much is read at once. */
const CHUNK_BYTES = 64 * 1024;
const LINE_END = 10;

/** The trace of one day, which grows at its end. */
export class DayFile {
  readonly day: number;
  readonly path: string;
  readonly #files: Files;
  #file: Promise<OpenFile> | null = null;
  #unsynced = false;
  /** Bytes that are in the file. */
  written: number;
  /** With those on their way to the file. */
  end: number;

  constructor(files: Files, directory: string, day: number, bytes = 0) {
    this.#files = files;
    this.day = day;
    this.path = join(directory, dayFileName(day));
    this.written = bytes;
    this.end = bytes;
  }

  /** Writes what comes next. */
  async write(bytes: Buffer): Promise<void> {
    this.#unsynced = true;
    await (await this.#open()).write(bytes, this.written);
    this.written += bytes.length;
  }

  async sync(): Promise<void> {
    if (!this.#unsynced) return;
    this.#unsynced = false;
    try {
      await (await this.#open()).sync();
    } catch (error) {
      this.#unsynced = true;
      throw error;
    }
  }

  async cut(): Promise<void> {
    await (await this.#open()).truncate(this.end);
  }

  /** The lines between two of their beginnings, first to last, as they are read. */
  async *forward(from: number, to: number): AsyncGenerator<readonly PlacedLine[]> {
    let rest: Buffer = Buffer.alloc(0);
    for (let at = from; at < to; ) {
      const chunk = await this.#read(at, Math.min(CHUNK_BYTES, to - at));
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const start = at - rest.length;
      at += chunk.length;
      const end = bytes.lastIndexOf(LINE_END) + 1;
      rest = bytes.subarray(end);
      yield linesOf(bytes.subarray(0, end), start);
    }
    if (rest.length > 0) throw new DamagedFileError(this.path, to, 'no line ends here');
  }

  /** The same, last to first. */
  async *backward(from: number, to: number): AsyncGenerator<readonly PlacedLine[]> {
    let rest: Buffer = Buffer.alloc(0);
    for (let end = to; end > from; ) {
      const at = Math.max(from, end - CHUNK_BYTES);
      const chunk = await this.#read(at, end - at);
      const bytes = rest.length > 0 ? Buffer.concat([chunk, rest]) : chunk;
      end = at;
      // What stands before the first end of a line begins in an earlier chunk.
      const start = at === from ? 0 : bytes.indexOf(LINE_END) + 1;
      rest = start === 0 && at !== from ? bytes : bytes.subarray(0, start);
      if (rest !== bytes) yield linesOf(bytes.subarray(start), at + start).reverse();
    }
  }

  async close(): Promise<void> {
    const file = await this.#file;
    this.#file = null;
    await file?.close();
  }

  async #read(at: number, length: number): Promise<Buffer> {
    const bytes = await (await this.#open()).read(at, length);
    if (bytes.length < length) throw new DamagedFileError(this.path, at + bytes.length, 'it ends too early');
    return bytes;
  }

  #open(): Promise<OpenFile> {
    this.#file ??= this.#files.open(this.path, false).catch((error: unknown) => {
      this.#file = null;
      throw error;
    });
    return this.#file;
  }
}

function linesOf(bytes: Buffer, start: number): PlacedLine[] {
  const lines: PlacedLine[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, at);
    const line = end === -1 ? bytes.subarray(at) : bytes.subarray(at, end);
    lines.push({ line, offset: start + at });
    at += line.length + 1;
  }
  return lines;
}
