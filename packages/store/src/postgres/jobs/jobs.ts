import { isOnAccountTime, type Kind } from '@svc-simulator/core';
import type { Job } from 'graphile-worker';
import { fromSqlText } from '../database.ts';
import { JOB_SCHEMA, SCHEMA } from '../schema/migrations.ts';

/** Task of jobs for any instance. The task of jobs for one instance ends with its name. */
export const TASK = 'due';

/**
 * A record keeps its `due_at` if its timer moves later by at most this, because a new value would change an
 * index.
 */
export const MAX_EARLY_MS = 3_600_000;

/** A timer that has a job is examined again after this time, in case the job was lost. */
export const JOB_CHECK_MS = 14 * 86_400_000;

export interface DueTimer {
  readonly kind: Kind;
  readonly id: string;
  /** The record's timer when the job was created. */
  readonly timerMs: number;
}

/** The payload of a replaced job is an array that ends with the three new values. */
export function parseDueTimer({ key, payload }: Job): DueTimer {
  const [, jobKind, jobId] = /^(\S+) (.*)$/s.exec(key ?? '') ?? [];
  const values: readonly unknown[] = Array.isArray(payload) ? payload : [jobKind, jobId, payload];
  const [kind, id, timerMs] = values.slice(-3) as [Kind, string, number];
  return { kind, id: fromSqlText(id), timerMs };
}

export interface TurnTime {
  readonly now: number;
  readonly horizonMs: number;
}

interface JobsSource {
  /** SQL: rows with `turn`, `kind`, `id` and `alarm_at`. */
  readonly from: string;
  readonly runAt: string;
  readonly task?: string;
}

/**
 * Returns the SQL that adds jobs and replaces idle jobs of the same records. It returns one row, or none
 * without jobs. The flag of a job is its turn key.
 */
export function addJobsSql({ from, runAt, task = `'${TASK}'` }: JobsSource): string {
  return `
    select ${JOB_SCHEMA}.add_jobs(array_agg((
      ${task}, case when length(id) > 400 then json_build_array(kind, id, alarm_at) else to_json(alarm_at) end, null, ${runAt}, ${2 ** 15 - 1},
      ${SCHEMA}.job_key(kind, id), 0, array[turn]
    )::${JOB_SCHEMA}.job_spec order by ${runAt}, alarm_at)) from ${from} having count(*) > 0`;
}

export function turnKeyOf(kind: Kind, account: string | null): string {
  return isOnAccountTime(kind) && account !== null ? account : '';
}

export function turnKeyOfJob({ flags }: Pick<Job, 'flags'>): string {
  return fromSqlText(Object.keys(flags ?? {})[0] ?? '');
}

/**
 * Returns the SQL that is true if the job `key` belongs to this record; false for ids that are too long for a
 * key.
 */
export function jobMatchesSql(record: string): string {
  return `${record}.kind = split_part(key, ' ', 1) and ${record}.id = substr(key, strpos(key, ' ') + 1)`;
}

/**
 * Returns the SQL that converts a due time to the server's clock, given the simulator's `now`. All overdue
 * jobs run at once, so a changed clock doesn't change their order. Uses `clock_timestamp()`, because `now()`
 * is the start of the transaction.
 */
export function runAtSql(due: string, now: string): string {
  return `clock_timestamp() + greatest(${due} - ${now}::bigint, 0) * interval '1 millisecond'`;
}
