import type { CancelTimer, Clock } from '@svc-simulator/core';

interface ManualTimer {
  /** Due time, in the milliseconds of `now()`. */
  at: number;
  readonly seq: number;
  readonly callback: () => void;
  /** True for timers of `after`, which a jump of the clock must not fire earlier or later. */
  readonly isRelative: boolean;
}

/**
 * A clock that moves only when a test advances it. `advance` fires due timers in order, each with `now()` at
 * its own due time. Timers with the same due time fire in the order in which they were set.
 */
export class ManualClock implements Clock {
  #now: number;
  #seq = 0;
  #jumpedMs = 0;
  #timers: ManualTimer[] = [];
  readonly #listeners = new Set<(byMs: number) => void>();

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  elapsed(): number {
    return this.#now - this.#jumpedMs;
  }

  at(atMs: number, callback: () => void): CancelTimer {
    return this.#set(atMs, callback, false);
  }

  after(ms: number, callback: () => void): CancelTimer {
    return this.#set(this.#now + ms, callback, true);
  }

  onJump(listener: (byMs: number) => void): CancelTimer {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Changes the time of day, but not the elapsed time. */
  jump(byMs: number): void {
    this.#now += byMs;
    this.#jumpedMs += byMs;
    for (const timer of this.#timers) if (timer.isRelative) timer.at += byMs;
    for (const listener of this.#listeners) listener(byMs);
  }

  /** Due time of the next timer; Infinity if there is none. */
  get nextAt(): number {
    return Math.min(...this.#timers.map(({ at }) => at));
  }

  /** Moves to `toMs` and fires due timers. Before and after each timer, pending promises and I/O run. */
  async advanceTo(toMs: number): Promise<void> {
    for (;;) {
      await settle();
      const next = this.#timers
        .filter((timer) => timer.at <= toMs)
        .sort((a, b) => a.at - b.at || a.seq - b.seq)[0];
      if (!next) break;
      this.#timers.splice(this.#timers.indexOf(next), 1);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = Math.max(this.#now, toMs);
    await settle();
  }

  async advance(ms: number): Promise<void> {
    await this.advanceTo(this.#now + ms);
  }

  #set(at: number, callback: () => void, isRelative: boolean): CancelTimer {
    const timer = { at, seq: this.#seq++, callback, isRelative };
    this.#timers.push(timer);
    return () => {
      const index = this.#timers.indexOf(timer);
      if (index >= 0) this.#timers.splice(index, 1);
    };
  }
}

/** Lets the event loop run for the few turns that a commit takes. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
