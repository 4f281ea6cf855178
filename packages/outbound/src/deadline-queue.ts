import type { CancelTimer, Clock } from '@svc-simulator/core';

/** A deadline in a queue. Ending it is ignored once it has ended or passed. */
export interface Deadline {
  end(): void;
}

interface DeadlineEntry extends Deadline {
  readonly at: number;
  readonly passed: (early: boolean) => void;
  previous: DeadlineEntry | null;
  next: DeadlineEntry | null;
  queued: boolean;
}

/**
 * Deadlines of equal length. They pass in the order in which they were set, so a linked list and one timer
 * suffice; a timer each would cost more than the exchange.
 */
export class DeadlineQueue {
  readonly #clock: Clock;
  readonly #spanMs: number;
  #head: DeadlineEntry | null = null;
  #tail: DeadlineEntry | null = null;
  #cancelTimer: CancelTimer | null = null;

  constructor(clock: Clock, spanMs: number) {
    this.#clock = clock;
    this.#spanMs = spanMs;
  }

  /**
   * Calls `passed` once after `spanMs`, unless the deadline is ended first; `early` is true when `passAll`
   * called it.
   */
  start(onPass: (early: boolean) => void): Deadline {
    const entry: DeadlineEntry = {
      at: this.#clock.elapsed() + this.#spanMs,
      passed: onPass,
      previous: this.#tail,
      next: null,
      queued: true,
      end: () => this.#remove(entry),
    };
    if (this.#tail) this.#tail.next = entry;
    else this.#head = entry;
    this.#tail = entry;
    // An existing timer is for an earlier deadline; when it fires, it is set again for the head.
    if (!this.#cancelTimer) this.#arm(entry.at);
    return entry;
  }

  passAll(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    for (let head = this.#head; head; head = this.#head) {
      this.#remove(head);
      head.passed(true);
    }
  }

  #arm(passesAtMs: number): void {
    this.#cancelTimer = this.#clock.after(passesAtMs - this.#clock.elapsed(), () => {
      this.#cancelTimer = null;
      for (let head = this.#head; head && head.at <= this.#clock.elapsed(); head = this.#head) {
        this.#remove(head);
        head.passed(false);
      }
      if (this.#head && !this.#cancelTimer) this.#arm(this.#head.at);
    });
  }

  #remove(entry: DeadlineEntry): void {
    if (!entry.queued) return;
    entry.queued = false;
    if (entry.previous) entry.previous.next = entry.next;
    else this.#head = entry.next;
    if (entry.next) entry.next.previous = entry.previous;
    else this.#tail = entry.previous;
    entry.previous = null;
    entry.next = null;
  }
}
