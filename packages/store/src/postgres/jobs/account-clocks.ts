import {
  type AccountClock,
  accountTime,
  type Clock,
  isOnAccountTime,
  type Kind,
  kindsOnAccountTime,
  machineTime,
} from '@svc-simulator/core';
import type { PoolClient } from 'pg';
import { StoreUnavailableError } from '../../store.ts';
import type { Database } from '../database.ts';
import { FAR_MS, JOB_SCHEMA, SCHEMA } from '../schema/migrations.ts';
import { fromSqlText, toSqlText } from '../sql-text.ts';
import { removeJobs } from './jobs.ts';

/** Between two looks at whether an account has caught up. */
const LOOK_AGAIN_MS = 20;

/** Clocks by account; those that have none are on the machine's time. */
export type AccountClocks = ReadonlyMap<string, AccountClock>;

export type ClockRow = [account: string, offsetMs: string, frozenAt: string | null];

export const loadClocks = `select account, offset_ms, frozen_at from ${SCHEMA}.clocks where account = any($1)`;

export function clocksOf(rows: readonly ClockRow[]): AccountClocks {
  return new Map(
    rows.map(([account, offsetMs, frozenAt]) => [
      fromSqlText(account),
      { offsetMs: Number(offsetMs), frozenAt: frozenAt === null ? null : Number(frozenAt) },
    ]),
  );
}

/** When to ask for a record by the machine's time, whole ms; a time that never comes while its account's clock stands still. */
export function dueMsOf(kind: Kind, timerMs: number | null, clock: AccountClock | undefined): number | null {
  if (timerMs === null || !clock || !isOnAccountTime(kind)) return timerMs;
  return machineTime(clock, timerMs) ?? FAR_MS;
}

/** SQL: an account's time, where the machine's is the parameter `now`. */
export function accountTimeSql(account: string, now: string): string {
  return `coalesce((select coalesce(frozen_at, ${now}::bigint + offset_ms) from ${SCHEMA}.clocks where clocks.account = ${account}), ${now}::bigint)`;
}

/** What an account's clock is from now on, and was before; undefined: none. */
export interface ClockChange {
  readonly account: string;
  readonly clock: AccountClock | undefined;
  readonly before: AccountClock | undefined;
}

/** Sends the statements that change a clock at `now`, and ask for the account's records anew; they stand after all writing. */
export function sendClock(
  client: PoolClient,
  { account, clock, before }: ClockChange,
  now: number,
): Promise<unknown>[] {
  const id = toSqlText(account);
  const change = clock
    ? client.query(
        `insert into ${SCHEMA}.clocks (account, offset_ms, frozen_at) values ($1, $2, $3)
         on conflict (account) do update set offset_ms = excluded.offset_ms, frozen_at = excluded.frozen_at`,
        [id, clock.offsetMs, clock.frozenAt],
      )
    : client.query(`delete from ${SCHEMA}.clocks where account = $1`, [id]);
  return [
    change,
    client.query(realign, [id, kindsOnAccountTime, accountTime(before, now)]),
    client.query(unqueue, [id, kindsOnAccountTime]),
  ];
}

/**
 * Every timer that is not at work is asked for anew, when it is near by the clock that is now. One that was not due by the clock before
 * ($3) is not at work, whatever job of the record is locked: that is one of a former timer, which has not gone yet.
 */
const realign = `
  update ${SCHEMA}.records r set due_at = ${SCHEMA}.due_at(account, kind, alarm_at)
  where account = $1 and kind = any($2) and alarm_at is not null and (alarm_at > $3::bigint or not exists (
    select from ${JOB_SCHEMA}.jobs where key = ${SCHEMA}.job_key(r.kind, r.id) and locked_at is not null
  ))`;
const unqueue = removeJobs('$1', '$2', ' and locked_at is null');

export interface CatchingUp {
  readonly database: Database;
  readonly clock: Clock;
  readonly machine: Clock;
  readonly isClosing: () => boolean;
}

/**
 * See `Store.caughtUp`. A record's timer moves, or the record goes, when its work is done, whichever instance does it: so an
 * timer that has passed is work that waits or is under way.
 */
export async function caughtUp(
  { database, clock, machine, isClosing }: CatchingUp,
  accountId: string,
): Promise<number | null> {
  while (!isClosing()) {
    const [row] = await database.rows<[string, string | null, string | null]>({
      name: 'svc_next_alarm',
      text: nextTimer,
      values: [toSqlText(accountId), kindsOnAccountTime],
    });
    if (!row) throw new StoreUnavailableError('the account has no clock of its own any more');
    const [offsetMs, frozenAt, next] = row;
    const own = { offsetMs: Number(offsetMs), frozenAt: frozenAt === null ? null : Number(frozenAt) };
    if (next === null || Number(next) > accountTime(own, clock.now()))
      return next === null ? null : Number(next);
    await new Promise<void>((resolve) => {
      machine.after(LOOK_AGAIN_MS, resolve);
    });
  }
  throw new StoreUnavailableError('the simulator is closing');
}

const nextTimer = `
  select offset_ms, frozen_at, (
    select min(alarm_at) from ${SCHEMA}.records where account = $1 and kind = any($2::text[])
  ) from ${SCHEMA}.clocks where account = $1`;
