import { isOnAccountTime, type Kind } from '@svc-simulator/core';
import type { Job } from 'graphile-worker';
import { fromSqlText } from '../database.ts';
import { JOB_SCHEMA, SCHEMA } from '../schema/migrations.ts';

/**
 * Task name of jobs that any instance may run. For a job that only one instance may run, the instance's name
 * follows: `due INSTANCE`.
 */
export const TASK = 'due';

/** If a timer is postponed by at most this, its `due_at` stays, because a new value would update an index. */
export const MAX_EARLY_MS = 3_600_000;

/** This long after a timer was due, its job is looked for. If the job was lost, the timer gets a new one. */
export const JOB_CHECK_MS = 14 * 86_400_000;

export interface DueTimer {
  readonly kind: Kind;
  readonly id: string;
  readonly timerMs: number;
}

/**
 * Returns the timer of a job. If an id is too long for the job's key, the payload is `[kind, id, timer]`.
 * When such a job is replaced, graphile-worker appends the new payload to the old one, so the last three
 * values count.
 */
export function parseDueTimer({ key, payload }: Job): DueTimer {
  const [, jobKind, jobId] = /^(\S+) (.*)$/s.exec(key ?? '') ?? [];
  const values: readonly unknown[] = Array.isArray(payload) ? payload : [jobKind, jobId, payload];
  const [kind, id, timerMs] = values.slice(-3) as [Kind, string, number];
  return { kind, id: fromSqlText(id), timerMs };
}

export interface TurnTime {
  readonly now: number;
  /** Timers that are due by this time become jobs. */
  readonly horizonMs: number;
}

interface JobsSource {
  /** SQL: rows with the columns `turn`, `kind`, `id` and `alarm_at`. */
  readonly from: string;
  readonly runAt: string;
  readonly task?: string;
}

/**
 * Returns the SQL that adds jobs. If a record has a job that isn't running, the new job replaces it. The turn
 * key of a job is its flag. The SQL returns one row, or none if `from` has no rows.
 */
export function addJobsSql({ from, runAt, task = `'${TASK}'` }: JobsSource): string {
  return `
    select ${JOB_SCHEMA}.add_jobs(array_agg((
      ${task}, case when length(id) > 400 then json_build_array(kind, id, alarm_at) else to_json(alarm_at) end, null, ${runAt}, ${2 ** 15 - 1},
      ${SCHEMA}.job_key(kind, id), 0, array[turn]
    )::${JOB_SCHEMA}.job_spec order by ${runAt}, alarm_at)) from ${from} having count(*) > 0`;
}

/** Returns a record's turn key: its account, or '' if the record follows the machine's clock. */
export function turnKeyOf(kind: Kind, account: string | null): string {
  return isOnAccountTime(kind) && account !== null ? account : '';
}

export function turnKeyOfJob({ flags }: Pick<Job, 'flags'>): string {
  return fromSqlText(Object.keys(flags ?? {})[0] ?? '');
}

/** Returns the SQL condition that the job `key` is this record's; false for ids too long for a key. */
export function jobMatchesSql(record: string): string {
  return `${record}.kind = split_part(key, ' ', 1) and ${record}.id = substr(key, strpos(key, ' ') + 1)`;
}

/**
 * Returns the SQL that converts a due time to PostgreSQL's clock, given the simulator's `now`. An overdue job
 * gets the current time, so overdue jobs keep their order even if a clock was changed. `now()` isn't used,
 * because it returns the time at which the transaction began.
 */
export function runAtSql(due: string, now: string): string {
  return `clock_timestamp() + greatest(${due} - ${now}::bigint, 0) * interval '1 millisecond'`;
}
