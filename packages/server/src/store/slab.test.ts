import { expect, it } from 'vitest';
import { Slab } from './slab.ts';

it('gives out every place once, whatever the sizes', () => {
  const slab = new Slab();
  const sizes = Array.from({ length: 600 }, (_, at) => (at * 997) % 40_000);
  const pieces = sizes.map((bytes, at) => slab.take(bytes).fill(at % 256));
  expect(pieces.map(({ length }) => length)).toEqual(sizes);
  const spoilt = pieces.filter((piece, at) => !piece.every((byte) => byte === at % 256));
  expect(spoilt).toEqual([]);
});

it('lets short pieces share a buffer, and gives a long one its own', () => {
  const slab = new Slab();
  const [first, long, second] = [slab.take(100), slab.take(100_000), slab.take(100)];
  expect(second.buffer).toBe(first.buffer);
  expect(long.buffer.byteLength).toBe(100_000);
});
