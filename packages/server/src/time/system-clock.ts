import type { CancelTimer, Clock } from '@svc-simulator/core';

/**
 * The longest single wait. Far below the 2^31 ms at which `setTimeout` fires at once, and short enough that a wall clock
 * that was set, or a machine that slept, delays a timer by a minute at most.
 */
const LONGEST_WAIT_MS = 60_000;

/**
 * The time of the machine. Its timers do not keep the process alive: what serves is held by its listening socket, and
 * after `close` nothing should be held by a retention alarm that is due in two weeks.
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  at(atMs: number, callback: () => void): CancelTimer {
    let timer: NodeJS.Timeout | undefined;
    const wait = () => {
      timer = setTimeout(check, Math.min(Math.max(atMs - Date.now(), 0), LONGEST_WAIT_MS));
      timer.unref();
    };
    // Also at the end of the last wait: setTimeout counts another clock than Date, and may be a millisecond early.
    const check = () => (Date.now() < atMs ? wait() : callback());
    wait();
    return () => clearTimeout(timer);
  },
};
