/** Cancels a timer; repeated or late calls have no effect. */
export type CancelTimer = () => void;

/**
 * The only source of time (contract section 11). Use `now` and `at` for instants. Use `elapsed` and `after`
 * for durations, because they ignore changes of the machine's clock.
 */
export interface Clock {
  /** Milliseconds since the epoch. Jumps if the clock is set or the machine slept. */
  now(): number;
  /** Monotonic milliseconds since an arbitrary start. */
  elapsed(): number;
  /**
   * Calls `callback` once when `now()` reaches `atMs` or jumps past it. The wait can be longer than the 24.8
   * days that `setTimeout` allows.
   */
  at(atMs: number, callback: () => void): CancelTimer;
  after(ms: number, callback: () => void): CancelTimer;
  /**
   * Calls `listener` within a second after `now()` jumped, with the difference in ms, which is negative if the
   * clock was set back.
   */
  onJump(listener: (byMs: number) => void): CancelTimer;
}

/** Resolves after `ms` milliseconds of `clock`, so that tests with a manual clock don't wait. */
export function sleep(clock: Pick<Clock, 'after'>, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}

export interface AccountClock {
  /** Account time minus machine time in ms; for a frozen clock, the difference when it was frozen. */
  readonly offsetMs: number;
  /** Time of a frozen clock in ms since the epoch; null while the clock runs. */
  readonly frozenAt: number | null;
}
