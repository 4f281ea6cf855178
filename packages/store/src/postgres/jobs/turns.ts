import type { ClientBase } from 'pg';
import { fromSqlText, queryRows, toSqlText } from '../database.ts';
import { FAR_MS, JOB_SCHEMA, SCHEMA, turnKeySql } from '../schema/migrations.ts';
import { type ClockRow, loadClocksSql, toAccountClocks } from './account-clocks.ts';
import { addJobsSql, JOB_CHECK_MS, runAtSql, type TurnTime } from './jobs.ts';

const MAX_TURNS = 32;
export const MAX_JOBS_PER_TURN = 64;

/** Limits the jobs that a turn adds now. A turn without an allowance may add `MAX_JOBS_PER_TURN`. */
export interface Allowance {
  readonly turnKey: string;
  readonly places: number;
  /** Only timers that are due by this time (machine's clock) become jobs. */
  readonly untilMs: number;
}

export interface TakenTurns {
  readonly takenTurns: readonly TakenTurn[];
  /** True if some turns weren't taken, because a commit had locked them or there were too many turns. */
  readonly isPartial: boolean;
  /** Time of the next turn on the machine's clock. */
  readonly nextTurnMs: number | null;
}

export interface TakenTurn {
  readonly turnKey: string;
  readonly queuedCount: number;
  /** True if the turn reached its limit, so more timers can be due. */
  readonly hasMore: boolean;
  /** Due time of the next timer (machine's clock); null if there is none or the clock is frozen. */
  readonly nextMs: number | null;
}

type TurnRow = [turnKey: string, places: number, untilMs: string];
type CreatedJobsRow = [turnKey: string, readCount: string, queuedCount: string, nextAt: string | null];

/**
 * Creates jobs for timers that are due soon, oldest turn first.
 *
 * Each turn is locked: a commit that adds a timer at the same time sets the next turn afterwards, so its
 * timer isn't missed. Locked records are skipped, because their commit also sets the next turn.
 */
export async function takeTurns(
  client: ClientBase,
  allowances: readonly Allowance[],
  { now, horizonMs }: TurnTime,
): Promise<TakenTurns> {
  const limits = [
    allowances.map(({ turnKey }) => toSqlText(turnKey)),
    allowances.map(({ places }) => Math.min(places, MAX_JOBS_PER_TURN)),
    allowances.map(({ untilMs }) => untilMs),
    horizonMs,
  ];
  const turns = await queryRows<TurnRow>(client, { name: 'svc_turns', text: lockTurnsSql, values: limits });
  const turnKeys = turns.map(([turnKey]) => turnKey);
  // A separate statement reads the clocks, because the statement that locks a turn can see an older clock.
  const clocks = toAccountClocks(
    await queryRows<ClockRow>(client, { name: 'svc_turn_clocks', text: loadClocksSql, values: [turnKeys] }),
  );
  const times = turns.map(([turnKey, , untilMs]) => {
    const { offsetMs = 0, frozenAt = null } = clocks.get(fromSqlText(turnKey)) ?? {};
    return frozenAt === null
      ? { now: now + offsetMs, until: Number(untilMs) + offsetMs }
      : { now: frozenAt, until: frozenAt };
  });
  const rows = await queryRows<CreatedJobsRow>(client, {
    name: 'svc_create_jobs',
    text: createJobsSql,
    values: [
      turnKeys,
      turns.map(([, places]) => places),
      times.map(({ until }) => until),
      times.map((time) => time.now),
    ],
  });
  const rowByTurn = new Map(turns.map((row) => [row[0], row]));
  const takenTurns = rows.map(([turnKey, readCount, queuedCount, nextAt]): TakenTurn => {
    const [, places = 0] = rowByTurn.get(turnKey) ?? [];
    const { offsetMs = 0, frozenAt = null } = clocks.get(fromSqlText(turnKey)) ?? {};
    const hasNoNextTurn = nextAt === null || frozenAt !== null || Number(nextAt) >= FAR_MS;
    return {
      turnKey: fromSqlText(turnKey),
      queuedCount: Number(queuedCount),
      hasMore: Number(readCount) === places,
      nextMs: hasNoNextTurn ? null : Number(nextAt) - offsetMs,
    };
  });
  await client.query({
    name: 'svc_next_turns',
    text: setNextTurnsSql,
    // Turns with more timers go to the end of the queue, so their next turn is now.
    values: [
      takenTurns.map(({ turnKey }) => toSqlText(turnKey)),
      takenTurns.map(({ hasMore, nextMs }) => (hasMore ? now : nextMs)),
    ],
  });
  const [[isPartial, nextTurnMs] = [false, null]] = await queryRows<
    [isPartial: boolean, nextTurnMs: string | null]
  >(client, { name: 'svc_remaining_turns', text: remainingTurnsSql, values: [...limits, turnKeys] });
  return { takenTurns, isPartial, nextTurnMs: nextTurnMs === null ? null : Number(nextTurnMs) };
}

/** Makes a turn due if its time is too late, because instances of an older version don't set it. */
export const repairTurnsSql = `
  update ${SCHEMA}.counters set next_at = 0 where coalesce(next_at, ${FAR_MS}) > (
    select min(due_at) from ${SCHEMA}.records where ${turnKeySql('records')} = counters.account and due_at is not null
  )`;

/** SQL for the turns that may run now. */
const openTurnsSql = `
  from ${SCHEMA}.counters left join unnest($1::text[], $2::int[], $3::bigint[]) as allowances (turn, places, until)
    on allowances.turn = counters.account
  where next_at <= $4::bigint and next_at <= coalesce(allowances.until, $4::bigint) and coalesce(allowances.places, ${MAX_JOBS_PER_TURN}) > 0`;

const remainingTurnsSql = `
  select exists (select ${openTurnsSql} and counters.account <> all($5::text[])),
    (select min(next_at) from ${SCHEMA}.counters where next_at > $4::bigint)`;

/**
 * Locks turns. The turn with the key '', for records that follow the machine's clock, has no row and is
 * always included.
 */
const lockTurnsSql = `
  with allowances as (
    select * from unnest($1::text[], $2::int[], $3::bigint[]) as allowances (turn, places, until)
  ), accounts as (
    select counters.account as turn, coalesce(allowances.places, ${MAX_JOBS_PER_TURN}) as places, coalesce(allowances.until, $4::bigint) as until
    ${openTurnsSql}
    order by next_at limit ${MAX_TURNS} for update of counters skip locked
  )
  select turn, places, until
  from (
    select * from accounts union all select '', coalesce((select places from allowances where turn = ''), ${MAX_JOBS_PER_TURN}), $4::bigint
  ) as turns
  where places > 0`;

/**
 * Adds jobs for due timers. Then sets `due_at` to the time at which the job is looked for (`JOB_CHECK_MS`).
 * If `due_at` was later than the timer, the timer already had a job; it gets another one only if that job was
 * lost.
 */
const createJobsSql = `
  with turns as (
    select * from unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[]) as turns (turn, places, until, now)
  ), candidates as (
    select turn, until, now, record.* from turns cross join lateral (
      select kind, id, alarm_at, due_at from ${SCHEMA}.records where ${turnKeySql('records')} = turn and due_at <= until
      order by due_at, seq limit places for update skip locked
    ) as record
  ), due as (
    select * from candidates where alarm_at <= until and (due_at <= alarm_at or not exists (
      select from ${JOB_SCHEMA}.jobs where key = ${SCHEMA}.job_key(candidates.kind, candidates.id)
    ))
  ), moved as (
    update ${SCHEMA}.records r
    set due_at = case when candidates.alarm_at <= until then greatest(candidates.alarm_at, until) + ${JOB_CHECK_MS} else candidates.alarm_at end
    from candidates where r.kind = candidates.kind and r.id = candidates.id
  ), queued as (${addJobsSql({ from: 'due', runAt: runAtSql('alarm_at', 'now') })})
  select turn, (select count(*) from candidates where candidates.turn = turns.turn),
    (select count(*) from due where due.turn = turns.turn),
    least(
      (select min(alarm_at) from candidates where candidates.turn = turns.turn and alarm_at > until),
      (select min(due_at) from ${SCHEMA}.records where ${turnKeySql('records')} = turns.turn and due_at > until)
    )
  from turns, (select count(*) from queued) as done`;

const setNextTurnsSql = `
  update ${SCHEMA}.counters set next_at = next.at from unnest($1::text[], $2::bigint[]) as next (turn, at)
  where account = turn and next_at is distinct from next.at`;
