import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Rounds } from './rounds.ts';

/** Rounds that end when they are told to; `begun` are the moments at which they began. */
function rounds() {
  const begun: number[] = [];
  let end = () => {};
  const made = new Rounds(() => {
    begun.push(Date.now());
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  return { begun, rounds: made, end: () => end() };
}

describe('Rounds', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 10_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('does once what was asked for many times', async () => {
    const { begun, rounds: asked, end } = rounds();
    for (let times = 0; times < 50; times++) asked.soon();
    await vi.advanceTimersByTimeAsync(120);
    end();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun).toEqual([10_120]);
  });

  it('keeps rounds apart', async () => {
    const { begun, rounds: asked, end } = rounds();
    asked.soon();
    await vi.advanceTimersByTimeAsync(120);
    end();
    await vi.advanceTimersByTimeAsync(10);
    asked.soon();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun).toEqual([10_120, 10_520]);
  });

  it('is never twice under way, and goes on once more for what was asked meanwhile', async () => {
    const { begun, rounds: asked, end } = rounds();
    asked.soon();
    await vi.advanceTimersByTimeAsync(120);
    asked.soon();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(begun).toEqual([10_120]);
    end();
    await vi.advanceTimersByTimeAsync(120);
    expect(begun).toEqual([10_120, 12_240]);
    end();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun).toHaveLength(2);
  });
});
