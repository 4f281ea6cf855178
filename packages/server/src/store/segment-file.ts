import { join } from 'node:path';
import type { Files, OpenFile } from './files.ts';

export const DAY_MS = 86_400_000;
const NAME = /^(\d{4}-\d{2}-\d{2})\.(?:jsonl|rows)$/;

/** `2026-11-20.jsonl`: the events of that day's commits (UTC), one JSON text a line. */
export function segmentName(day: number): string {
  return `${new Date(day * DAY_MS).toISOString().slice(0, 10)}.jsonl`;
}

/** `2026-11-20.rows`: whose each line of the segment is, so that the index is loaded without parsing the events. */
export function rowsName(day: number): string {
  return segmentName(day).replace('.jsonl', '.rows');
}

/** The day of a segment's or sidecar's name; undefined for other names. */
export function dayOfName(name: string): number | undefined {
  const [, date] = NAME.exec(name) ?? [];
  return date === undefined ? undefined : Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

/** A file that grows at its end, from memory first. */
class GrowingFile {
  readonly path: string;
  readonly #files: Files;
  #file: Promise<OpenFile> | null = null;
  #waiting: Uint8Array[] = [];
  #unsynced = false;
  /** Bytes on their way to the file included. */
  end: number;
  /** Bytes that are in the file. */
  written: number;

  constructor(files: Files, path: string, bytes: number) {
    this.#files = files;
    this.path = path;
    this.end = bytes;
    this.written = bytes;
  }

  add(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
    this.end += bytes.length;
  }

  async flush(): Promise<void> {
    const pieces = this.#waiting;
    if (pieces.length === 0) return;
    this.#waiting = [];
    try {
      const file = await this.open();
      await file.write(pieces, this.written);
    } catch (error) {
      this.#waiting = pieces.concat(this.#waiting);
      throw error;
    }
    for (const piece of pieces) this.written += piece.length;
    this.#unsynced = true;
  }

  async sync(): Promise<void> {
    if (!this.#unsynced) return;
    this.#unsynced = false;
    try {
      await (await this.open()).sync();
    } catch (error) {
      this.#unsynced = true;
      throw error;
    }
  }

  async cut(): Promise<void> {
    await (await this.open()).truncate(this.end);
  }

  open(): Promise<OpenFile> {
    this.#file ??= this.#files.open(this.path, false).catch((error: unknown) => {
      this.#file = null;
      throw error;
    });
    return this.#file;
  }

  async close(): Promise<void> {
    const file = await this.#file;
    this.#file = null;
    await file?.close();
  }
}

/** The two files of one day. */
export class SegmentFile {
  readonly day: number;
  readonly lines: GrowingFile;
  readonly rows: GrowingFile;

  constructor(files: Files, directory: string, day: number, bytes = 0, rowBytes = 0) {
    this.day = day;
    this.lines = new GrowingFile(files, join(directory, segmentName(day)), bytes);
    this.rows = new GrowingFile(files, join(directory, rowsName(day)), rowBytes);
  }

  async flush(): Promise<void> {
    await this.lines.flush();
    await this.rows.flush();
  }

  async sync(): Promise<void> {
    await this.lines.sync();
    await this.rows.sync();
  }

  async close(): Promise<void> {
    await this.lines.close();
    await this.rows.close();
  }
}
