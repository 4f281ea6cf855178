import { describe, expect, it } from 'vitest';
import { BlockCache } from './block-cache.ts';
import { BLOCK_BYTES } from './block-sums.ts';

/** A file in memory that tells which blocks were read of it. */
function fileOf(bytes: Buffer, path = 'a') {
  const read: number[] = [];
  return {
    read: async (from: number, length: number) => {
      const part = bytes.subarray(from, from + length);
      for (let at = 0; at < part.length; at += BLOCK_BYTES) read.push((from + at) / BLOCK_BYTES);
      return part;
    },
    path,
    written: bytes.length,
    blocksRead: read,
  };
}

const bytes = Buffer.from(
  Array.from({ length: 5 * BLOCK_BYTES + 100 }, (_, at) => (at * 7 + (at >> 9)) % 251),
);

describe('the block cache', () => {
  it('answers what the file holds, over the ends of blocks and the end of the file', async () => {
    const cache = new BlockCache();
    for (const [from, length] of [
      [0, 10],
      [BLOCK_BYTES - 3, 6],
      [BLOCK_BYTES, BLOCK_BYTES],
      [17, 4 * BLOCK_BYTES],
      [5 * BLOCK_BYTES + 90, 50],
    ] as const) {
      for (let time = 0; time < 2; time++) {
        const answered = await cache.read(fileOf(bytes), from, length);
        expect(answered.equals(bytes.subarray(from, from + length))).toBe(true);
      }
    }
  });

  it('reads a block once, and what lies around it in one go', async () => {
    const [cache, file] = [new BlockCache(), fileOf(bytes)];
    await cache.read(file, 2 * BLOCK_BYTES, 10);
    await cache.read(file, 2 * BLOCK_BYTES + 50, 10);
    expect(file.blocksRead).toEqual([2]);
    await cache.read(file, 1, 5 * BLOCK_BYTES);
    expect(file.blocksRead).toEqual([2, 0, 1, 3, 4, 5]);
  });

  it('reads the last block again, which is still growing, and mixes no two files up', async () => {
    const cache = new BlockCache();
    const short = fileOf(bytes.subarray(0, BLOCK_BYTES + 10));
    expect((await cache.read(short, BLOCK_BYTES, 100)).length).toBe(10);
    const longer = fileOf(bytes.subarray(0, BLOCK_BYTES + 20));
    expect((await cache.read(longer, BLOCK_BYTES, 100)).length).toBe(20);
    const other = fileOf(Buffer.alloc(BLOCK_BYTES, 1), 'b');
    await cache.read(longer, 0, 1);
    expect((await cache.read(other, 0, 1))[0]).toBe(1);
  });

  it('keeps those that were asked for last', async () => {
    const [cache, file] = [new BlockCache(), fileOf(Buffer.alloc(70 * BLOCK_BYTES))];
    for (let block = 0; block < 64; block++) await cache.read(file, block * BLOCK_BYTES, 1);
    await cache.read(file, 0, 1);
    await cache.read(file, 64 * BLOCK_BYTES, 1);
    file.blocksRead.length = 0;
    for (const block of [0, 64, 2, 1]) await cache.read(file, block * BLOCK_BYTES, 1);
    expect(file.blocksRead).toEqual([1]);
  });
});
