import type { DueWork } from '../../store.ts';
import type { Database } from '../database.ts';
import { JOB_SCHEMA, SCHEMA } from '../schema/migrations.ts';

/**
 * What is due by the simulator's clock, of all instances: timers that are no jobs yet, and jobs that nobody is at. What is due
 * at 0 is the first sweep of a new database, which is late by nothing.
 * @throws the driver's error
 */
export async function dueWorkOf(database: Database, now: number): Promise<DueWork> {
  const [row] = await database.rows<[string, string, string | null]>({ text, values: [now] });
  const [due, underWay, oldest] = row ?? ['0', '0', null];
  return {
    due: Number(due),
    underWay: Number(underWay),
    oldestDueAt: oldest === null ? null : Number(oldest),
  };
}

const text = `
  with waiting as (
    select key, run_at from ${JOB_SCHEMA}.jobs
    where locked_at is null and run_at <= now() and attempts < max_attempts and key is distinct from 'trace-sweep '
  ), timers as (
    select count(*) as count, min(due_at) as oldest from ${SCHEMA}.records where due_at between 1 and $1::bigint
  ), first as (
    select split_part(key, ' ', 1) as kind, substr(key, strpos(key, ' ') + 1) as id from waiting order by run_at limit 1
  )
  select
    (select count from timers) + (select count(*) from waiting),
    (select count(*) from ${JOB_SCHEMA}.jobs where locked_at is not null),
    least((select oldest from timers), (select ${SCHEMA}.due_at(account, kind, alarm_at) from first join ${SCHEMA}.records using (kind, id)))`;
