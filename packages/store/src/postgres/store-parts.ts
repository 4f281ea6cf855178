import type { Clock } from '@svc-simulator/core';
import type { Log } from '@svc-simulator/machine/log.ts';
import type { Database } from './database.ts';

/** What most of an instance's store works with. */
export interface StoreParts {
  readonly database: Database;
  readonly clock: Clock;
  /** The time of the machine, for what has to do with the database, or with processes, alone. */
  readonly machine: Clock;
  readonly log: Log;
  readonly activity: Activity;
}

/** What is under way. Closing waits for it, and so does a test before it moves its clock. */
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

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#underWay > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  readonly #ended = () => {
    if (--this.#underWay > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  };
}
