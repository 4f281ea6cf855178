import type { OpenFile } from './files.ts';

/** Size of a read; reading a whole store at once would hold it twice, as bytes and as records. */
const FILE_PIECE_BYTES = 2 ** 20;
const LINE_END = 10;

export interface Piece {
  readonly at: number;
  readonly bytes: Buffer;
}

/**
 * Reads a range of a file in pieces of whole lines, each in its own buffer; the last one may lack its line
 * end.
 */
export async function* piecesOf(file: OpenFile, from: number, to: number): AsyncIterableIterator<Piece> {
  for (let at = from; at < to; ) {
    let bytes = await file.read(at, Math.min(FILE_PIECE_BYTES, to - at));
    for (
      let length = 2 * FILE_PIECE_BYTES;
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
