import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Debouncer } from './debouncer.ts';

/** Creates a debouncer whose current run ends when the test calls `end`. */
function createDebouncer() {
  const startTimes: number[] = [];
  let end = () => {};
  const debouncer = new Debouncer(() => {
    startTimes.push(Date.now());
    return new Promise((resolve) => {
      end = resolve;
    });
  });
  return { startTimes, debouncer, end: () => end() };
}

describe('Debouncer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 10_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs once for many calls', async () => {
    const { startTimes, debouncer, end } = createDebouncer();
    for (let times = 0; times < 50; times++) debouncer.schedule();
    await vi.advanceTimersByTimeAsync(120);
    end();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(startTimes).toEqual([10_120]);
  });

  it('waits for an interval between two runs', async () => {
    const { startTimes, debouncer, end } = createDebouncer();
    debouncer.schedule();
    await vi.advanceTimersByTimeAsync(120);
    end();
    await vi.advanceTimersByTimeAsync(10);
    debouncer.schedule();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(startTimes).toEqual([10_120, 10_520]);
  });

  it('never runs twice at the same time, and runs again after a call during a run', async () => {
    const { startTimes, debouncer, end } = createDebouncer();
    debouncer.schedule();
    await vi.advanceTimersByTimeAsync(120);
    debouncer.schedule();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(startTimes).toEqual([10_120]);
    end();
    await vi.advanceTimersByTimeAsync(120);
    expect(startTimes).toEqual([10_120, 12_240]);
    end();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(startTimes).toHaveLength(2);
  });
});
