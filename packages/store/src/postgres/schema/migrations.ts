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

/** In their order; forward only. */
export const migrations: readonly Migration[] = [
  {
    name: '0001-records',
    // `value` is the record's JSON text: jsonb would refuse \u0000 and lone surrogates and order the keys anew.
    // `due_at` is when to ask for the record next: its alarm, later after a failure, null once it is handed out.
    sql: `
      create table ${SCHEMA}.records (
        kind text not null,
        id text not null,
        seq bigint generated always as identity,
        account text,
        tags text[] not null default '{}',
        alarm_at bigint,
        due_at bigint,
        taken_by uuid,
        value bytea not null,
        primary key (kind, id)
      );
      create index records_by_creation on ${SCHEMA}.records (account, kind, seq);
      create index records_by_tag on ${SCHEMA}.records using gin (tags) where tags <> '{}';
      create index records_due on ${SCHEMA}.records (due_at, seq) where due_at is not null;
      create index records_taken on ${SCHEMA}.records (taken_by) where taken_by is not null;`,
  },
  {
    name: '0002-trace',
    sql: `
      create table ${SCHEMA}.events (
        account text not null,
        id bigint not null,
        at bigint not null,
        type text not null,
        session_id text,
        json bytea not null,
        primary key (account, id)
      );
      create index events_by_type on ${SCHEMA}.events (account, type, id);
      create index events_by_session on ${SCHEMA}.events (account, session_id, id) where session_id is not null;
      create index events_by_age on ${SCHEMA}.events (at);
      create table ${SCHEMA}.counters (
        account text primary key,
        last_event bigint not null
      );`,
  },
  {
    name: '0003-instances',
    // Not worth a disk write a second: after a crash of the server nobody is alive who is not heard from again.
    sql: `
      create unlogged table ${SCHEMA}.instances (
        id uuid primary key,
        worker text,
        beat_at timestamptz not null
      );
      insert into ${SCHEMA}.records (kind, id, alarm_at, due_at, value) values ('trace-sweep', '', 0, 0, '{}');`,
  },
  {
    name: '0004-windows',
    // Unlogged too: after a crash of the server every window begins anew.
    sql: `
      create unlogged table ${SCHEMA}.windows (
        account text primary key,
        most integer not null,
        started_at bigint not null,
        used integer not null
      );`,
  },
  {
    name: '0005-clocks',
    // Beside the accounts' records, which are no columns. `alarm_at` is the account's time, `due_at` the machine's.
    sql: `
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
      $due$;`,
  },
  {
    name: '0006-deleted-accounts',
    // A request that is under way while its account is deleted, on whichever instance, must leave nothing behind.
    sql: `alter table ${SCHEMA}.counters add column is_gone boolean not null default false;`,
  },
  {
    name: '0007-no-query-grows',
    // A list by tag begins where its page does, which an index of sets (gin) can't. Retention is swept by blocks of rows, which
    // cost an event nothing; no plan of a page of the trace can take that index, which is of all accounts.
    // What is rewritten often has room on its page, and is cleaned before a fifth of a large table is waste.
    sql: `
      drop index ${SCHEMA}.records_by_tag;
      create index records_by_tag_1 on ${SCHEMA}.records (account, kind, (tags[1]), seq) where tags[1] is not null;
      create index records_by_tag_2 on ${SCHEMA}.records (account, kind, (tags[2]), seq) where tags[2] is not null;
      create index records_by_tag_3 on ${SCHEMA}.records (account, kind, (tags[3]), seq) where tags[3] is not null;
      drop index ${SCHEMA}.events_by_age;
      create index events_by_age on ${SCHEMA}.events using brin (at) with (pages_per_range = 16, autosummarize = on);
      alter table ${SCHEMA}.records set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
      alter table ${SCHEMA}.counters set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);`,
  },
  {
    name: '0008-native-jobs',
    // `due_at` is when to look whether the record's alarm is to become a job, which has this key (the queue takes 512 characters). `taken_by` is of the
    // versions before, and so are instances that do not say what they take: they may run beside this one for a while
    // (docs/decisions/0002-postgresql-native-jobs.md).
    sql: `
      create function ${SCHEMA}.job_key(of_kind text, of_id text) returns text immutable language sql as $key$
        select of_kind || ' ' || case when length(of_id) <= 400 then of_id else md5(of_id) end
      $key$;
      alter table ${SCHEMA}.instances add column takes text not null default 'alarm';`,
  },
  {
    name: '0009-room-for-deliveries',
    // Half of the rows of `records` are deliveries, which grow once: with room for it on their page no index has to learn of it.
    sql: `alter table ${SCHEMA}.records set (fillfactor = 65);`,
  },
  {
    name: '0010-short-indexes',
    // Statistics of the new expressions are taken at once: without them a list would be read by another index until autovacuum comes.
    sql: `
      drop index ${SCHEMA}.records_by_tag_1, ${SCHEMA}.records_by_tag_2, ${SCHEMA}.records_by_tag_3;
      ${[1, 2, 3]
        .map(
          (place) => `create index records_by_tag_${place} on ${SCHEMA}.records (
            ${listHash('account', 'kind', `tags[${place}]`)}, seq) where tags[${place}] is not null;`,
        )
        .join('\n')}
      drop index ${SCHEMA}.events_by_type, ${SCHEMA}.events_by_session;
      create index events_by_type on ${SCHEMA}.events (${listHash('account', 'type')}, id);
      create index events_by_session on ${SCHEMA}.events (${listHash('account', 'session_id')}, id) where session_id is not null;
      analyze ${SCHEMA}.records, ${SCHEMA}.events;`,
  },
];
