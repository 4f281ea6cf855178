/** A change of the schema. Once released, it is never edited; a later migration corrects it. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** The simulator's tables have a schema of their own, because the database can contain other tables. */
export const SCHEMA = 'svc_sim';
export const JOB_SCHEMA = 'svc_sim_jobs';
/** The due time of timers on a frozen clock. It is later than any real time. */
export const FAR_MS = 9_000_000_000_000_000;

/** Maximum number of a record's tags. Each position in the array of tags has its own index. */
export const MAX_TAGS = 3;

/**
 * Returns SQL that joins the columns which identify a list, such as account and kind, into one text. The
 * separator can't occur in a value, because `toSqlText` escapes it.
 */
const joinedKeySql = (expressions: readonly string[]) => expressions.join(` || E'\\x1f' || `);
const keyHashSql = (...expressions: readonly string[]) => `hashtextextended(${joinedKeySql(expressions)}, 0)`;

/**
 * Returns the SQL condition that `columns` of a row equal `values`. The index contains only a hash of 8
 * bytes, which saves space. Different values can have the same hash, so the condition compares the values and
 * the hash. The values are joined into one text, because the planner could misjudge several conditions.
 */
export const keyConditionSql = (columns: readonly string[], values: readonly string[]) =>
  `${joinedKeySql(columns)} = ${joinedKeySql(values)} and ${keyHashSql(...columns)} = ${keyHashSql(...values)}`;

/**
 * Returns the SQL for a record's turn key: the account, or '' for kinds that follow the machine's clock. It
 * must equal `turnKeyOf` in `jobs.ts`.
 */
export const turnKeySql = (tableAlias: string) =>
  `(case when ${tableAlias}.kind in ('session', 'delivery', 'replay', 'transaction') then ${tableAlias}.account else '' end)`;

/** Migrations in order. The first one replaces 0001 to 0010 of version 0.1, whose databases are refused. */
export const migrations: readonly Migration[] = [
  {
    name: '0011-one-form',
    sql: `
      create table ${SCHEMA}.records (
        kind text not null,
        id text not null,
        seq bigint generated always as identity,
        account text,
        tags text[] not null default '{}',
        alarm_at bigint, -- the record's timer, on its account's clock
        due_at bigint, -- the same time on the machine's clock, until 0013
        value bytea not null, -- JSON; the type jsonb refuses \\u0000 and lone surrogates, and reorders keys
        primary key (kind, id)
      -- The fill factor leaves space for updates in the same page. Early vacuums free the space of old rows.
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
        json bytea not null, -- not jsonb, for the same reason as records.value
        primary key (account, id)
      );
      create index events_by_type on ${SCHEMA}.events (${keyHashSql('account', 'type')}, id);
      create index events_by_session on ${SCHEMA}.events (${keyHashSql('account', 'session_id')}, id) where session_id is not null;
      -- For the deletion of expired events. A BRIN index costs almost nothing when events are inserted.
      create index events_by_age on ${SCHEMA}.events using brin (at) with (pages_per_range = 16, autosummarize = on);
      create table ${SCHEMA}.counters (
        account text primary key,
        last_event bigint not null,
        is_gone boolean not null default false -- deleted: requests that overlap the deletion store nothing
      ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
      -- A crash of the server empties unlogged tables. Live instances then add their rows again.
      create unlogged table ${SCHEMA}.instances (
        id uuid primary key,
        worker text,
        beat_at timestamptz not null
      );
      -- Rate limits that all instances count together. The column "most" is the limit.
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
      -- Shortens long ids, because the job queue accepts at most 512 characters.
      create function ${SCHEMA}.job_key(of_kind text, of_id text) returns text immutable language sql as $key$
        select of_kind || ' ' || case when length(of_id) <= 400 then of_id else md5(of_id) end
      $key$;
      insert into ${SCHEMA}.records (kind, id, alarm_at, due_at, value) values ('trace-sweep', '', 0, 0, '{}');
      analyze ${SCHEMA}.records, ${SCHEMA}.events;`,
  },
  {
    name: '0012-clock-steps',
    // `stepped_at` is the time of a clock's last change, until `due_at` of all the account's records is
    // adapted to that change; then it is null. Since 0013, only instances of an older version use it.
    sql: `
      alter table ${SCHEMA}.clocks add column stepped_at timestamptz;
      create index clocks_on_their_way on ${SCHEMA}.clocks (stepped_at) where stepped_at is not null;`,
  },
  {
    name: '0013-turns',
    // `next_at` is the account's next turn, on the machine's clock. `due_at` is now on the account's clock,
    // so that setting the clock updates no records. While the timer has a job, `due_at` is the time at which
    // that job is looked for, in case it was lost.
    sql: `
      drop index ${SCHEMA}.clocks_on_their_way;
      alter table ${SCHEMA}.clocks add column set_at bigint not null default 0;
      alter table ${SCHEMA}.counters add column next_at bigint;
      create index counters_by_turn on ${SCHEMA}.counters (next_at) where next_at is not null;
      drop index ${SCHEMA}.records_due;
      create index records_by_turn on ${SCHEMA}.records (${turnKeySql('records')}, due_at, seq) where due_at is not null;
      update ${SCHEMA}.records set due_at = alarm_at
        where ${turnKeySql('records')} in (select account from ${SCHEMA}.clocks) and alarm_at is not null;`,
  },
];
