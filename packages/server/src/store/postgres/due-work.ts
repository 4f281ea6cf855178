import type { DueWork } from '../store.ts';
import type { Database } from './database.ts';
import { JOB_SCHEMA, SCHEMA } from './migrations.ts';

/**
 * What is due by the simulator's clock, of all instances: alarms that are no jobs yet, and jobs that nobody is at. A job's
 * time is its alarm's in microseconds instead of milliseconds; one that failed has another. What is due at 0 is the first
 * sweep of a new database, which is late by nothing.
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
    select floor(extract(epoch from run_at) * 1e6) as at, attempts from ${JOB_SCHEMA}._private_jobs
    where locked_by is null and run_at > to_timestamp(0)
  ), alarms as (
    select count(*) as count, min(due_at) as oldest from ${SCHEMA}.records where due_at between 1 and $1::bigint
  )
  select
    (select count from alarms) + (select count(*) from waiting),
    (select count(*) from ${JOB_SCHEMA}._private_jobs where locked_by is not null),
    least((select oldest from alarms), (select min(at) from waiting where attempts = 0 and at <= $1::bigint))`;
