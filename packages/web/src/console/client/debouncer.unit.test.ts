import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Debouncer } from './debouncer.ts';

/** Creates a debouncer whose runs end when the test says so; `begun` has the start times of the runs. */
function rounds() {
  const startTimes: number[] = [];
  let end = () => {};
  const newRounds = new Debouncer(() => {
    startTimes.push(Date.now());
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  return { begun: startTimes, rounds: newRounds, end: () => end() };
}

describe('Rounds', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 10_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs once for many requests', async () => {
    const { begun, rounds: queue, end } = rounds();
    for (let times = 0; times < 50; times++) queue.schedule();
    await vi.advanceTimersByTimeAsync(120);
    end();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun).toEqual([10_120]);
  });

  it('waits for an interval between two runs', async () => {
    const { begun, rounds: queue, end } = rounds();
    queue.schedule();
    await vi.advanceTimersByTimeAsync(120);
    end();
    await vi.advanceTimersByTimeAsync(10);
    queue.schedule();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(begun).toEqual([10_120, 10_520]);
  });

  it('never runs twice at the same time, and runs again if it is requested during a run', async () => {
    const { begun, rounds: queue, end } = rounds();
    queue.schedule();
    await vi.advanceTimersByTimeAsync(120);
    queue.schedule();
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
