import type { Clock } from '@svc-simulator/core';
import { DeadlineQueue } from './deadline-queue.ts';

export interface SlotLimits {
  /** Tasks of one target that run at once. */
  readonly perTarget: number;
  /** After so many milliseconds a task is slow, and gives its slot to the next one while it goes on. */
  readonly slowAfterMs: number;
  /** Slow tasks of one target; once there are as many, its next ones keep their slots. */
  readonly slowPerTarget: number;
  /** Slow tasks of all targets together. */
  readonly slowTotal: number;
}

interface Target {
  readonly name: string;
  /** Tasks that hold a slot. */
  holding: number;
  /** Tasks that gave theirs back and still run. */
  slow: number;
  waiting: Waiting | null;
  last: Waiting | null;
}

interface Waiting {
  readonly begin: () => void;
  next: Waiting | null;
}

/**
 * How many tasks run at once, counted by target. A task that takes long does not count any more, so that whoever is
 * silent delays neither another target nor the other sessions of its own; the number of such tasks is bounded too.
 */
export class Slots {
  readonly #limits: SlotLimits;
  readonly #slowdown: DeadlineQueue;
  readonly #targets = new Map<string, Target>();
  #slow = 0;

  constructor(clock: Clock, limits: SlotLimits) {
    this.#limits = limits;
    this.#slowdown = new DeadlineQueue(clock, limits.slowAfterMs);
  }

  /** Runs `task` as soon as its target has a slot for it, first come first served; resolves and rejects as it does. */
  async run<T>(name: string, task: () => Promise<T>): Promise<T> {
    const target = this.#targetOf(name);
    if (target.holding < this.#limits.perTarget) target.holding++;
    else await this.#turn(target);
    let slow = false;
    const slowdown = this.#slowdown.start(() => {
      if (this.#slow >= this.#limits.slowTotal || target.slow >= this.#limits.slowPerTarget) return;
      slow = true;
      target.slow++;
      this.#slow++;
      this.#pass(target);
    });
    try {
      return await task();
    } finally {
      slowdown.end();
      if (slow) {
        target.slow--;
        this.#slow--;
        this.#forget(target);
      } else this.#pass(target);
    }
  }

  #targetOf(name: string): Target {
    let target = this.#targets.get(name);
    if (!target) {
      target = { name, holding: 0, slow: 0, waiting: null, last: null };
      this.#targets.set(name, target);
    }
    return target;
  }

  #turn(target: Target): Promise<void> {
    return new Promise((begin) => {
      const waiting: Waiting = { begin, next: null };
      if (target.last) target.last.next = waiting;
      else target.waiting = waiting;
      target.last = waiting;
    });
  }

  /** Hands a slot to the next one that waits, or frees it. */
  #pass(target: Target): void {
    const { waiting } = target;
    if (waiting) {
      target.waiting = waiting.next;
      if (!target.waiting) target.last = null;
      waiting.begin();
    } else {
      target.holding--;
      this.#forget(target);
    }
  }

  #forget(target: Target): void {
    if (target.holding === 0 && target.slow === 0) this.#targets.delete(target.name);
  }
}
