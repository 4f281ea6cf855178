import { DAY_MS } from '@svc-simulator/contract';
import type { CancelTimer, Clock } from '@svc-simulator/core';

/** The longest single wait, far below the 2^31 ms at which `setTimeout` fires at once. */
const MAX_TIMER_MS = DAY_MS;
/** Interval of checks for a changed clock while a timer waits for an instant. */
const CLOCK_CHECK_MS = 500;
/** Smaller differences are drift or gradual network corrections. */
const JUMP_MS = 200;

/** The globals that provide a clock's time, or saved copies of them. */
export type TimeSource = Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> & {
  readonly Date: Pick<DateConstructor, 'now'>;
  readonly performance: { now(): number };
};

/**
 * Creates a clock on the machine's time. Its timers don't keep the process running unless `keepAlive` is set.
 */
export function clockOn(source: TimeSource, { keepAlive = false } = {}): Clock {
  const begin = (timer: NodeJS.Timeout) => (keepAlive ? timer : timer.unref());
  const now = () => source.Date.now();
  const elapsed = () => source.performance.now();
  const listeners = new Set<(byMs: number) => void>();
  let lead = 0;
  let watch: NodeJS.Timeout | null = null;
  const look = () => {
    const byMs = now() - elapsed() - lead;
    watch = listeners.size > 0 ? source.setTimeout(look, CLOCK_CHECK_MS).unref() : null;
    if (Math.abs(byMs) < JUMP_MS) return;
    lead += byMs;
    for (const listener of [...listeners]) listener(byMs);
  };
  const onJump = (listener: (byMs: number) => void): CancelTimer => {
    if (watch === null) {
      lead = now() - elapsed();
      watch = source.setTimeout(look, CLOCK_CHECK_MS).unref();
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
        timer = begin(source.setTimeout(check, waitMs));
      };
      // Also after the last wait, because setTimeout uses another clock than Date and may be a millisecond
      // early.
      const check = () => {
        if (now() < atMs) return wait();
        forget();
        callback();
      };
      const forget = onJump(() => {
        source.clearTimeout(timer);
        wait();
      });
      wait();
      return () => {
        forget();
        source.clearTimeout(timer);
      };
    },
    after(ms: number, callback: () => void): CancelTimer {
      const timer = begin(source.setTimeout(callback, ms));
      return () => source.clearTimeout(timer);
    },
  };
}

/** The simulator's clock: its socket keeps the process running, and after `close` no retention timer must. */
export const systemClock: Clock = clockOn(globalThis);

/** The relay's clock: while it waits to reconnect, nothing else keeps the process running. */
export const keepAliveClock: Clock = clockOn(globalThis, { keepAlive: true });
