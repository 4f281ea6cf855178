import type { Clock } from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';
import type { Database } from './database.ts';

export interface StoreParts {
  readonly database: Database;
  readonly clock: Clock;
  /** The machine's clock, for timeouts and heartbeats. `clock` differs from it in tests. */
  readonly machine: Clock;
  readonly log: Log;
  readonly retentionMs: number;
  readonly activity: Activity;
}

/** Counts pending work, so that `close` and tests can wait until all of it has ended. */
export class Activity {
  #pendingCount = 0;
  #idleWaiters: (() => void)[] = [];

  get isUnderWay(): boolean {
    return this.#pendingCount > 0;
  }

  track<T>(work: Promise<T>): Promise<T> {
    this.#pendingCount++;
    work.then(this.#onEnd, this.#onEnd);
    return work;
  }

  async idle(): Promise<void> {
    while (this.#pendingCount > 0) await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
  }

  readonly #onEnd = () => {
    if (--this.#pendingCount > 0) return;
    for (const resolve of this.#idleWaiters.splice(0)) resolve();
  };
}
