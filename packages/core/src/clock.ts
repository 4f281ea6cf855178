/** Takes back a timer; calling it twice, or after the timer has fired, does nothing. */
export type CancelTimer = () => void;

/** The only source of time. Real in service (`packages/machine`), manual in tests. Times are milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Calls `callback` once when `now()` has reached `atMs`; any distance works, also over 2^31 ms. */
  at(atMs: number, callback: () => void): CancelTimer;
  /** Calls `callback` once after `ms`, also when `now()` is set back meanwhile. */
  after(ms: number, callback: () => void): CancelTimer;
}

/**
 * A clock that stands still until it is told to go on. `advance` fires what comes due in due order (ties in the
 * order of setting), each with `now()` at its own due time.
 */
export class ManualClock implements Clock {
  #now: number;
  #seq = 0;
  #timers: { at: number; seq: number; callback: () => void }[] = [];

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  at(atMs: number, callback: () => void): CancelTimer {
    const timer = { at: atMs, seq: this.#seq++, callback };
    this.#timers.push(timer);
    return () => {
      const index = this.#timers.indexOf(timer);
      if (index >= 0) this.#timers.splice(index, 1);
    };
  }

  after(ms: number, callback: () => void): CancelTimer {
    return this.at(this.#now + ms, callback);
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
}

/** Lets promise callbacks and ready I/O run; a few turns, because one commit takes several. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** An account's time, where it is not the machine's: ahead of that, behind it, or standing still. */
export interface AccountClock {
  /** What it is ahead of the machine, in ms; negative: behind. While it stands still: what it was ahead when it stopped. */
  readonly offsetMs: number;
  /** Where it stands still, in ms since the epoch; null: it runs. */
  readonly frozenAt: number | null;
}
