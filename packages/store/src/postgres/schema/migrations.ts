/** A step of the schema. A released step never changes; a later step corrects it. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** A schema of its own, so that the database may contain other tables. */
export const SCHEMA = 'svc_sim';
export const JOB_SCHEMA = 'svc_sim_jobs';
/** Later than any time: the due time of a timer whose account's clock is frozen. */
export const FAR_MS = 9_000_000_000_000_000;

/** Maximum number of a record's tags; each position has an index. */
export const MAX_TAGS = 3;

/**
 * Returns the SQL that joins the key of a list, such as account and kind, into one text. `toSqlText` keeps the
 * separator out of the values.
 */
const joinedKeySql = (expressions: readonly string[]) => expressions.join(` || E'\\x1f' || `);
const keyHashSql = (...expressions: readonly string[]) => `hashtextextended(${joinedKeySql(expressions)}, 0)`;

/**
 * Returns the SQL that is true if a row is in the list. Indexes contain 8-byte hashes to save space. Hashes
 * may collide, so the texts are also compared, as one text, because separate conditions could mislead the
 * planner.
 */
export const keyConditionSql = (columns: readonly string[], values: readonly string[]) =>
  `${joinedKeySql(columns)} = ${joinedKeySql(values)} and ${keyHashSql(...columns)} = ${keyHashSql(...values)}`;

/**
 * Returns the SQL for the account whose turn handles a record; '' for kinds that aren't in
 * `kindsOnAccountTime`.
 */
export const turnAccountSql = (tableAlias: string) =>
  `(case when ${tableAlias}.kind in ('session', 'delivery', 'replay', 'transaction') then ${tableAlias}.account else '' end)`;

/** Migrations in order. The first one replaces 0001 to 0010 of version 0.1, whose databases are refused. */
export const migrations: readonly Migration[] = [
  {
    name: '0011-one-form',
    // `alarm_at` is on the account's clock, `due_at` on the machine's.
    // `value` and `json` hold JSON as bytes, because jsonb refuses \u0000 and lone surrogates and reorders keys.
    // The fill factors leave space for updates in place, and early vacuums limit waste.
    // `events_by_age`, for the deletion of expired events, is a BRIN index because inserts barely update it.
    // `is_gone` marks a deleted account, so that requests which overlap the deletion can't store anything.
    // A server crash empties unlogged tables, which is harmless because live instances report again.
    // `job_key` shortens long ids, because a key of the queue has at most 512 characters.
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
            ${keyHashSql('account', 'kind', `tags[${place}]`)}, seq) where tags[${place}] is not null;`,
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
      create index events_by_type on ${SCHEMA}.events (${keyHashSql('account', 'type')}, id);
      create index events_by_session on ${SCHEMA}.events (${keyHashSql('account', 'session_id')}, id) where session_id is not null;
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
    // `stepped_at` is the time of a clock's last change, and null once the `due_at` of all the account's
    // records are adapted to that change. Until then, `due_at` may be too late.
    sql: `
      alter table ${SCHEMA}.clocks add column stepped_at timestamptz;
      create index clocks_on_their_way on ${SCHEMA}.clocks (stepped_at) where stepped_at is not null;`,
  },
  {
    name: '0013-turns',
    // Accounts take turns: `next_at` is the next turn on the machine's clock.
    // `due_at` is now on the record's own clock, so that setting a clock updates no records. While a record has
    // a job, `due_at` is the time of the next check for that job.
    // `stepped_at` remains for instances of the former version.
    sql: `
      drop index ${SCHEMA}.clocks_on_their_way;
      alter table ${SCHEMA}.clocks add column set_at bigint not null default 0;
      alter table ${SCHEMA}.counters add column next_at bigint;
      create index counters_by_turn on ${SCHEMA}.counters (next_at) where next_at is not null;
      drop index ${SCHEMA}.records_due;
      create index records_by_turn on ${SCHEMA}.records (${turnAccountSql('records')}, due_at, seq) where due_at is not null;
      update ${SCHEMA}.records set due_at = alarm_at
        where ${turnAccountSql('records')} in (select account from ${SCHEMA}.clocks) and alarm_at is not null;`,
  },
];
