/** Takes back a timer; calling it twice, or after the timer has fired, does nothing. */
export type CancelTimer = () => void;

/**
 * The only source of time. Real in service (`packages/machine`), manual in tests. What happens at an instant goes by `now` and `at`;
 * what lasts (time-outs, waits, durations) by `elapsed` and `after`, which a clock that is set does not touch (contract section 11).
 */
export interface Clock {
  /** Milliseconds since the epoch. Somebody, or the network, may set it, and it jumps when a machine has slept. */
  now(): number;
  /** Milliseconds that only ever pass, of no beginning that means anything. */
  elapsed(): number;
  /** Calls `callback` once when `now()` has reached `atMs`, by a jump too; any distance works, also over 2^31 ms. */
  at(atMs: number, callback: () => void): CancelTimer;
  /** Calls `callback` once after `ms`. */
  after(ms: number, callback: () => void): CancelTimer;
  /** Calls `listener` within a second each time that `now()` has jumped, by how many ms: negative when it was set back. */
  onJump(listener: (byMs: number) => void): CancelTimer;
}

/** An account's time, where it is not the machine's: ahead of that, behind it, or standing still. */
export interface AccountClock {
  /** What it is ahead of the machine, in ms; negative: behind. While it stands still: what it was ahead when it stopped. */
  readonly offsetMs: number;
  /** Where it stands still, in ms since the epoch; null: it runs. */
  readonly frozenAt: number | null;
}
