import { crc32 } from 'node:zlib';

/** `,"crc":"89abcdef"}` */
const TAIL_BYTES = 18;
/** What a checked line adds to the text that it is made of, its end included. */
export const CHECK_BYTES = TAIL_BYTES + 1;

/**
 * Writes lines of JSON, one behind the other, into memory of its own. The last field of each is the CRC-32 of all bytes before that
 * field's comma. What is added to a line is, together, the text of an object with at least one field, without its closing brace.
 */
export class LineWriter {
  #memory: Buffer;
  /** Where the line begins that is being written. */
  #begin = 0;
  #end = 0;

  constructor(size: number) {
    this.#memory = Buffer.allocUnsafeSlow(size);
  }

  /** The lines that were ended. The memory is the writer's, and is written over after `clear`. */
  get lines(): Buffer {
    return this.#memory.subarray(0, this.#begin);
  }

  /** Begins anew, in the same memory unless that has grown beyond so many bytes. */
  clear(most: number): void {
    this.#begin = 0;
    this.#end = 0;
    if (this.#memory.length > most) this.#memory = Buffer.allocUnsafeSlow(most);
  }

  /** `length`: the bytes of the text. */
  add(text: string, length = Buffer.byteLength(text)): void {
    const end = this.#end + length;
    if (end + CHECK_BYTES > this.#memory.length) this.#grow(end + CHECK_BYTES);
    // A text of as many bytes as characters is ASCII, which needs no encoding.
    this.#memory.write(text, this.#end, length === text.length ? 'latin1' : 'utf8');
    this.#end = end;
  }

  endLine(): void {
    const crc = crc32(this.#memory.subarray(this.#begin, this.#end));
    this.add(`${tailOf(crc)}\n`, CHECK_BYTES);
    this.#begin = this.#end;
  }

  #grow(least: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(least, 2 * this.#memory.length));
    this.#memory.copy(larger, 0, 0, this.#end);
    this.#memory = larger;
  }
}

/** One such line, of the text of an object without its closing brace. */
export function checkedLine(open: string): Buffer {
  const length = Buffer.byteLength(open);
  const writer = new LineWriter(length + CHECK_BYTES);
  writer.add(open, length);
  writer.endLine();
  return writer.lines;
}

/** Whether a line, without its end, is what was written. */
export function isWhole(line: Buffer): boolean {
  const end = line.length - TAIL_BYTES;
  return end > 0 && line.toString('latin1', end) === tailOf(crc32(line.subarray(0, end)));
}

function tailOf(crc: number): string {
  return `,"crc":"${hexOf(crc)}"}`;
}

export function hexOf(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}
