import { DAY_MS } from '@svc-simulator/contract';
import type { CancelTimer, Clock } from '@svc-simulator/core';

/** Longer waits are split, because `setTimeout` fires at once from 2^31 ms on. */
const MAX_TIMER_MS = DAY_MS;
/** Interval at which a running timer checks if the machine's clock was changed. */
const CLOCK_CHECK_MS = 500;
/** Smaller differences are drift, or corrections by time servers, and not a change by somebody. */
const JUMP_MS = 200;

/** The globals that a clock uses, or copies that were saved before a test installed fake timers. */
export type TimeSource = Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> & {
  readonly Date: Pick<DateConstructor, 'now'>;
  readonly performance: { now(): number };
};

/**
 * Creates a clock on the machine's time. Its timers don't keep the process running unless `keepAlive` is set.
 */
export function createClock(source: TimeSource, { keepAlive = false } = {}): Clock {
  const keepOrUnref = (timer: NodeJS.Timeout) => (keepAlive ? timer : timer.unref());
  const now = () => source.Date.now();
  const elapsed = () => source.performance.now();
  const listeners = new Set<(byMs: number) => void>();
  let wallLeadMs = 0;
  let checkTimer: NodeJS.Timeout | null = null;
  const checkForJump = () => {
    const byMs = now() - elapsed() - wallLeadMs;
    checkTimer = listeners.size > 0 ? source.setTimeout(checkForJump, CLOCK_CHECK_MS).unref() : null;
    if (Math.abs(byMs) < JUMP_MS) return;
    wallLeadMs += byMs;
    for (const listener of [...listeners]) listener(byMs);
  };
  const onJump = (listener: (byMs: number) => void): CancelTimer => {
    if (checkTimer === null) {
      wallLeadMs = now() - elapsed();
      checkTimer = source.setTimeout(checkForJump, CLOCK_CHECK_MS).unref();
    }
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    now,
    elapsed,
    onJump,
    at(atMs: number, callback: () => void): CancelTimer {
      let timer: NodeJS.Timeout | undefined;
      const wait = () => {
        const waitMs = Math.min(Math.max(atMs - now(), 0), MAX_TIMER_MS);
        timer = keepOrUnref(source.setTimeout(check, waitMs));
      };
      // Waits again if necessary, because `setTimeout` can fire a millisecond before `Date` shows the time.
      const check = () => {
        if (now() < atMs) return wait();
        unsubscribe();
        callback();
      };
      const unsubscribe = onJump(() => {
        source.clearTimeout(timer);
        wait();
      });
      wait();
      return () => {
        unsubscribe();
        source.clearTimeout(timer);
      };
    },
    after(ms: number, callback: () => void): CancelTimer {
      const timer = keepOrUnref(source.setTimeout(callback, ms));
      return () => source.clearTimeout(timer);
    },
  };
}

/** The simulator's clock. Its timers don't keep the process running, because the server's socket does. */
export const systemClock: Clock = createClock(globalThis);

/**
 * The relay's clock. Its timers keep the process running, because nothing else does while it waits to
 * reconnect.
 */
export const keepAliveClock: Clock = createClock(globalThis, { keepAlive: true });
