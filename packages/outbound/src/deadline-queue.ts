import type { CancelTimer, Clock } from '@svc-simulator/core';

/** A running deadline; `end` cancels it. */
export interface Deadline {
  end(): void;
}

interface DeadlineEntry extends Deadline {
  readonly atMs: number;
  readonly onPass: (isEarly: boolean) => void;
}

/**
 * Deadlines of equal length, which therefore pass in the order in which they started. One timer for all of
 * them is cheaper than a timer per deadline.
 */
export class DeadlineQueue {
  readonly #clock: Clock;
  readonly #durationMs: number;
  readonly #entries = new Set<DeadlineEntry>();
  #cancelTimer: CancelTimer | null = null;

  constructor(clock: Clock, durationMs: number) {
    this.#clock = clock;
    this.#durationMs = durationMs;
  }

  /**
   * Calls `onPass` after `durationMs` unless the deadline ends first. `isEarly` is true if `passAll` caused
   * the call.
   */
  start(onPass: (isEarly: boolean) => void): Deadline {
    const entry: DeadlineEntry = {
      atMs: this.#clock.elapsed() + this.#durationMs,
      onPass,
      end: () => this.#entries.delete(entry),
    };
    this.#entries.add(entry);
    // A running timer belongs to an earlier deadline. When the timer fires, it is set for the next deadline.
    if (!this.#cancelTimer) this.#arm(entry.atMs);
    return entry;
  }

  passAll(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    for (const entry of this.#entries) {
      entry.end();
      entry.onPass(true);
    }
  }

  #arm(passesAtMs: number): void {
    this.#cancelTimer = this.#clock.after(passesAtMs - this.#clock.elapsed(), () => {
      for (const entry of this.#entries) {
        if (entry.atMs > this.#clock.elapsed()) return this.#arm(entry.atMs);
        entry.end();
        entry.onPass(false);
      }
      this.#cancelTimer = null;
    });
  }
}
