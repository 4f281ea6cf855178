import { describe, expect, it } from 'vitest';
import { KeyedBudget } from './keyed-budget.ts';

describe('KeyedBudget', () => {
  it('allows a burst, then a unit at a time, and returns the time to wait', () => {
    const keys = new KeyedBudget({ limit: 3, withinMs: 3000 });
    expect([0, 0, 0, 0].map(() => keys.take('a', 5000))).toEqual([0, 0, 0, 1000]);
    expect(keys.take('b', 5000)).toBe(0);
    expect(keys.take('a', 5400)).toBe(600);
    expect(keys.take('a', 6000)).toBe(0);
    expect(keys.take('a', 6000)).toBe(1000);
    // After a pause, exactly one whole burst is available again.
    expect([0, 0, 0, 0].map(() => keys.take('a', 60_000))).toEqual([0, 0, 0, 1000]);
  });

  it('restores a released amount', () => {
    const keys = new KeyedBudget({ limit: 2, withinMs: 2000 });
    for (let round = 0; round < 10; round++) {
      expect(keys.take('a', 0)).toBe(0);
      keys.release('a', 0);
    }
    expect(keys.size).toBe(0);
    keys.release('unknown', 0);
    expect([keys.take('a', 0), keys.take('a', 0), keys.take('a', 0)]).toEqual([0, 0, 1000]);
    keys.release('a', 0);
    expect(keys.take('a', 0)).toBe(0);
  });

  it('remembers only the most recently used keys', () => {
    const keys = new KeyedBudget({ limit: 1, withinMs: 1000 }, 100);
    for (let key = 0; key < 10_000; key++) {
      keys.take(`key ${key}`, 0);
      if (key % 50 === 0) keys.take('kept', key);
    }
    expect(keys.size).toBe(100);
    expect(keys.take('key 9999', 0)).toBeGreaterThan(0);
    expect(keys.take('key 1', 0)).toBe(0);
  });
});
