import type { OpenFile } from './files.ts';

/** What is read at once: a whole store in one piece would be there twice, as bytes and as records. */
const PIECE_BYTES = 2 ** 20;
const LINE_END = 10;

/** Bytes of a file, whole lines of it unless it ends within one. */
export interface Piece {
  /** Where it begins in the file. */
  readonly at: number;
  readonly bytes: Buffer;
}

/** Reads a file from one byte to another in pieces of whole lines, each a buffer of its own; the last one may end without a line's end. */
export async function* piecesOf(file: OpenFile, from: number, to: number): AsyncIterableIterator<Piece> {
  for (let at = from; at < to; ) {
    let bytes = await file.read(at, Math.min(PIECE_BYTES, to - at));
    // A line that is longer.
    for (
      let length = 2 * PIECE_BYTES;
      bytes.lastIndexOf(LINE_END) === -1 && at + bytes.length < to;
      length *= 2
    ) {
      const longer = await file.read(at, Math.min(length, to - at));
      if (longer.length === bytes.length) break;
      bytes = longer;
    }
    if (bytes.length === 0) return;
    const end = at + bytes.length < to ? bytes.lastIndexOf(LINE_END) + 1 || bytes.length : bytes.length;
    yield { at, bytes: bytes.subarray(0, end) };
    at += end;
  }
}
