import type { Clock } from '@svc-simulator/core';
import { type Deadline, DeadlineQueue } from './deadline-queue.ts';

export interface SlotLimits {
  /** Slots of one target. */
  readonly perTarget: number;
  /** Whoever holds a slot for so many milliseconds is slow, and loses it to the next one while it goes on. */
  readonly slowAfterMs: number;
  /** Slow ones of one target; once there are as many, its next ones keep their slots. */
  readonly slowPerTarget: number;
  /** Slow ones of all targets together. */
  readonly slowTotal: number;
}

/** Leave to do one thing with a target. */
export interface Slot {
  /** The thing is done. */
  giveBack(): void;
}

interface Target {
  readonly name: string;
  /** Slots that are taken. */
  taken: number;
  /** Holders that lost their slot and go on. */
  slow: number;
  first: Waiting | null;
  last: Waiting | null;
}

interface Waiting {
  readonly serve: (slot: Slot) => void;
  next: Waiting | null;
}

/**
 * How many things are done at once, counted by target. What takes long does not count any more, so that whoever is
 * silent delays neither another target nor the others of its own; the number of those is bounded too.
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

  /** A slot of the target: at once, or a promise of one, first come first served. */
  take(name: string): Slot | Promise<Slot> {
    const target = this.#targetOf(name);
    if (target.taken < this.#limits.perTarget) {
      target.taken++;
      return this.#slot(target);
    }
    return new Promise((serve) => {
      const waiting: Waiting = { serve, next: null };
      if (target.last) target.last.next = waiting;
      else target.first = waiting;
      target.last = waiting;
    });
  }

  #slot(target: Target): Slot {
    let held = true;
    const slowdown: Deadline = this.#slowdown.start(() => {
      if (this.#slow >= this.#limits.slowTotal || target.slow >= this.#limits.slowPerTarget) return;
      held = false;
      target.slow++;
      this.#slow++;
      this.#pass(target);
    });
    return {
      giveBack: () => {
        slowdown.end();
        if (held) return this.#pass(target);
        target.slow--;
        this.#slow--;
        this.#forget(target);
      },
    };
  }

  #targetOf(name: string): Target {
    let target = this.#targets.get(name);
    if (!target) {
      target = { name, taken: 0, slow: 0, first: null, last: null };
      this.#targets.set(name, target);
    }
    return target;
  }

  /** Hands a slot that was taken to the next one that waits, or frees it. */
  #pass(target: Target): void {
    const waiting = target.first;
    if (waiting) {
      target.first = waiting.next;
      if (!target.first) target.last = null;
      waiting.serve(this.#slot(target));
    } else {
      target.taken--;
      this.#forget(target);
    }
  }

  #forget(target: Target): void {
    if (target.taken === 0 && target.slow === 0) this.#targets.delete(target.name);
  }
}
