import { join } from 'node:path';
import { DamagedFileError } from '../files/damaged-file.ts';
import type { Files, OpenFile } from '../files/files.ts';

export const UTC_DAY_MS = 86_400_000;
const DAY_FILE_NAME = /^(\d{4}-\d{2}-\d{2})\.jsonl$/;

/** Returns a name like `2026-11-20.jsonl`: the events of that day's commits (UTC), one per line. */
export function dayFileName(day: number): string {
  return `${new Date(day * UTC_DAY_MS).toISOString().slice(0, 10)}.jsonl`;
}

/** Returns the day of a file name; undefined for other names. */
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
const NOTHING = Buffer.alloc(0);

export class DayFile {
  readonly day: number;
  readonly path: string;
  readonly #files: Files;
  #file: Promise<OpenFile> | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  /** Reads under way; the file stays open for them. */
  readonly #readings = new Set<Promise<Buffer>>();
  #unsynced = false;
  /** Bytes that the file contains. */
  written: number;
  /** Offset of the next line to add. Lines between `written` and `end` wait to be written. */
  end: number;

  constructor(files: Files, directory: string, day: number, bytes = 0) {
    this.#files = files;
    this.day = day;
    this.path = join(directory, dayFileName(day));
    this.written = bytes;
    this.end = bytes;
  }

  async write(bytes: Buffer): Promise<void> {
    this.#unsynced = true;
    await this.#inTurn(async () => (await this.#open()).write(bytes, this.written));
    this.written += bytes.length;
  }

  async sync(): Promise<void> {
    if (!this.#unsynced) return;
    this.#unsynced = false;
    try {
      await this.#inTurn(async () => (await this.#open()).sync());
    } catch (error) {
      this.#unsynced = true;
      throw error;
    }
  }

  async cut(): Promise<void> {
    await this.#inTurn(async () => (await this.#open()).truncate(this.end));
  }

  /**
   * Yields the lines that begin between `from`, where a line begins, and `to`; stops when the file is
   * removed.
   * @throws DamagedFileError when the last one is incomplete
   */
  async *lines(from: number, to: number): AsyncGenerator<readonly PlacedLine[]> {
    let incomplete: Buffer = NOTHING;
    let readFrom = from;
    while (readFrom < this.written && readFrom - incomplete.length < to) {
      const length = Math.min(this.written - readFrom, readFrom < to ? to - readFrom : TAIL_READ_BYTES);
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
    if (lineStart < Math.min(to, this.written)) throw new DamagedFileError(this.path, lineStart);
  }

  close(): Promise<void> {
    return this.#inTurn(() => this.#close());
  }

  remove(): Promise<void> {
    return this.#inTurn(async () => {
      this.written = 0;
      this.end = 0;
      await this.#close();
      await this.#files.remove(this.path);
    });
  }

  /** Not queued with writes, so that slow writes and syncs delay no reader. */
  async #read(place: number, length: number): Promise<Buffer> {
    if (place >= this.written) return NOTHING;
    const reading = this.#open().then((file) => file.read(place, length));
    this.#readings.add(reading);
    try {
      return await reading;
    } finally {
      this.#readings.delete(reading);
    }
  }

  async #close(): Promise<void> {
    const file = await this.#file;
    this.#file = null;
    await Promise.allSettled(this.#readings);
    await file?.close();
  }

  /** Writes, cuts and closes run one after the other. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
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
