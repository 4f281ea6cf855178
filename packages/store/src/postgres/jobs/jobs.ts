import { isOnAccountTime, type Kind } from '@svc-simulator/core';
import type { Job } from 'graphile-worker';
import { fromSqlText } from '../database.ts';
import { JOB_SCHEMA, SCHEMA } from '../schema/migrations.ts';

/** Of the jobs that any instance does; those for one instance have its name after it. */
export const TASK = 'due';

/** A record that is due a little later than it is looked at keeps that time, which has an index. */
export const A_LITTLE_MS = 3_600_000;

/** A record whose timer is due, as its job names it. */
export interface DueTimer {
  readonly kind: Kind;
  readonly id: string;
  /** The record's timer when the job was made. */
  readonly timerMs: number;
}

/** A job that is replaced keeps what it had in an array; the last three are the new ones. */
export function dueTimerOf({ key, payload }: Job): DueTimer {
  const [, ofKind, ofId] = /^(\S+) (.*)$/s.exec(key ?? '') ?? [];
  const held: readonly unknown[] = Array.isArray(payload) ? payload : [ofKind, ofId, payload];
  const [kind, id, timerMs] = held.slice(-3) as [Kind, string, number];
  return { kind, id: fromSqlText(id), timerMs };
}

/** Times of the machine. */
export interface Now {
  readonly now: number;
  /** Timers until then become jobs. */
  readonly soonMs: number;
}

interface JobsSource {
  /** SQL: rows with `turn`, `kind`, `id` and `alarm_at`. */
  readonly from: string;
  /** SQL: when each of them is due by the server's clock. */
  readonly runAt: string;
  /** SQL: `TASK`, unless they are for one instance. */
  readonly task?: string;
}

/**
 * SQL: one row for all jobs that are added, none without any. A job of the same record that nobody is at is replaced. Its flag says whose
 * turn it has taken.
 */
export function addJobs({ from, runAt, task = `'${TASK}'` }: JobsSource): string {
  return `
    select ${JOB_SCHEMA}.add_jobs(array_agg((
      ${task}, case when length(id) > 400 then json_build_array(kind, id, alarm_at) else to_json(alarm_at) end, null, ${runAt}, ${2 ** 15 - 1},
      ${SCHEMA}.job_key(kind, id), 0, array[turn]
    )::${JOB_SCHEMA}.job_spec order by ${runAt}, alarm_at)) from ${from} having count(*) > 0`;
}

/** Whose turn it is when a record is due: its account's, or '' where it goes by the machine's time. */
export function turnOf(kind: Kind, account: string | null): string {
  return isOnAccountTime(kind) && account !== null ? account : '';
}

/** Whose turn a job has taken. */
export function turnOfJob({ flags }: Pick<Job, 'flags'>): string {
  return fromSqlText(Object.keys(flags ?? {})[0] ?? '');
}

/** SQL: takes away the jobs of an account's records of some kinds, also those at work, whose records may stay. */
export function removeJobs(account: string, kinds: string): string {
  return `
    select ${JOB_SCHEMA}.remove_job(key) from ${JOB_SCHEMA}.jobs
    join ${SCHEMA}.records r on ${isJobOf('r')}
    where r.account = ${account} and r.kind = any(${kinds})`;
}

/** SQL: the job `key` is of this record. Of an id that is too long for a key it is not known. */
export function isJobOf(record: string): string {
  return `${record}.kind = split_part(key, ' ', 1) and ${record}.id = substr(key, strpos(key, ' ') + 1)`;
}

/**
 * SQL: a due time as one of the server's clock, which may be another than the simulator's, where that is `now`. Nothing is due before it
 * could be asked for, or what a clock that was set made due would go before all others' jobs. Rather later than earlier: a
 * transaction's own time is that of its beginning.
 */
export function runAt(due: string, now: string): string {
  return `clock_timestamp() + greatest(${due} - ${now}::bigint, 0) * interval '1 millisecond'`;
}
