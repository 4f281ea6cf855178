import type { OpenFile } from './files.ts';

/**
 * Size of one read. Reading a whole file at once would need memory for its bytes and its records together.
 */
const FILE_PIECE_BYTES = 2 ** 20;
const NEWLINE = 10;

export interface Piece {
  readonly offset: number;
  readonly bytes: Buffer;
}

/**
 * Yields a range of a file in pieces of whole lines. Each piece has its own buffer, so that it can be freed
 * separately. The last piece can lack its line end.
 */
export async function* readPieces(file: OpenFile, from: number, to: number): AsyncIterableIterator<Piece> {
  for (let offset = from; offset < to; ) {
    let bytes = await file.read(offset, Math.min(FILE_PIECE_BYTES, to - offset));
    for (
      let length = 2 * FILE_PIECE_BYTES;
      bytes.lastIndexOf(NEWLINE) === -1 && offset + bytes.length < to;
      length *= 2
    ) {
      const longer = await file.read(offset, Math.min(length, to - offset));
      if (longer.length === bytes.length) break;
      bytes = longer;
    }
    if (bytes.length === 0) return;
    const end = offset + bytes.length < to ? bytes.lastIndexOf(NEWLINE) + 1 || bytes.length : bytes.length;
    yield { offset, bytes: bytes.subarray(0, end) };
    offset += end;
  }
}
