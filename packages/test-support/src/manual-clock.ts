import type { CancelTimer, Clock } from '@svc-simulator/core';

interface ManualTimer {
  /** Due time by `now()`. */
  at: number;
  readonly seq: number;
  readonly callback: () => void;
  /** True for timers of `after`, whose due time moves with a jump of the clock. */
  readonly isRelative: boolean;
}

/**
 * A clock that moves only when it is advanced. `advance` fires due timers in order (ties in the order of
 * setting), each with `now()` at its own due time.
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

  /** Due time of the next timer by `now()`; Infinity without one. */
  get nextAt(): number {
    return Math.min(...this.#timers.map(({ at }) => at));
  }

  /** Moves to `toMs` and fires due timers; in between, pending promises and I/O callbacks run. */
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

/**
 * Runs promise callbacks and ready I/O for a few turns of the event loop, because a commit takes several
 * turns.
 */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
