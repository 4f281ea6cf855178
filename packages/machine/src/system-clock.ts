import type { CancelTimer, Clock } from '@svc-simulator/core';

/** The longest single wait, far below the 2^31 ms at which `setTimeout` fires at once. */
const LONGEST_WAIT_MS = 86_400_000;
/** How often it is looked whether the machine's clock was set, while somebody waits for an instant. */
const LOOK_EVERY_MS = 500;
/** What two clocks drift apart, and what the network corrects by and by, is no jump. */
const JUMP_MS = 200;

/** Where a clock takes its time from: the process's globals, or what somebody kept of them. */
export type TimeSource = Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> & {
  readonly Date: Pick<DateConstructor, 'now'>;
  readonly performance: { now(): number };
};

/** The time of the machine. Unless it is told to `keepAlive`, a timer that waits does not keep the process from ending. */
export function clockOn(source: TimeSource, { keepAlive = false } = {}): Clock {
  const started = (timer: NodeJS.Timeout) => (keepAlive ? timer : timer.unref());
  const now = () => source.Date.now();
  const elapsed = () => source.performance.now();
  /** Whoever wants to know of a jump; those who wait for an instant look at the clock again. */
  const listeners = new Set<(byMs: number) => void>();
  let lead = 0;
  let watch: NodeJS.Timeout | null = null;
  const look = () => {
    const byMs = now() - elapsed() - lead;
    watch = listeners.size > 0 ? source.setTimeout(look, LOOK_EVERY_MS).unref() : null;
    if (Math.abs(byMs) < JUMP_MS) return;
    lead += byMs;
    for (const listener of [...listeners]) listener(byMs);
  };
  const onJump = (listener: (byMs: number) => void): CancelTimer => {
    if (watch === null) {
      lead = now() - elapsed();
      watch = source.setTimeout(look, LOOK_EVERY_MS).unref();
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
        const waitMs = Math.min(Math.max(atMs - now(), 0), LONGEST_WAIT_MS);
        timer = started(source.setTimeout(check, waitMs));
      };
      // Also at the end of the last wait: setTimeout counts another clock than Date, and may be a millisecond early.
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
