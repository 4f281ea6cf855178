import type { CancelTimer, Clock } from '@svc-simulator/core';

/**
 * The longest single wait. Far below the 2^31 ms at which `setTimeout` fires at once, and short enough that a wall clock
 * that was set, or a machine that slept, delays a timer by a minute at most.
 */
const LONGEST_WAIT_MS = 60_000;

/** Where a clock takes its time from: the process's globals, or what somebody kept of them. */
export type TimeSource = Pick<typeof globalThis, 'Date' | 'setTimeout' | 'clearTimeout'>;

/** The time of the machine. Unless it is told to `keepAlive`, a timer that waits does not keep the process from ending. */
export function clockOn(source: TimeSource, { keepAlive = false } = {}): Clock {
  const started = (timer: NodeJS.Timeout) => (keepAlive ? timer : timer.unref());
  return {
    now: () => source.Date.now(),
    at(atMs: number, callback: () => void): CancelTimer {
      let timer: NodeJS.Timeout | undefined;
      const wait = () => {
        const waitMs = Math.min(Math.max(atMs - source.Date.now(), 0), LONGEST_WAIT_MS);
        timer = started(source.setTimeout(check, waitMs));
      };
      // Also at the end of the last wait: setTimeout counts another clock than Date, and may be a millisecond early.
      const check = () => (source.Date.now() < atMs ? wait() : callback());
      wait();
      return () => source.clearTimeout(timer);
    },
    after(ms: number, callback: () => void): CancelTimer {
      const timer = started(source.setTimeout(callback, ms));
      return () => source.clearTimeout(timer);
    },
  };
}

/**
 * The simulator's: what serves is held by its listening socket, and after `close` nothing should be held by a retention timer
 * that is due in two weeks.
 */
export const systemClock: Clock = clockOn(globalThis);

/** A relay's: while it waits to connect again, there is nothing else that would keep its process alive. */
export const keepAliveClock: Clock = clockOn(globalThis, { keepAlive: true });
