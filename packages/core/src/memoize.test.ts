import { expect, it } from 'vitest';
import { memoize } from './memoize.ts';

it('asks once for each key until so many are known, and answers the same ever after', () => {
  const asked: number[] = [];
  const square = memoize(2, (key: number) => {
    asked.push(key);
    return key * key;
  });
  expect([1, 2, 1, 2].map(square)).toEqual([1, 4, 1, 4]);
  expect(asked).toEqual([1, 2]);
  expect([3, 1, 3, 1].map(square)).toEqual([9, 1, 9, 1]);
  expect(asked).toEqual([1, 2, 3, 1]);
});

it('remembers nothing of what throws', () => {
  let times = 0;
  const failing = memoize(2, () => {
    times++;
    throw new RangeError('no');
  });
  expect(() => failing(1)).toThrow(RangeError);
  expect(() => failing(1)).toThrow(RangeError);
  expect(times).toBe(2);
});
