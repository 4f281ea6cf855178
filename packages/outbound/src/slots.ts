import type { Clock } from '@svc-simulator/core';
import { type Deadline, DeadlineQueue } from './deadline-queue.ts';

export interface SlotLimits {
  readonly perTarget: number;
  /** A holder that is slower than this many ms loses its slot to the next one and continues. */
  readonly slowAfterMs: number;
  /** Maximum slow holders of a target; beyond it, holders keep their slots. */
  readonly slowPerTarget: number;
  /** Maximum slow holders of all targets. */
  readonly slowTotal: number;
}

/** Permission for one action with a target. */
export interface Slot {
  giveBack(): void;
}

interface Target {
  readonly name: string;
  taken: number;
  slow: number;
  first: Waiting | null;
  last: Waiting | null;
}

interface Waiting {
  readonly serve: (slot: Slot) => void;
  next: Waiting | null;
}

/**
 * Limits simultaneous actions by target. Slow ones stop counting, so that a silent receiver delays nothing
 * else; their number is limited also.
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

  /** Returns a slot of the target at once, or a promise in order of arrival. */
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
    let isHolding = true;
    const slowdown: Deadline = this.#slowdown.start(() => {
      if (this.#slow >= this.#limits.slowTotal || target.slow >= this.#limits.slowPerTarget) return;
      isHolding = false;
      target.slow++;
      this.#slow++;
      this.#pass(target);
    });
    return {
      giveBack: () => {
        slowdown.end();
        if (isHolding) return this.#pass(target);
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
