import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from './system-clock.ts';

const DAY_MS = 86_400_000;

describe('systemClock', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('fires once, at the due time and not before', () => {
    const fired: number[] = [];
    const start = systemClock.now();
    systemClock.at(start + 1500, () => fired.push(systemClock.now() - start));
    vi.advanceTimersByTime(1499);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(fired).toEqual([1500]);
  });

  it('waits longer than 2^31 ms', () => {
    const fired: number[] = [];
    const start = systemClock.now();
    systemClock.at(start + 60 * DAY_MS, () => fired.push(systemClock.now() - start));
    vi.advanceTimersByTime(60 * DAY_MS - 1);
    expect(fired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(fired).toEqual([60 * DAY_MS]);
  });

  it('fires what is already due without delay, but not within the call', () => {
    let fired = false;
    systemClock.at(systemClock.now() - 5000, () => {
      fired = true;
    });
    expect(fired).toBe(false);
    vi.advanceTimersByTime(1);
    expect(fired).toBe(true);
  });

  it('forgets a cancelled timer, also between two hops of a long wait', () => {
    let fired = 0;
    const cancel = systemClock.at(systemClock.now() + DAY_MS, () => fired++);
    vi.advanceTimersByTime(DAY_MS / 2);
    cancel();
    cancel();
    vi.advanceTimersByTime(DAY_MS);
    expect(fired).toBe(0);
  });

  it('notices within a minute that the wall clock was set forward', () => {
    let fired = 0;
    systemClock.at(systemClock.now() + DAY_MS, () => fired++);
    vi.setSystemTime(systemClock.now() + 2 * DAY_MS);
    vi.advanceTimersByTime(60_000);
    expect(fired).toBe(1);
  });

  it('calls back after a time, wherever the wall clock was set to meanwhile', () => {
    let fired = 0;
    systemClock.after(50, () => fired++);
    systemClock.after(50, () => fired++)();
    vi.setSystemTime(systemClock.now() - DAY_MS);
    vi.advanceTimersByTime(49);
    expect(fired).toBe(0);
    vi.advanceTimersByTime(1);
    expect(fired).toBe(1);
  });

  it('does not keep the process alive', () => {
    vi.useRealTimers();
    const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const cancel = systemClock.at(systemClock.now() + DAY_MS, () => {});
    const after = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    cancel();
    expect(after).toBe(before);
  });
});
