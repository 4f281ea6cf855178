import { type Clock, getOrCreate } from '@svc-simulator/core';
import { type Deadline, DeadlineQueue } from './deadline-queue.ts';

export interface SlotLimits {
  readonly perTarget: number;
  /** After this time, a slow action gives its slot to the next one and continues. */
  readonly slowAfterMs: number;
  /** Maximum number of slow actions per target; further slow actions keep their slots. */
  readonly slowPerTarget: number;
  readonly slowTotal: number;
}

export interface Slot {
  giveBack(): void;
}

interface Target {
  readonly name: string;
  takenCount: number;
  slowCount: number;
  /** The calls of `take` that wait, in order of arrival. */
  readonly waiting: ((slot: Slot) => void)[];
}

/**
 * Limits simultaneous actions per target. A slow action gives its slot to the next one, so that a receiver
 * that is silent at times doesn't stop its queue. Slow actions have limits of their own.
 */
export class Slots {
  readonly #limits: SlotLimits;
  readonly #slowdown: DeadlineQueue;
  readonly #targets = new Map<string, Target>();
  #slowCount = 0;

  constructor(clock: Clock, limits: SlotLimits) {
    this.#limits = limits;
    this.#slowdown = new DeadlineQueue(clock, limits.slowAfterMs);
  }

  /** Returns a slot at once, or a promise that resolves in order of arrival. */
  take(name: string): Slot | Promise<Slot> {
    const target = getOrCreate(this.#targets, name, () => ({
      name,
      takenCount: 0,
      slowCount: 0,
      waiting: [],
    }));
    if (target.takenCount < this.#limits.perTarget) {
      target.takenCount++;
      return this.#createSlot(target);
    }
    return new Promise((resolve) => target.waiting.push(resolve));
  }

  #createSlot(target: Target): Slot {
    let isHolding = true;
    const slowdown: Deadline = this.#slowdown.start(() => {
      if (this.#slowCount >= this.#limits.slowTotal || target.slowCount >= this.#limits.slowPerTarget) return;
      isHolding = false;
      target.slowCount++;
      this.#slowCount++;
      this.#passOn(target);
    });
    return {
      giveBack: () => {
        slowdown.end();
        if (isHolding) return this.#passOn(target);
        target.slowCount--;
        this.#slowCount--;
        this.#forgetIfUnused(target);
      },
    };
  }

  #passOn(target: Target): void {
    const resolve = target.waiting.shift();
    if (resolve) resolve(this.#createSlot(target));
    else {
      target.takenCount--;
      this.#forgetIfUnused(target);
    }
  }

  #forgetIfUnused(target: Target): void {
    if (target.takenCount === 0 && target.slowCount === 0) this.#targets.delete(target.name);
  }
}
