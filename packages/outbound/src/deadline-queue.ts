import type { CancelTimer, Clock } from '@svc-simulator/core';

/** One deadline of a queue. Ending it twice, or after it has passed, does nothing. */
export interface Deadline {
  end(): void;
}

interface Entry extends Deadline {
  /** By `Clock.elapsed`. */
  readonly at: number;
  readonly passed: (early: boolean) => void;
  previous: Entry | null;
  next: Entry | null;
  queued: boolean;
}

/**
 * Deadlines that all lie the same time ahead, `spanMs` after they are set. Because they pass in the order in which they
 * were set, a linked list and one timer for its head do for any number of them; a timer for each would cost more than
 * the exchange that it guards.
 */
export class DeadlineQueue {
  readonly #clock: Clock;
  readonly #spanMs: number;
  #head: Entry | null = null;
  #tail: Entry | null = null;
  #cancelTimer: CancelTimer | null = null;

  constructor(clock: Clock, spanMs: number) {
    this.#clock = clock;
    this.#spanMs = spanMs;
  }

  /** Calls `passed` once, `spanMs` from now, unless the deadline is ended before; `early` says that `passAll` called it. */
  start(passed: (early: boolean) => void): Deadline {
    const entry: Entry = {
      at: this.#clock.elapsed() + this.#spanMs,
      passed,
      previous: this.#tail,
      next: null,
      queued: true,
      end: () => this.#remove(entry),
    };
    if (this.#tail) this.#tail.next = entry;
    else this.#head = entry;
    this.#tail = entry;
    // A timer that is already set is for an earlier deadline; when it fires in vain it is set anew for the head.
    if (!this.#cancelTimer) this.#arm(entry.at);
    return entry;
  }

  /** Lets every deadline pass now, as when what they guard is given up. */
  passAll(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    for (let head = this.#head; head; head = this.#head) {
      this.#remove(head);
      head.passed(true);
    }
  }

  #arm(at: number): void {
    this.#cancelTimer = this.#clock.after(at - this.#clock.elapsed(), () => {
      this.#cancelTimer = null;
      for (let head = this.#head; head && head.at <= this.#clock.elapsed(); head = this.#head) {
        this.#remove(head);
        head.passed(false);
      }
      if (this.#head && !this.#cancelTimer) this.#arm(this.#head.at);
    });
  }

  #remove(entry: Entry): void {
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
