import type { Clock } from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';
import type { Database } from './database.ts';

export interface StoreParts {
  readonly database: Database;
  readonly clock: Clock;
  /** The machine's time, for everything that concerns only the database or processes. */
  readonly machine: Clock;
  readonly log: Log;
  readonly activity: Activity;
}

/** Work under way. Closing waits for it, and tests wait before they move a clock. */
export class Activity {
  #underWay = 0;
  #idle: (() => void)[] = [];

  get isUnderWay(): boolean {
    return this.#underWay > 0;
  }

  track<T>(work: Promise<T>): Promise<T> {
    this.#underWay++;
    work.then(this.#ended, this.#ended);
    return work;
  }

  async idle(): Promise<void> {
    while (this.#underWay > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  readonly #ended = () => {
    if (--this.#underWay > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  };
}
