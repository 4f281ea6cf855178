import { describe, expect, it } from 'vitest';
import { BufferPool, POOLED_BYTES, Scratch } from './buffer-pool.ts';
import { ByteTail } from './byte-tail.ts';

const piece = (length: number, fill: string) => Buffer.alloc(length, fill);

describe('a byte tail', () => {
  it('answers what was added, from any offset on and across its buffers', () => {
    const tail = new ByteTail(new BufferPool(), 7);
    const pieces = ['a', 'b', 'c', 'd', 'e'].map((fill, at) => piece(100_000 + at, fill));
    for (const added of pieces) tail.add(added);
    const all = Buffer.concat(pieces);
    expect(tail.end).toBe(7 + all.length);
    for (const from of [7, 8, 100_007, 200_500, tail.end - 1, tail.end]) {
      expect(Buffer.concat(tail.since(from)).equals(all.subarray(from - 7))).toBe(true);
    }
    expect(tail.text(100_007, 5)).toBe('bbbbb');
    expect(tail.text(6, 1)).toBeUndefined();
    expect(tail.text(tail.end - 1, 2)).toBeUndefined();
  });

  it('goes on behind bytes that are being written', () => {
    const tail = new ByteTail(new BufferPool(), 0);
    tail.add(piece(10, 'a'));
    const writing = tail.since(0);
    tail.add(piece(10, 'b'));
    expect(Buffer.concat(writing).toString()).toBe('a'.repeat(10));
    expect(Buffer.concat(tail.since(10)).toString()).toBe('b'.repeat(10));
  });

  it('lets go of the oldest beyond its budget, and of nothing that is not written', () => {
    const pool = new BufferPool();
    const tail = new ByteTail(pool, 0);
    for (const fill of ['a', 'b', 'c']) tail.add(piece(POOLED_BYTES, fill));
    tail.shrink(0, POOLED_BYTES * 2 - 1);
    expect([tail.text(0, 1), tail.text(POOLED_BYTES, 1)]).toEqual([undefined, 'b']);
    tail.shrink(POOLED_BYTES, tail.end);
    expect([tail.text(POOLED_BYTES, 1), tail.text(POOLED_BYTES * 2, 1)]).toEqual([undefined, 'c']);
    // The two buffers that it let go of are the next ones that anybody gets.
    const [first, second, third] = [pool.take(), pool.take(), pool.take()];
    expect([first[0], second[0]]).toEqual(['b', 'a'].map((fill) => fill.charCodeAt(0)));
    expect(new Set([first, second, third]).size).toBe(3);
    expect(tail.text(POOLED_BYTES * 2, 1)).toBe('c');
  });

  it('gives a piece that is longer than a pooled buffer one of its own', () => {
    const pool = new BufferPool();
    const tail = new ByteTail(pool, 0);
    tail.add(piece(POOLED_BYTES + 1, 'x'));
    tail.add(piece(1, 'y'));
    expect(tail.since(0).map(({ length }) => length)).toEqual([POOLED_BYTES + 1, 1]);
    tail.shrink(0, tail.end);
    expect([pool.take().length, pool.take().length]).toEqual([POOLED_BYTES, POOLED_BYTES]);
  });
});

it('a scratch gives the same room for each piece, and its own to one that is too long', () => {
  const scratch = new Scratch();
  const [first, long, second] = [scratch.take(100), scratch.take(POOLED_BYTES + 1), scratch.take(200)];
  expect([first.length, long.length, second.length]).toEqual([100, POOLED_BYTES + 1, 200]);
  expect(second.buffer).toBe(first.buffer);
  expect(long.buffer).not.toBe(first.buffer);
});
