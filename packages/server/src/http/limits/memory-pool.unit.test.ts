import { expect, it } from 'vitest';
import { MemoryPool } from './memory-pool.ts';

it('evicts the oldest entry of the largest owner when the budget is exceeded', () => {
  const pool = new MemoryPool(10);
  const evicted: string[] = [];
  const hold = (owner: string, name: string, size: number) =>
    pool.reserve(owner, size * 2 ** 20, () => evicted.push(name));
  hold('quiet', 'q1', 1);
  const release = hold('crowd', 'c1', 4);
  hold('crowd', 'c2', 4);
  expect(evicted).toEqual([]);
  hold('crowd', 'c3', 3);
  expect(evicted).toEqual(['c1']);
  release();
  hold('quiet', 'q2', 2);
  expect(evicted).toEqual(['c1']);
  hold('quiet', 'q3', 1);
  expect(evicted).toEqual(['c1', 'c2']);
  hold('other', 'far too much', 20);
  expect(evicted).toEqual(['c1', 'c2', 'far too much']);
});
