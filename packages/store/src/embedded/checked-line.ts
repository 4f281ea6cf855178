import { crc32 } from 'node:zlib';

/** `,"crc":"89abcdef"}` */
const TAIL_BYTES = 18;
/** What a checked line adds to the text that it is made of, its end included. */
export const CHECK_BYTES = TAIL_BYTES + 1;

/**
 * A line of JSON whose last field is the CRC-32 of all bytes before that field's comma. `open` is the text of an object
 * with at least one field, without its closing brace; `length` are its bytes.
 */
export function checkedLine(open: string, length = Buffer.byteLength(open)): Buffer {
  const line = Buffer.allocUnsafe(length + CHECK_BYTES);
  line.write(open, 0, length === open.length ? 'latin1' : 'utf8');
  line.write(`${tailOf(crc32(line.subarray(0, length)))}\n`, length, 'latin1');
  return line;
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
