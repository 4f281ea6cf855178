import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { BLOCK_BYTES, BlockSums } from './block-sums.ts';
import type { BufferPool } from './buffer-pool.ts';
import { ByteTail } from './byte-tail.ts';
import type { Files, OpenFile } from './files.ts';
import { DamagedFileError } from './frames.ts';

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

/** How far a file is good, and the checksums of its blocks. */
export interface FileMark {
  readonly bytes: number;
  /** Undefined when an earlier version did not keep them. */
  readonly sums?: readonly number[] | undefined;
}

/** A file that grows at its end, from memory first. What is read from it was checked against what was written. */
class GrowingFile {
  readonly path: string;
  readonly #files: Files;
  #file: Promise<OpenFile> | null = null;
  /** At least what is not in the file yet. */
  readonly #tail: ByteTail;
  /** Of what is in the file; null when they are not known. */
  readonly #sums: BlockSums | null;
  /** Full blocks that were read and found good. */
  readonly #checked = new Set<number>();
  #unsynced = false;
  /** Bytes that are in the file. */
  written: number;

  constructor(files: Files, path: string, { bytes, sums }: FileMark, pool: BufferPool) {
    this.#files = files;
    this.path = path;
    this.#tail = new ByteTail(pool, bytes);
    this.written = bytes;
    this.#sums = bytes > 0 && !sums ? null : new BlockSums(bytes, sums);
  }

  /** Bytes on their way to the file included. */
  get end(): number {
    return this.#tail.end;
  }

  /** Up to its end, with what is not in the file yet. */
  mark(): FileMark {
    return { bytes: this.end, sums: this.#sums?.after(this.#tail.since(this.written)) };
  }

  /** Adds a copy of these bytes, which stay together. */
  add(bytes: Uint8Array): void {
    this.#tail.add(bytes);
  }

  async flush(): Promise<void> {
    const pieces = this.#tail.since(this.written);
    if (pieces.length === 0) return;
    const file = await this.#open();
    await file.write(pieces, this.written);
    for (const piece of pieces) {
      this.written += piece.length;
      this.#sums?.add(piece);
    }
    this.#unsynced = true;
  }

  /** The text of bytes that were added together, when they are still in memory. */
  held(from: number, length: number): string | undefined {
    return this.#tail.text(from, length);
  }

  /** Keeps no more than so many of the newest bytes in memory, and what is not in the file yet. */
  keep(bytes: number): void {
    this.#tail.shrink(bytes, this.written);
  }

  /**
   * Reads bytes that are in the file.
   * @throws DamagedFileError when they are not what was written.
   */
  async read(from: number, length: number): Promise<Buffer> {
    const to = Math.min(from + length, this.written);
    const blocks: { readonly from: number; readonly end: number; readonly sum: number }[] = [];
    for (let block = Math.floor(from / BLOCK_BYTES); this.#sums && block * BLOCK_BYTES < to; block++) {
      const { sum, end } = this.#sums.of(block);
      if (sum !== undefined && !this.#checked.has(block))
        blocks.push({ from: block * BLOCK_BYTES, end, sum });
    }
    const start = Math.min(from, blocks[0]?.from ?? from);
    const file = await this.#open();
    const bytes = await file.read(start, Math.max(to, blocks.at(-1)?.end ?? to) - start);
    for (const block of blocks) {
      if (crc32(bytes.subarray(block.from - start, block.end - start)) !== block.sum) {
        throw new DamagedFileError(
          this.path,
          block.from,
          'something in the block that begins there was changed',
        );
      }
      if (block.end - block.from === BLOCK_BYTES) this.#checked.add(block.from / BLOCK_BYTES);
    }
    return bytes.subarray(from - start, to - start);
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

  #open(): Promise<OpenFile> {
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

/**
 * How far the files of a day are good, and the checksums of their blocks. What is behind was not in the snapshot, and is
 * derived from the journals again.
 */
export type SegmentMark = readonly [
  day: number,
  bytes: number,
  rowBytes: number,
  sums?: FileMark['sums'],
  rowSums?: FileMark['sums'],
];

const NOTHING: FileMark = { bytes: 0 };

/** Where segments are. */
export interface SegmentPlace {
  readonly directory: string;
  readonly files: Files;
  /** Where they find memory. */
  readonly pool: BufferPool;
}

/** The two files of one day. */
export class SegmentFile {
  readonly day: number;
  readonly lines: GrowingFile;
  readonly rows: GrowingFile;

  constructor(
    { files, directory, pool }: SegmentPlace,
    day: number,
    lines: FileMark = NOTHING,
    rows: FileMark = NOTHING,
  ) {
    this.day = day;
    this.lines = new GrowingFile(files, join(directory, segmentName(day)), lines, pool);
    this.rows = new GrowingFile(files, join(directory, rowsName(day)), rows, pool);
  }

  /** Up to their ends, with what is not in the files yet. */
  mark(): SegmentMark {
    const [lines, rows] = [this.lines.mark(), this.rows.mark()];
    return [this.day, lines.bytes, rows.bytes, lines.sums, rows.sums];
  }

  async flush(): Promise<void> {
    await this.lines.flush();
    await this.rows.flush();
  }

  /** Keeps so many bytes of the newest lines in memory. */
  keep(bytes: number): void {
    this.lines.keep(bytes);
    this.rows.keep(0);
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
