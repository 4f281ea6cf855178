import { BLOCK_BYTES } from './block-sums.ts';

/** Blocks that are kept: 4 MiB. */
const MOST_BLOCKS = 64;

/** A file that is read where it stands; `read` gives less at its end. */
export interface BlockFile {
  readonly path: string;
  /** Bytes that are in the file. */
  readonly written: number;
  read(from: number, length: number): Promise<Buffer>;
}

/**
 * The blocks of files that were read last: whoever looks at one page of old events looks at the next one too, and again
 * when a page of the console is made anew. Only of files that grow at their end, of which a full block never changes.
 */
export class BlockCache {
  /** By file and block, the one that was asked for last at the end. */
  readonly #blocks = new Map<string, Buffer>();

  /** Bytes of a file, as far as it goes. @throws what reading the file throws */
  async read(file: BlockFile, from: number, length: number): Promise<Buffer> {
    const to = Math.min(from + length, file.written);
    const first = Math.floor(from / BLOCK_BYTES);
    const pieces: Buffer[] = [];
    for (let block = first; block * BLOCK_BYTES < to; ) {
      const held = this.#held(file, block);
      if (held) {
        pieces.push(held);
        block++;
        continue;
      }
      let end = block + 1;
      while (end * BLOCK_BYTES < to && !this.#blocks.has(nameOf(file, end))) end++;
      const bytes = await file.read(block * BLOCK_BYTES, (end - block) * BLOCK_BYTES);
      pieces.push(bytes);
      this.#keep(file, block, bytes);
      block = end;
    }
    const start = first * BLOCK_BYTES;
    const joined = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
    return joined.subarray(from - start, to - start);
  }

  #held(file: BlockFile, block: number): Buffer | undefined {
    const name = nameOf(file, block);
    const held = this.#blocks.get(name);
    if (!held) return undefined;
    this.#blocks.delete(name);
    this.#blocks.set(name, held);
    return held;
  }

  #keep(file: BlockFile, first: number, bytes: Buffer): void {
    for (let at = 0; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) {
      // A copy, because a part would keep all that was read with it.
      const block = Buffer.from(bytes.subarray(at, at + BLOCK_BYTES));
      this.#blocks.set(nameOf(file, first + at / BLOCK_BYTES), block);
    }
    for (const name of this.#blocks.keys()) {
      if (this.#blocks.size <= MOST_BLOCKS) break;
      this.#blocks.delete(name);
    }
  }
}

function nameOf({ path }: BlockFile, block: number): string {
  return `${block} ${path}`;
}
