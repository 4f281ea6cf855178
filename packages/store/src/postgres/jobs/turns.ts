import { RETENTION_MS } from '@svc-simulator/core';
import type { ClientBase } from 'pg';
import { fromSqlText, toSqlText } from '../database.ts';
import { FAR_MS, JOB_SCHEMA, SCHEMA, turnSql } from '../schema/migrations.ts';
import { type ClockRow, loadClocks, toAccountClocks } from './account-clocks.ts';
import { addJobs, runAt, type TurnTime } from './jobs.ts';

const TURNS = 32;
export const PER_TURN = 64;

/** Places that an account may use now; the default is `PER_TURN` for near timers. */
export interface Allowance {
  readonly turn: string;
  readonly room: number;
  /** Timers due until then on the machine's clock. */
  readonly untilMs: number;
}

export interface TakenTurns {
  readonly takenTurns: readonly TakenTurn[];
  /** True if a commit had locked other turns, or they were too many. */
  readonly isPartial: boolean;
  /** Time of the first later turn on the machine's clock. */
  readonly nextTurnMs: number | null;
}

export interface TakenTurn {
  readonly turn: string;
  readonly queued: number;
  /** More timers are due, or may be. */
  readonly hasMore: boolean;
  /** Due time of its next timer on the machine's clock; null without one, or while its clock stands still. */
  readonly nextMs: number | null;
}

type TurnRow = [turn: string, room: number, untilMs: string];

/**
 * Creates jobs for near timers, the account with the oldest turn first. Each is read under a lock, so that no
 * commit's timer is missed; locked records are skipped, because their writer requests another turn.
 */
export async function takeTurns(
  client: ClientBase,
  allowances: readonly Allowance[],
  { now, soonMs }: TurnTime,
): Promise<TakenTurns> {
  const limits = [
    allowances.map(({ turn }) => toSqlText(turn)),
    allowances.map(({ room }) => Math.min(room, PER_TURN)),
    allowances.map(({ untilMs }) => untilMs),
  ];
  const { rows: turns } = await client.query<TurnRow>({
    name: 'svc_turns',
    text: lockTurns,
    values: [...limits, soonMs],
    rowMode: 'array',
  });
  // The statement that locks a turn may see its clock as it was before the lock.
  const { rows: clockRows } = await client.query<ClockRow>({
    name: 'svc_turn_clocks',
    text: loadClocks,
    values: [turns.map(([turn]) => turn)],
    rowMode: 'array',
  });
  const clocks = toAccountClocks(clockRows);
  const times = turns.map(([turn, , untilMs]) => {
    const { offsetMs = 0, frozenAt = null } = clocks.get(fromSqlText(turn)) ?? {};
    return frozenAt === null
      ? { now: now + offsetMs, until: Number(untilMs) + offsetMs }
      : { now: frozenAt, until: frozenAt };
  });
  const { rows } = await client.query<[turn: string, looked: string, queued: string, nextAt: string | null]>({
    name: 'svc_promote',
    text: promote,
    values: [
      turns.map(([turn]) => turn),
      turns.map(([, room]) => room),
      times.map(({ until }) => until),
      times.map((time) => time.now),
    ],
    rowMode: 'array',
  });
  const byTurn = new Map(turns.map((row) => [row[0], row]));
  const takenTurns = rows.map(([turn, looked, queued, nextAt]): TakenTurn => {
    const [, room = 0] = byTurn.get(turn) ?? [];
    const { offsetMs = 0, frozenAt = null } = clocks.get(fromSqlText(turn)) ?? {};
    const isNever = nextAt === null || frozenAt !== null || Number(nextAt) >= FAR_MS;
    return {
      turn: fromSqlText(turn),
      queued: Number(queued),
      hasMore: Number(looked) === room,
      nextMs: isNever ? null : Number(nextAt) - offsetMs,
    };
  });
  await client.query({
    name: 'svc_next_turns',
    text: setNextTurns,
    // Accounts with more timers go to the end of the queue.
    values: [
      takenTurns.map(({ turn }) => toSqlText(turn)),
      takenTurns.map(({ hasMore, nextMs }) => (hasMore ? now : nextMs)),
    ],
  });
  const { rows: remaining } = await client.query<[isPartial: boolean, nextTurnMs: string | null]>({
    name: 'svc_remaining_turns',
    text: remainingTurns,
    values: [...limits, soonMs, turns.map(([turn]) => turn)],
    rowMode: 'array',
  });
  const [[isPartial, nextTurnMs] = [false, null]] = remaining;
  return { takenTurns, isPartial, nextTurnMs: nextTurnMs === null ? null : Number(nextTurnMs) };
}

/** Moves turns forward to match due timers, because instances of the former version don't set them. */
export const alignTurns = `
  update ${SCHEMA}.counters set next_at = 0 where coalesce(next_at, ${FAR_MS}) > (
    select min(due_at) from ${SCHEMA}.records where ${turnSql('records')} = counters.account and due_at is not null
  )`;

/** Turns that may be taken now; `known` are the allowances. */
const openTurns = `
  from ${SCHEMA}.counters left join unnest($1::text[], $2::int[], $3::bigint[]) as known (turn, room, until)
    on known.turn = counters.account
  where next_at <= $4::bigint and next_at <= coalesce(known.until, $4::bigint) and coalesce(known.room, ${PER_TURN}) > 0`;

const remainingTurns = `
  select exists (select ${openTurns} and counters.account <> all($5::text[])),
    (select min(next_at) from ${SCHEMA}.counters where next_at > $4::bigint)`;

/** The simulator's own turn is in every round. */
const lockTurns = `
  with known as (
    select * from unnest($1::text[], $2::int[], $3::bigint[]) as known (turn, room, until)
  ), accounts as (
    select counters.account as turn, coalesce(known.room, ${PER_TURN}) as room, coalesce(known.until, $4::bigint) as until
    ${openTurns}
    order by next_at limit ${TURNS} for update of counters skip locked
  )
  select turn, room, until
  from (
    select * from accounts union all select '', coalesce((select room from known where turn = ''), ${PER_TURN}), $4::bigint
  ) as turns
  where room > 0`;

/** A record whose timer moved later gets a later `due_at`; one with a job keeps it. */
const promote = `
  with turns as (
    select * from unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[]) as turns (turn, room, until, now)
  ), looked as (
    select turn, until, now, record.* from turns cross join lateral (
      select kind, id, alarm_at, due_at from ${SCHEMA}.records where ${turnSql('records')} = turn and due_at <= until
      order by due_at, seq limit room for update skip locked
    ) as record
  ), due as (
    select * from looked where alarm_at <= until and (due_at <= alarm_at or not exists (
      select from ${JOB_SCHEMA}.jobs where key = ${SCHEMA}.job_key(looked.kind, looked.id)
    ))
  ), moved as (
    update ${SCHEMA}.records r
    set due_at = case when looked.alarm_at <= until then greatest(looked.alarm_at, until) + ${RETENTION_MS} else looked.alarm_at end
    from looked where r.kind = looked.kind and r.id = looked.id
  ), queued as (${addJobs({ from: 'due', runAt: runAt('alarm_at', 'now') })})
  select turn, (select count(*) from looked where looked.turn = turns.turn),
    (select count(*) from due where due.turn = turns.turn),
    least(
      (select min(alarm_at) from looked where looked.turn = turns.turn and alarm_at > until),
      (select min(due_at) from ${SCHEMA}.records where ${turnSql('records')} = turns.turn and due_at > until)
    )
  from turns, (select count(*) from queued) as done`;

const setNextTurns = `
  update ${SCHEMA}.counters set next_at = next.at from unnest($1::text[], $2::bigint[]) as next (turn, at)
  where account = turn and next_at is distinct from next.at`;
