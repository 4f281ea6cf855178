import type { CancelTimer, Clock } from '@svc-simulator/core';

interface ManualTimer {
  /** By `now()`. */
  at: number;
  readonly seq: number;
  readonly callback: () => void;
  /** It is of `after`. */
  readonly lasts: boolean;
}

/**
 * A clock that stands still until it is told to go on. `advance` fires what comes due in due order (ties in the
 * order of setting), each with `now()` at its own due time.
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

  /** The clock is set to another time, and none has passed. */
  jump(byMs: number): void {
    this.#now += byMs;
    this.#jumpedMs += byMs;
    for (const timer of this.#timers) if (timer.lasts) timer.at += byMs;
    for (const listener of this.#listeners) listener(byMs);
  }

  /** When the next timer is due by `now()`; Infinity: none is set. */
  get nextAt(): number {
    return Math.min(...this.#timers.map(({ at }) => at));
  }

  /** Moves to `toMs`, firing what is due on the way. Between timers it lets pending promises and I/O callbacks run. */
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

  #set(at: number, callback: () => void, lasts: boolean): CancelTimer {
    const timer = { at, seq: this.#seq++, callback, lasts };
    this.#timers.push(timer);
    return () => {
      const index = this.#timers.indexOf(timer);
      if (index >= 0) this.#timers.splice(index, 1);
    };
  }
}

/** Lets promise callbacks and ready I/O run; a few turns, because one commit takes several. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}
