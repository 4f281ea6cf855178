import type { PoolClient } from 'pg';
import { TAG_SEPARATOR, toSqlText } from '../database.ts';
import { clockStatements } from '../jobs/account-clocks.ts';
import { addJobsSql, JOB_CHECK_MS, MAX_EARLY_MS, runAtSql, turnKeyOf } from '../jobs/jobs.ts';
import { refParameters } from '../record-reader.ts';
import { JOB_SCHEMA, SCHEMA } from '../schema/migrations.ts';
import type { Batch, WriteMode } from './batch.ts';

const MODES: readonly WriteMode[] = ['replace', 'new', 'unless-there'];

/**
 * Selects the puts of one mode, in the order of their changes. `$10` contains all JSON texts; `at` and
 * `length` locate the text of a put.
 */
const selectPuts = (mode: WriteMode) => `
  select kind, id, account, string_to_array(tags, E'\\x1f'), alarm_at, due_at, substring($10::bytea from at for length)
  from given where mode = ${MODES.indexOf(mode)} order by place`;
const insertRecordsSql = `insert into ${SCHEMA}.records as r (kind, id, account, tags, alarm_at, due_at, value)`;

/**
 * Not a prepared statement: a plan that was made for a small table would scan the whole table when it is
 * large.
 */
const deleteStatement = `
  delete from ${SCHEMA}.records r using unnest($1::text[], $2::text[]) as gone(kind, id)
  where r.kind = gone.kind and r.id = gone.id`;

/**
 * Deletes an account's records of some kinds, and their jobs, even running ones. The lateral join makes the
 * planner look up each job by its key.
 */
const clearStatement = `
  with gone as (
    delete from ${SCHEMA}.records where account = $1 and kind = any($2) returning kind, id
  )
  select ${JOB_SCHEMA}.remove_job(job.key) from gone cross join lateral (
    select key from ${JOB_SCHEMA}.jobs where key = ${SCHEMA}.job_key(gone.kind, gone.id) limit 1
  ) as job`;

/**
 * Writes all puts and events of a batch in one statement. A replaced record keeps its `seq`, and in two cases
 * its `due_at`:
 * - The timer hasn't changed. `due_at` shows whether the timer has a job, which must not be added again.
 * - `due_at` is only a little too early. Without a new value, PostgreSQL can update the row in place.
 */
const writeStatement = `
  with given as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::int[], $7::int[], $8::int[],
      $19::bigint[]) with ordinality as given (kind, id, account, tags, alarm_at, mode, at, length, due_at, place)
  ), replaced as (
    ${insertRecordsSql} ${selectPuts('replace')}
    on conflict (kind, id) do update set
      account = excluded.account, tags = excluded.tags, value = excluded.value, alarm_at = excluded.alarm_at,
      due_at = case when r.alarm_at is not distinct from excluded.alarm_at
        or r.due_at between excluded.due_at - ${MAX_EARLY_MS} and excluded.due_at then r.due_at else excluded.due_at end
  ), made as (
    ${insertRecordsSql} ${selectPuts('new')}
  ), derived as (
    ${insertRecordsSql} ${selectPuts('unless-there')} on conflict (kind, id) do nothing
  ), counted as (
    insert into ${SCHEMA}.counters as c (account, last_event, next_at)
    select * from unnest($16::text[], $17::bigint[], $20::bigint[])
    on conflict (account) do update set
      last_event = greatest(c.last_event, excluded.last_event), next_at = least(c.next_at, excluded.next_at)
  )
  insert into ${SCHEMA}.events (account, id, at, type, session_id, json)
  select account, id, happened, type, session_id, substring($10::bytea from at for length)
  from unnest($9::text[], $11::bigint[], $12::bigint[], $13::text[], $14::text[], $15::int[], $18::int[])
    as event (account, id, happened, type, session_id, at, length)`;

/** Removes the jobs of changed timers and of deleted records. */
const removeJobsStatement = `
  select ${JOB_SCHEMA}.remove_job(${SCHEMA}.job_key(kind, id)) from unnest($1::text[], $2::text[]) as gone (kind, id)`;

const addJobsStatement = addJobsSql({
  from: 'unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::text[]) as due (kind, id, alarm_at, due_at, turn)',
  runAt: runAtSql('due_at', '$6'),
});

/**
 * Stores a batch that was decided at `now`. Resolves once it is committed.
 * @throws the driver's error; nothing is stored then, unless the connection broke during the commit
 */
export async function storeBatch(client: PoolClient, batch: Batch, now: number): Promise<void> {
  const queries: Promise<unknown>[] = [];
  const send = (text: string, values: unknown[], name?: string) =>
    queries.push(client.query({ text, values, ...(name && { name }) }));
  for (const { account, kinds } of batch.clears) {
    const values = [toSqlText(account), kinds];
    send(clearStatement, values);
  }
  for (const account of batch.clearedTraces) {
    send(`delete from ${SCHEMA}.events where account = $1`, [toSqlText(account)]);
  }
  const { deletes } = batch;
  if (deletes.length > 0) send(deleteStatement, refParameters(deletes));
  send(writeStatement, batchParameters(batch), 'svc_write');
  const { jobRemovals } = batch;
  if (jobRemovals.length > 0) send(removeJobsStatement, refParameters(jobRemovals), 'svc_unqueue');
  const dueWrites = batch.puts.filter(({ newJobDueMs }) => newJobDueMs !== null);
  if (dueWrites.length > 0) {
    const times = [dueWrites.map(({ timerMs }) => timerMs), dueWrites.map(({ newJobDueMs }) => newJobDueMs)];
    const turns = dueWrites.map(({ kind, account }) => toSqlText(turnKeyOf(kind, account)));
    send(addJobsStatement, [...refParameters(dueWrites), ...times, turns, now], 'svc_queue');
  }
  for (const account of batch.deletedAccounts)
    send(`update ${SCHEMA}.counters set is_gone = true where account = $1`, [toSqlText(account)]);
  for (const change of batch.clockChanges)
    for (const statement of clockStatements(change, now)) queries.push(client.query(statement));
  queries.push(client.query('commit'));
  await Promise.all(queries);
}

/**
 * Returns the parameters of `writeStatement`. All texts are sent in one buffer, which saves escaping and
 * copying. SQL counts its bytes from 1.
 */
function batchParameters(batch: Batch): unknown[] {
  const { puts, events } = batch;
  const lengths = [...puts.map(({ json }) => Buffer.byteLength(json)), ...events.map(({ length }) => length)];
  let next = 1;
  const places = lengths.map((length) => {
    next += length;
    return next - length;
  });
  const last = new Map(events.map(({ accountId, id }) => [accountId, id]));
  const turns = turnTimes(puts);
  const accounts = [...new Set([...last.keys(), ...turns.keys()])];
  return [
    puts.map(({ kind }) => kind),
    puts.map(({ id }) => toSqlText(id)),
    puts.map(({ account }) => (account === null ? null : toSqlText(account))),
    puts.map(({ tags }) => tags.map(toSqlText).join(TAG_SEPARATOR)),
    puts.map(({ timerMs }) => timerMs),
    puts.map(({ mode }) => MODES.indexOf(mode)),
    places.slice(0, puts.length),
    lengths.slice(0, puts.length),
    events.map(({ accountId }) => toSqlText(accountId)),
    Buffer.from([...puts, ...events].map(({ json }) => json).join('')),
    events.map(({ id }) => id),
    events.map(({ atMs }) => Math.floor(atMs)),
    events.map(({ type }) => toSqlText(type)),
    events.map(({ sessionId }) => (sessionId === undefined ? null : toSqlText(sessionId))),
    places.slice(puts.length),
    accounts.map(toSqlText),
    accounts.map((account) => last.get(account) ?? 0),
    lengths.slice(puts.length),
    puts.map(({ timerMs, newJobDueMs }) =>
      timerMs !== null && newJobDueMs !== null ? timerMs + JOB_CHECK_MS : timerMs,
    ),
    accounts.map((account) => turns.get(account) ?? null),
  ];
}

function turnTimes(puts: Batch['puts']): ReadonlyMap<string, number> {
  const next = new Map<string, number>();
  for (const { kind, account, dueMs, newJobDueMs } of puts) {
    const turn = turnKeyOf(kind, account);
    if (turn !== '' && dueMs !== null && newJobDueMs === null)
      next.set(turn, Math.min(dueMs, next.get(turn) ?? dueMs));
  }
  return next;
}
