import type { CancelTimer, Clock } from '@svc-simulator/core';

/**
 * The longest single wait. Far below the 2^31 ms at which `setTimeout` fires at once, and short enough that a wall clock
 * that was set, or a machine that slept, delays a timer by a minute at most.
 */
const LONGEST_WAIT_MS = 60_000;

/** Where a clock takes its time from: the process's globals, or what somebody kept of them. */
export type TimeSource = Pick<typeof globalThis, 'Date' | 'setTimeout' | 'clearTimeout'>;

/**
 * The time of the machine. Its timers do not keep the process alive: what serves is held by its listening socket, and
 * after `close` nothing should be held by a retention timer that is due in two weeks.
 */
export function clockOn(source: TimeSource): Clock {
  return {
    now: () => source.Date.now(),
    at(atMs: number, callback: () => void): CancelTimer {
      let timer: NodeJS.Timeout | undefined;
      const wait = () => {
        const waitMs = Math.min(Math.max(atMs - source.Date.now(), 0), LONGEST_WAIT_MS);
        timer = source.setTimeout(check, waitMs);
        timer.unref();
      };
      // Also at the end of the last wait: setTimeout counts another clock than Date, and may be a millisecond early.
      const check = () => (source.Date.now() < atMs ? wait() : callback());
      wait();
      return () => source.clearTimeout(timer);
    },
    after(ms: number, callback: () => void): CancelTimer {
      const timer = source.setTimeout(callback, ms);
      timer.unref();
      return () => source.clearTimeout(timer);
    },
  };
}

export const systemClock: Clock = clockOn(globalThis);
