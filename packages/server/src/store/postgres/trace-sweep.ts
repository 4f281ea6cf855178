import { type Clock, RETENTION_MS } from '@svc-simulator/core';
import type { Ref } from '../store.ts';
import type { Database } from './database.ts';
import { SCHEMA } from './migrations.ts';

const DAY_MS = 86_400_000;

/** Not a kind of the core's: the store's own record, whose alarm is the next sweep, so that one instance makes it. */
export function isTraceSweep({ kind }: Ref): boolean {
  return (kind as string) === 'trace-sweep';
}

/** Deletes trace events whose retention has ended, once a day (specification, Limits). */
export class TraceSweep {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async run(): Promise<void> {
    const now = this.#clock.now();
    await this.#database.rows({
      text: `
        with by_own_clocks as (
          delete from ${SCHEMA}.events e using ${SCHEMA}.clocks c
          where c.account = e.account and at < coalesce(frozen_at, $1::bigint + offset_ms) - ${RETENTION_MS}
        )
        delete from ${SCHEMA}.events e where at < $1::bigint - ${RETENTION_MS}
        and not exists (select from ${SCHEMA}.clocks c where c.account = e.account)`,
      values: [now],
    });
    await this.#database.rows({
      text: `update ${SCHEMA}.records set alarm_at = $1, due_at = $1 where kind = 'trace-sweep'`,
      values: [now + DAY_MS],
    });
  }
}
