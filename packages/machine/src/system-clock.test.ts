import type { Clock } from '@svc-simulator/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClock, type TimeSource } from './system-clock.ts';

const DAY_MS = 86_400_000;

/** A time source in which every wait ends at once. */
class FakeTimeSource implements TimeSource {
  longestMs = 0;
  #now = 0;
  readonly #timers = new Map<object, { readonly at: number; readonly callback: () => void }>();
  readonly Date = { now: () => this.#now };
  readonly performance = { now: () => this.#now };
  readonly setTimeout = ((callback: () => void, ms: number) => {
    this.longestMs = Math.max(this.longestMs, ms);
    const timer = { unref: () => timer };
    this.#timers.set(timer, { at: this.#now + ms, callback });
    return timer;
  }) as unknown as typeof setTimeout;
  readonly clearTimeout = ((timer: object) => this.#timers.delete(timer)) as unknown as typeof clearTimeout;

  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      let next: object | undefined;
      let at = end;
      for (const [timer, set] of this.#timers) if (set.at <= at) [next, at] = [timer, set.at];
      this.#now = at;
      const due = next && this.#timers.get(next);
      if (!next || !due) return;
      this.#timers.delete(next);
      due.callback();
    }
  }
}

describe('createClock', () => {
  let systemClock: Clock;
  beforeEach(() => {
    vi.useFakeTimers();
    systemClock = createClock(globalThis);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('fires a timer once, when it is due', () => {
    const fires: number[] = [];
    const start = systemClock.now();
    systemClock.at(start + 1500, () => fires.push(systemClock.now() - start));
    vi.advanceTimersByTime(1499);
    expect(fires).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(fires).toEqual([1500]);
  });

  it('fires a timer that is due after more than 2^31 ms', () => {
    // Vitest's fake timers need half a minute for these 24.9 days.
    const source = new FakeTimeSource();
    const clock = createClock(source);
    const fires: number[] = [];
    clock.at(25 * DAY_MS, () => fires.push(clock.now()));
    source.advance(25 * DAY_MS - 1);
    expect(fires).toEqual([]);
    source.advance(1);
    expect(fires).toEqual([25 * DAY_MS]);
    expect(source.longestMs).toBeLessThan(2 ** 31);
  });

  it('fires overdue timers without delay, but not during the call that sets them', () => {
    let hasFired = false;
    systemClock.at(systemClock.now() - 5000, () => {
      hasFired = true;
    });
    expect(hasFired).toBe(false);
    vi.advanceTimersByTime(1);
    expect(hasFired).toBe(true);
  });

  it('never fires a canceled timer, even between two steps of a long wait', () => {
    let fireCount = 0;
    const cancel = systemClock.at(systemClock.now() + DAY_MS, () => fireCount++);
    vi.advanceTimersByTime(DAY_MS / 2);
    cancel();
    cancel();
    vi.advanceTimersByTime(DAY_MS);
    expect(fireCount).toBe(0);
  });

  it('notices within a second that the wall clock was changed, and fires the due timers', () => {
    let fireCount = 0;
    const jumps: number[] = [];
    systemClock.at(systemClock.now() + DAY_MS, () => fireCount++);
    const cancel = systemClock.onJump((byMs) => jumps.push(byMs));
    vi.setSystemTime(systemClock.now() + DAY_MS - 3000);
    vi.advanceTimersByTime(1000);
    vi.setSystemTime(systemClock.now() - 3_600_000);
    vi.advanceTimersByTime(1000);
    expect([fireCount, jumps]).toEqual([0, [DAY_MS - 3000, -3_600_000]]);
    vi.advanceTimersByTime(3000);
    expect(fireCount).toBe(0);
    vi.setSystemTime(systemClock.now() + 3_600_000);
    vi.advanceTimersByTime(1000);
    expect([fireCount, jumps.length]).toEqual([1, 3]);
    cancel();
    vi.setSystemTime(systemClock.now() + DAY_MS);
    vi.advanceTimersByTime(1000);
    expect(jumps).toHaveLength(3);
  });

  it('measures time independently of the wall clock', () => {
    const began = systemClock.elapsed();
    vi.advanceTimersByTime(1500);
    vi.setSystemTime(systemClock.now() - DAY_MS);
    expect(systemClock.elapsed() - began).toBe(1500);
  });

  it('calls back after a delay, however the wall clock was changed meanwhile', () => {
    let fireCount = 0;
    systemClock.after(50, () => fireCount++);
    systemClock.after(50, () => fireCount++)();
    vi.setSystemTime(systemClock.now() - DAY_MS);
    vi.advanceTimersByTime(49);
    expect(fireCount).toBe(0);
    vi.advanceTimersByTime(1);
    expect(fireCount).toBe(1);
  });

  it('lets the process end while timers are set', () => {
    vi.useRealTimers();
    const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const cancel = systemClock.at(systemClock.now() + DAY_MS, () => {});
    const after = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    cancel();
    expect(after).toBe(before);
  });
});
