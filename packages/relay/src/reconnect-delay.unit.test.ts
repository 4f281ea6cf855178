import { describe, expect, it } from 'vitest';
import { reconnectDelayMs } from './simulator-link.ts';

const bounds = (failureCount: number, isLocal: boolean) =>
  [0, 0.999999].map((chance) => reconnectDelayMs({ failureCount, isLocal, chance }));

describe('reconnectDelayMs', () => {
  it('returns between 0.25 s and a maximum that doubles up to 10 s', () => {
    const all = [0, 1, 2, 3, 4, 5, 6, 1000].map((failureCount) => bounds(failureCount, false));
    expect(all).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000].map((most) => [250, most]));
  });

  it('returns at most 1 s for a simulator on this machine', () => {
    expect([0, 1, 2, 1000].map((failureCount) => bounds(failureCount, true)[1])).toEqual([
      500, 1000, 1000, 1000,
    ]);
  });
});
