import {
  type AccountClock,
  accountTime,
  isOnAccountTime,
  type Kind,
  kindsOnAccountTime,
  machineTime,
} from '@svc-simulator/core';
import type { QueryConfig } from 'pg';
import { SOON_MS } from '../../store.ts';
import { type Database, fromSqlText, toSqlText } from '../database.ts';
import { FAR_MS, JOB_SCHEMA, SCHEMA } from '../schema/migrations.ts';
import { type Now, promotion, removeJobs } from './jobs.ts';

/** A clock that has not gone on for so long has stopped on its way: its instance died, or the database was away. */
const STOPPED_MS = 5000;

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
  /** It goes on soon (`Change.isClockStep`). */
  readonly isStep: boolean;
}

/**
 * Statements that change a clock, ask for the account's records anew, and make jobs of those that are due; they stand after
 * all writing. A step of a clock asks only for what is due soon, or an advance past a thousand timers would write each of them a
 * thousand times; the others are for the last step, or for `alignStopped`. Nobody waits for what is due where a clock goes, with
 * its account or without it: that is left to the queue, which looks after each commit that changes one.
 */
export function clockStatements(
  { account, clock, before, isStep }: ClockChange,
  times: Now,
): readonly QueryConfig[] {
  const { now } = times;
  const id = toSqlText(account);
  const change = clock
    ? {
        text: `insert into ${SCHEMA}.clocks (account, offset_ms, frozen_at, stepped_at)
         values ($1, $2, $3, case when $4 then clock_timestamp() end) on conflict (account) do update
         set offset_ms = excluded.offset_ms, frozen_at = excluded.frozen_at, stepped_at = excluded.stepped_at`,
        values: [id, clock.offsetMs, clock.frozenAt, isStep],
      }
    : { text: `delete from ${SCHEMA}.clocks where account = $1`, values: [id] };
  const untilMs = isStep ? accountTime(clock, now) + SOON_MS : FAR_MS;
  return [
    change,
    { text: realign, values: [id, kindsOnAccountTime, untilMs, accountTime(before, now)] },
    { text: unqueue, values: [id, kindsOnAccountTime, untilMs] },
    ...(clock ? [promotion(times)] : []),
  ];
}

/** Asks anew for all records of accounts whose clocks were on their way, and will not arrive. @throws StoreUnavailableError */
export async function alignStopped(database: Database, times: () => Now): Promise<void> {
  const stopped = await database.rows<[string]>({ text: stoppedClocks });
  for (const [id] of stopped)
    await database.transaction(async (client) => {
      const account = fromSqlText(id);
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [commitLock(account)]);
      const { rows } = await client.query<ClockRow>({ text: loadClocks, values: [[id]], rowMode: 'array' });
      const clock = clocksOf(rows).get(account);
      const change = { account, clock, before: clock, isStep: false };
      for (const statement of clockStatements(change, times())) await client.query(statement);
    });
}

/** The name of what every commit of an account locks. */
export function commitLock(account: string): string {
  return `trace ${account}`;
}

const stoppedClocks = `
  select account from ${SCHEMA}.clocks where stepped_at < now() - interval '${STOPPED_MS} milliseconds'`;

/**
 * Every timer until $3 that is not at work is asked for anew, when it is near by the clock that is now. One that was not due by the clock
 * before ($4) is not at work, whatever job of the record is locked: that is one of a former timer, which has not gone yet.
 */
const realign = `
  update ${SCHEMA}.records r set due_at = ${SCHEMA}.due_at(account, kind, alarm_at)
  where account = $1 and kind = any($2) and alarm_at <= $3::bigint and (alarm_at > $4::bigint or not exists (
    select from ${JOB_SCHEMA}.jobs where key = ${SCHEMA}.job_key(r.kind, r.id) and locked_at is not null
  ))`;
const unqueue = removeJobs('$1', '$2', ' and locked_at is null and alarm_at <= $3::bigint');
