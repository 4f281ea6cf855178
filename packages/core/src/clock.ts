/** Cancels a timer; repeated or late calls have no effect. */
export type CancelTimer = () => void;

/**
 * The only source of time. Instants use `now` and `at`; durations use `elapsed` and `after`, which ignore
 * changes of the clock (contract section 11).
 */
export interface Clock {
  /** Milliseconds since the epoch; jumps if the clock is set or the machine has slept. */
  now(): number;
  /** Monotonic milliseconds since an arbitrary start. */
  elapsed(): number;
  /** Calls `callback` once `now()` reaches `atMs`, also by a clock jump. Delays over `setTimeout`'s 2^31 ms work. */
  at(atMs: number, callback: () => void): CancelTimer;
  after(ms: number, callback: () => void): CancelTimer;
  /** Calls `listener` within a second of each jump of `now()` with its size in ms; negative if set back. */
  onJump(listener: (byMs: number) => void): CancelTimer;
}

export interface AccountClock {
  /** Milliseconds ahead of the machine, negative if behind; while stopped, the offset at the stop. */
  readonly offsetMs: number;
  /** Time of the stopped clock in ms since the epoch; null while the clock runs. */
  readonly frozenAt: number | null;
}
