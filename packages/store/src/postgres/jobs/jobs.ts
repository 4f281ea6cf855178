import type { Kind } from '@svc-simulator/core';
import type { Job } from 'graphile-worker';
import type { QueryConfig } from 'pg';
import { fromSqlText } from '../database.ts';
import { JOB_SCHEMA, SCHEMA } from '../schema/migrations.ts';

/** Of the jobs that any instance does; those for one instance have its name after it. */
export const TASK = 'due';

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

/** Timers that become jobs by one statement. */
export const SLICE = 500;

interface JobsSource {
  /** SQL: rows with `kind`, `id` and `alarm_at`. */
  readonly from: string;
  /** SQL: when each of them is due by the server's clock. */
  readonly runAt: string;
  /** SQL: `TASK`, unless they are for one instance. */
  readonly task?: string;
}

/** SQL: one row for all jobs that are added, none without any. A job of the same record that nobody is at is replaced. */
export function addJobs({ from, runAt, task = `'${TASK}'` }: JobsSource): string {
  return `
    select ${JOB_SCHEMA}.add_jobs(array_agg((
      ${task}, case when length(id) > 400 then json_build_array(kind, id, alarm_at) else to_json(alarm_at) end, null, ${runAt}, ${2 ** 15 - 1},
      ${SCHEMA}.job_key(kind, id), 0, null
    )::${JOB_SCHEMA}.job_spec order by ${runAt})) from ${from} having count(*) > 0`;
}

/** SQL: takes away the jobs of an account's records of some kinds, also those at work, whose records may stay. */
export function removeJobs(account: string, kinds: string, more = ''): string {
  return `
    select ${JOB_SCHEMA}.remove_job(key) from ${JOB_SCHEMA}.jobs
    join ${SCHEMA}.records r on r.kind = split_part(key, ' ', 1) and r.id = substr(key, strpos(key, ' ') + 1)
    where r.account = ${account} and r.kind = any(${kinds})${more}`;
}

/**
 * SQL: a due time as one of the server's clock, which may be another than the simulator's, where that is `now`. Rather later than
 * earlier: a transaction's own time is that of its beginning.
 */
export function runAt(due: string, now: string): string {
  return `clock_timestamp() + (${due} - ${now}::bigint) * interval '1 millisecond'`;
}

/** Makes jobs of the timers until `soonMs`: how many were looked at, and when the next one is due. */
export function promotion({ now, soonMs }: Now): QueryConfig {
  return { name: 'svc_promote', text: promote, values: [now, soonMs] };
}

/**
 * A record whose timer has moved further than it is looked at is looked at again. Those that are being written are left out; their
 * writer asks again.
 */
const promote = `
  with looked as (
    select kind, id, alarm_at, ${SCHEMA}.due_at(account, kind, alarm_at) as due_at from ${SCHEMA}.records where due_at <= $2::bigint
    order by records.due_at, seq limit ${SLICE} for update skip locked
  ), due as (
    select * from looked where due_at <= $2::bigint
  ), taken as (
    update ${SCHEMA}.records r set due_at = nullif(greatest(looked.due_at, $2::bigint), $2::bigint)
    from looked where r.kind = looked.kind and r.id = looked.id
  ), queued as (${addJobs({ from: 'due', runAt: runAt('due_at', '$1') })})
  select (select count(*) from looked), (select least(min(records.due_at), (select min(due_at) from looked where due_at > $2::bigint))
    from ${SCHEMA}.records where due_at > $2::bigint)
  from (select count(*) from queued) as done`;
