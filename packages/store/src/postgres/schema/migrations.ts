/** One step of the schema. It is never changed once released; what is wrong with it is mended by a later one. */
export interface Migration {
  /** Number and name; the number is the order. */
  readonly name: string;
  readonly sql: string;
}

/** Everything of the simulator's own stands in this schema, so it can live in a database that has other tables. */
export const SCHEMA = 'svc_sim';
/** The job queue's own schema, with migrations of its own. */
export const JOB_SCHEMA = 'svc_sim_jobs';
/** Later than any clock shows: the due time of what waits for an account's clock that stands still. */
export const FAR_MS = 9_000_000_000_000_000;

/** Of a record: each place among its tags has an index. */
export const MOST_TAGS = 3;

/** SQL: what a list is of, as one text. What stands between its parts stands in none of them (`toSqlText`). */
const listText = (of: readonly string[]) => of.join(` || E'\\x1f' || `);
const listHash = (...of: readonly string[]) => `hashtextextended(${listText(of)}, 0)`;

/**
 * SQL: a row stands in the list that is wanted. The indexes of lists hold eight bytes of what they are of: the texts are long, and a
 * session has a dozen entries. Two lists may share these, so the texts are compared too, and only as a whole: by a part of them
 * another index might seem good enough while statistics are old.
 */
export const isInList = (own: readonly string[], wanted: readonly string[]) =>
  `${listText(own)} = ${listText(wanted)} and ${listHash(...own)} = ${listHash(...wanted)}`;

/** SQL: whose turn it is when a record is due: its account's, or '' for what goes by the machine's time (`kindsOnAccountTime`). */
export const turnOf = (record: string) =>
  `(case when ${record}.kind in ('session', 'delivery', 'replay', 'transaction') then ${record}.account else '' end)`;

/** In their order; forward only. What 0.1 had made, 0001 to 0010, is in the first one, and its databases are refused. */
export const migrations: readonly Migration[] = [
  {
    name: '0011-one-form',
    // `value` is the record's JSON text: jsonb would refuse \u0000 and lone surrogates and order the keys anew.
    // `due_at` is when to look whether the record's alarm is to become a job. What is rewritten often has room on its page, and is
    // cleaned before a fifth of a large table is waste. Half of the rows of `records` are deliveries, which grow once.
    // Retention of events is swept by blocks of rows, which cost an event nothing; no plan of a page of the trace can take that
    // index, which is of all accounts.
    // Instances and windows are unlogged: after a crash of the server nobody is alive who is not heard from again.
    // Clocks stand beside the accounts' records, which are no columns. `alarm_at` is the account's time, `due_at` the machine's.
    // The queue takes keys of 512 characters.
    // `is_gone`: a request that is under way while its account is deleted, on whichever instance, must leave nothing behind.
    sql: `
      create table ${SCHEMA}.records (
        kind text not null,
        id text not null,
        seq bigint generated always as identity,
        account text,
        tags text[] not null default '{}',
        alarm_at bigint,
        due_at bigint,
        value bytea not null,
        primary key (kind, id)
      ) with (fillfactor = 65, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
      create index records_by_creation on ${SCHEMA}.records (account, kind, seq);
      create index records_due on ${SCHEMA}.records (due_at, seq) where due_at is not null;
      ${[1, 2, 3]
        .map(
          (place) => `create index records_by_tag_${place} on ${SCHEMA}.records (
            ${listHash('account', 'kind', `tags[${place}]`)}, seq) where tags[${place}] is not null;`,
        )
        .join('\n')}
      create table ${SCHEMA}.events (
        account text not null,
        id bigint not null,
        at bigint not null,
        type text not null,
        session_id text,
        json bytea not null,
        primary key (account, id)
      );
      create index events_by_type on ${SCHEMA}.events (${listHash('account', 'type')}, id);
      create index events_by_session on ${SCHEMA}.events (${listHash('account', 'session_id')}, id) where session_id is not null;
      create index events_by_age on ${SCHEMA}.events using brin (at) with (pages_per_range = 16, autosummarize = on);
      create table ${SCHEMA}.counters (
        account text primary key,
        last_event bigint not null,
        is_gone boolean not null default false
      ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
      create unlogged table ${SCHEMA}.instances (
        id uuid primary key,
        worker text,
        beat_at timestamptz not null
      );
      create unlogged table ${SCHEMA}.windows (
        account text primary key,
        most integer not null,
        started_at bigint not null,
        used integer not null
      );
      create table ${SCHEMA}.clocks (
        account text primary key,
        offset_ms bigint not null,
        frozen_at bigint
      );
      create function ${SCHEMA}.due_at(of_account text, of_kind text, alarm_at bigint) returns bigint stable language sql as $due$
        select coalesce((
          select case when frozen_at < alarm_at then ${FAR_MS} else alarm_at - offset_ms end from ${SCHEMA}.clocks
          where account = of_account and of_kind in ('session', 'delivery', 'replay', 'transaction')
        ), alarm_at)
      $due$;
      create function ${SCHEMA}.job_key(of_kind text, of_id text) returns text immutable language sql as $key$
        select of_kind || ' ' || case when length(of_id) <= 400 then of_id else md5(of_id) end
      $key$;
      insert into ${SCHEMA}.records (kind, id, alarm_at, due_at, value) values ('trace-sweep', '', 0, 0, '{}');
      analyze ${SCHEMA}.records, ${SCHEMA}.events;`,
  },
  {
    name: '0012-clock-steps',
    // When a clock that is on its way has stepped last; until it has arrived, records of its account may have a `due_at` that is too late.
    sql: `
      alter table ${SCHEMA}.clocks add column stepped_at timestamptz;
      create index clocks_on_their_way on ${SCHEMA}.clocks (stepped_at) where stepped_at is not null;`,
  },
  {
    name: '0013-turns',
    // Accounts take turns. `next_at` is when an account is to be looked at, by the machine's time. `due_at` is the record's own time
    // from now on, so that an account's clock moves none of its records; it is behind `alarm_at` while a job does the work.
    // `stepped_at` stays for instances of the version before, which may still run.
    sql: `
      drop index ${SCHEMA}.clocks_on_their_way;
      alter table ${SCHEMA}.clocks add column set_at bigint not null default 0;
      alter table ${SCHEMA}.counters add column next_at bigint;
      create index counters_by_turn on ${SCHEMA}.counters (next_at) where next_at is not null;
      drop index ${SCHEMA}.records_due;
      create index records_by_turn on ${SCHEMA}.records (${turnOf('records')}, due_at, seq) where due_at is not null;
      update ${SCHEMA}.records set due_at = alarm_at
        where ${turnOf('records')} in (select account from ${SCHEMA}.clocks) and alarm_at is not null;`,
  },
];
