import type { CancelTimer, Clock } from '@svc-simulator/core';

/** A running deadline; `end` cancels it. */
export interface Deadline {
  end(): void;
}

interface DeadlineEntry extends Deadline {
  readonly atMs: number;
  readonly onPass: (early: boolean) => void;
  previous: DeadlineEntry | null;
  next: DeadlineEntry | null;
  isQueued: boolean;
}

/**
 * Deadlines of equal length, which therefore pass in the order in which they started. One list with one timer
 * is cheaper than a timer per deadline.
 */
export class DeadlineQueue {
  readonly #clock: Clock;
  readonly #durationMs: number;
  #head: DeadlineEntry | null = null;
  #tail: DeadlineEntry | null = null;
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
      onPass: onPass,
      previous: this.#tail,
      next: null,
      isQueued: true,
      end: () => this.#remove(entry),
    };
    if (this.#tail) this.#tail.next = entry;
    else this.#head = entry;
    this.#tail = entry;
    // A running timer belongs to an earlier deadline. When it fires, it is set for the next one.
    if (!this.#cancelTimer) this.#arm(entry.atMs);
    return entry;
  }

  passAll(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    for (let head = this.#head; head; head = this.#head) {
      this.#remove(head);
      head.onPass(true);
    }
  }

  #arm(passesAtMs: number): void {
    this.#cancelTimer = this.#clock.after(passesAtMs - this.#clock.elapsed(), () => {
      this.#cancelTimer = null;
      for (let head = this.#head; head && head.atMs <= this.#clock.elapsed(); head = this.#head) {
        this.#remove(head);
        head.onPass(false);
      }
      if (this.#head && !this.#cancelTimer) this.#arm(this.#head.atMs);
    });
  }

  #remove(entry: DeadlineEntry): void {
    if (!entry.isQueued) return;
    entry.isQueued = false;
    if (entry.previous) entry.previous.next = entry.next;
    else this.#head = entry.next;
    if (entry.next) entry.next.previous = entry.previous;
    else this.#tail = entry.previous;
    entry.previous = null;
    entry.next = null;
  }
}
