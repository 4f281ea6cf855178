import { crc32 } from 'node:zlib';

/** Small enough to be read whole for one event, large enough for their checksums to be few. */
export const BLOCK_BYTES = 64 * 1024;

/** CRC-32 checksums of a file that grows at its end, one for each block of it; the last one is of a block's beginning. */
export class BlockSums {
  readonly #sums: number[];
  #bytes: number;

  /** Goes on behind `bytes` bytes whose checksums are known. */
  constructor(bytes = 0, sums: readonly number[] = []) {
    this.#bytes = bytes;
    this.#sums = [...sums];
  }

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + BLOCK_BYTES - (this.#bytes % BLOCK_BYTES));
      const block = Math.floor(this.#bytes / BLOCK_BYTES);
      this.#sums[block] = crc32(part, this.#sums[block] ?? 0);
      this.#bytes += part.length;
      at += part.length;
    }
  }

  /** What the checksums would be behind these pieces too. */
  after(pieces: readonly Uint8Array[]): readonly number[] {
    const sums = new BlockSums(this.#bytes, this.#sums);
    for (const piece of pieces) sums.add(piece);
    return sums.#sums;
  }

  /** The checksum of a block, and where it ends by now. */
  of(block: number): { readonly sum: number | undefined; readonly end: number } {
    return { sum: this.#sums[block], end: Math.min((block + 1) * BLOCK_BYTES, this.#bytes) };
  }
}
