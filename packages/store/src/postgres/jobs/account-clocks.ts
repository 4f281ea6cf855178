import {
  type AccountClock,
  isOnAccountTime,
  type Kind,
  kindsOnAccountTime,
  machineTime,
} from '@svc-simulator/core';
import type { QueryConfig } from 'pg';
import { fromSqlText, toSqlText } from '../database.ts';
import { FAR_MS, JOB_SCHEMA, SCHEMA } from '../schema/migrations.ts';
import { jobMatchesSql } from './jobs.ts';

export type AccountClocks = ReadonlyMap<string, AccountClock>;

export type ClockRow = [account: string, offsetMs: string, frozenAt: string | null];

export const loadClocksSql = `select account, offset_ms, frozen_at from ${SCHEMA}.clocks where account = any($1)`;

export function toAccountClocks(rows: readonly ClockRow[]): AccountClocks {
  return new Map(
    rows.map(([account, offsetMs, frozenAt]) => [fromSqlText(account), toAccountClock(offsetMs, frozenAt)]),
  );
}

export function toAccountClock(offsetMs: string, frozenAt: string | null): AccountClock {
  return { offsetMs: Number(offsetMs), frozenAt: frozenAt === null ? null : Number(frozenAt) };
}

/**
 * Returns a timer's due time on the machine's clock, in whole milliseconds. Returns `FAR_MS` if the account's
 * clock is frozen, and null if there is no timer.
 */
export function machineDueMs(
  kind: Kind,
  timerMs: number | null,
  clock: AccountClock | undefined,
): number | null {
  if (timerMs === null || !clock || !isOnAccountTime(kind)) return timerMs;
  return machineTime(clock, timerMs) ?? FAR_MS;
}

/** Returns the SQL for an account's time; `now` is the parameter with the machine's time. */
export function accountTimeSql(account: string, now: string): string {
  return `coalesce((select coalesce(frozen_at, ${now}::bigint + offset_ms) from ${SCHEMA}.clocks where clocks.account = ${account}), ${now}::bigint)`;
}

export interface ClockChange {
  readonly account: string;
  readonly clock: AccountClock | undefined;
}

/**
 * Returns statements that set a clock, delete the account's jobs that aren't running, and request a turn at
 * once. They must run after the batch's other writes, because those can add jobs by the old clock.
 */
export function clockStatements({ account, clock }: ClockChange, now: number): readonly QueryConfig[] {
  const id = toSqlText(account);
  const clockStatement = clock
    ? {
        text: `insert into ${SCHEMA}.clocks (account, offset_ms, frozen_at, set_at) values ($1, $2, $3, $4)
         on conflict (account) do update
         set offset_ms = excluded.offset_ms, frozen_at = excluded.frozen_at, set_at = excluded.set_at`,
        values: [id, clock.offsetMs, clock.frozenAt, now],
      }
    : { text: `delete from ${SCHEMA}.clocks where account = $1`, values: [id] };
  return [
    clockStatement,
    { text: removeIdleJobsSql, values: [id, kindsOnAccountTime] },
    { text: requestTurnSql, values: [id] },
  ];
}

export function commitLockName(account: string): string {
  return `trace ${account}`;
}

const removeIdleJobsSql = `
  with job as (
    select r.kind, r.id, key from ${JOB_SCHEMA}.jobs join ${SCHEMA}.records r on ${jobMatchesSql('r')}
    where flags ? $1 and locked_at is null and r.account = $1 and r.kind = any($2)
  ), removed as (
    select ${JOB_SCHEMA}.remove_job(key) from job
  )
  update ${SCHEMA}.records r set due_at = alarm_at from job, (select count(*) from removed) as done
  where r.kind = job.kind and r.id = job.id`;

const requestTurnSql = `
  insert into ${SCHEMA}.counters (account, last_event, next_at) values ($1, 0, 0)
  on conflict (account) do update set next_at = 0`;
