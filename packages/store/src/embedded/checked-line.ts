import { crc32 } from 'node:zlib';

/** Length of `,"crc":"89abcdef"}`. */
const TAIL_BYTES = 18;
/** Bytes that a checked line adds to its text, including the line end. */
export const CHECK_BYTES = TAIL_BYTES + 1;

/**
 * Writes lines of JSON into one buffer. Each line is an object whose last field is the CRC-32 of the bytes
 * before it.
 */
export class CheckedLineWriter {
  #memory: Buffer;
  #begin = 0;
  #end = 0;

  constructor(size: number) {
    this.#memory = Buffer.allocUnsafeSlow(size);
  }

  /** The finished lines. The bytes are overwritten by the next `add` after `clear`. */
  get lines(): Buffer {
    return this.#memory.subarray(0, this.#begin);
  }

  /** Removes the lines. Keeps the buffer unless it is larger than `maxBytes`. */
  clear(maxBytes: number): void {
    this.#begin = 0;
    this.#end = 0;
    if (this.#memory.length > maxBytes) this.#memory = Buffer.allocUnsafeSlow(maxBytes);
  }

  add(text: string, length = Buffer.byteLength(text)): void {
    const end = this.#end + length;
    if (end + CHECK_BYTES > this.#memory.length) this.#grow(end + CHECK_BYTES);
    // A text with as many bytes as characters is ASCII and needs no encoding.
    this.#memory.write(text, this.#end, length === text.length ? 'latin1' : 'utf8');
    this.#end = end;
  }

  endLine(): void {
    const crc = crc32(this.#memory.subarray(this.#begin, this.#end));
    this.add(`${checksumTail(crc)}\n`, CHECK_BYTES);
    this.#begin = this.#end;
  }

  #grow(minBytes: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(minBytes, 2 * this.#memory.length));
    this.#memory.copy(larger, 0, 0, this.#end);
    this.#memory = larger;
  }
}

/**
 * Returns the line of a JSON object. `text` is the object without its closing brace, such as `{"journal":1`.
 */
export function createCheckedLine(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const writer = new CheckedLineWriter(length + CHECK_BYTES);
  writer.add(text, length);
  writer.endLine();
  return writer.lines;
}

/** Returns true if the checksum of a line is correct. `line` must not include the `\n`. */
export function hasValidChecksum(line: Buffer): boolean {
  const end = line.length - TAIL_BYTES;
  return end > 0 && line.toString('latin1', end) === checksumTail(crc32(line.subarray(0, end)));
}

function checksumTail(crc: number): string {
  return `,"crc":"${toHex(crc)}"}`;
}

export function toHex(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}
