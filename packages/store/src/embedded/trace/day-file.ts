import { join } from 'node:path';
import { DamagedFileError } from '../files/damaged-file.ts';
import type { Files, OpenFile } from '../files/files.ts';

export const UTC_DAY_MS = 86_400_000;
const DAY_FILE_NAME = /^(\d{4}-\d{2}-\d{2})\.jsonl$/;

/**
 * Returns a name such as `2026-11-20.jsonl`. The file has a line for each event that was committed on that
 * UTC day.
 */
export function dayFileName(day: number): string {
  return `${new Date(day * UTC_DAY_MS).toISOString().slice(0, 10)}.jsonl`;
}

export function dayOfName(name: string): number | undefined {
  const [, date] = DAY_FILE_NAME.exec(name) ?? [];
  return date === undefined ? undefined : Date.parse(`${date}T00:00:00Z`) / UTC_DAY_MS;
}

export interface PlacedLine {
  readonly line: Buffer;
  readonly offset: number;
}

const TAIL_READ_BYTES = 16 * 1024;
const LINE_END = 10;
const NO_BYTES = Buffer.alloc(0);

export class DayFile {
  readonly day: number;
  readonly path: string;
  readonly #files: Files;
  #file: Promise<OpenFile> | null = null;
  #lastWork: Promise<unknown> = Promise.resolve();
  readonly #pendingReads = new Set<Promise<Buffer>>();
  #hasUnsynced = false;
  writtenBytes: number;
  /** Offset of the next line. Lines between `writtenBytes` and `end` are not written yet. */
  end: number;

  constructor(files: Files, directory: string, day: number, bytes = 0) {
    this.#files = files;
    this.day = day;
    this.path = join(directory, dayFileName(day));
    this.writtenBytes = bytes;
    this.end = bytes;
  }

  async write(bytes: Buffer): Promise<void> {
    this.#hasUnsynced = true;
    await this.#enqueue(async () => (await this.#open()).write(bytes, this.writtenBytes));
    this.writtenBytes += bytes.length;
  }

  async sync(): Promise<void> {
    if (!this.#hasUnsynced) return;
    this.#hasUnsynced = false;
    try {
      await this.#enqueue(async () => (await this.#open()).sync());
    } catch (error) {
      this.#hasUnsynced = true;
      throw error;
    }
  }

  async truncate(): Promise<void> {
    await this.#enqueue(async () => (await this.#open()).truncate(this.end));
  }

  /**
   * Yields the lines that begin at `from` or later, but before `to`. `from` must be the start of a line. Ends
   * early if the file is removed.
   * @throws DamagedFileError if the last line is incomplete
   */
  async *lines(from: number, to: number): AsyncGenerator<readonly PlacedLine[]> {
    let incomplete: Buffer = NO_BYTES;
    let readFrom = from;
    while (readFrom < this.writtenBytes && readFrom - incomplete.length < to) {
      const length = Math.min(this.writtenBytes - readFrom, readFrom < to ? to - readFrom : TAIL_READ_BYTES);
      const place = readFrom;
      const chunk = await this.#read(place, length);
      if (chunk.length === 0) break;
      const bytes = incomplete.length > 0 ? Buffer.concat([incomplete, chunk]) : chunk;
      const start = readFrom - incomplete.length;
      readFrom += chunk.length;
      const end = bytes.lastIndexOf(LINE_END) + 1;
      incomplete = bytes.subarray(end);
      yield splitLines(bytes.subarray(0, end), start).filter(({ offset }) => offset < to);
    }
    const lineStart = readFrom - incomplete.length;
    if (lineStart < Math.min(to, this.writtenBytes)) throw new DamagedFileError(this.path, lineStart);
  }

  close(): Promise<void> {
    return this.#enqueue(() => this.#close());
  }

  remove(): Promise<void> {
    return this.#enqueue(async () => {
      this.writtenBytes = 0;
      this.end = 0;
      await this.#close();
      await this.#files.remove(this.path);
    });
  }

  /** Reads without queuing, so that slow writes and syncs delay no reader. */
  async #read(place: number, length: number): Promise<Buffer> {
    if (place >= this.writtenBytes) return NO_BYTES;
    const reading = this.#open().then((file) => file.read(place, length));
    this.#pendingReads.add(reading);
    try {
      return await reading;
    } finally {
      this.#pendingReads.delete(reading);
    }
  }

  async #close(): Promise<void> {
    const file = await this.#file;
    this.#file = null;
    await Promise.allSettled(this.#pendingReads);
    await file?.close();
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastWork.then(work);
    this.#lastWork = turn.catch(() => {});
    return turn;
  }

  #open(): Promise<OpenFile> {
    this.#file ??= this.#files.openFile(this.path, false).catch((error: unknown) => {
      this.#file = null;
      throw error;
    });
    return this.#file;
  }
}

function splitLines(bytes: Buffer, start: number): PlacedLine[] {
  const lines: PlacedLine[] = [];
  for (let position = 0; position < bytes.length; ) {
    const line = bytes.subarray(position, bytes.indexOf(LINE_END, position));
    lines.push({ line, offset: start + position });
    position += line.length + 1;
  }
  return lines;
}
