import { errorCode } from '@svc-simulator/machine/errors.ts';
import type { Log } from '@svc-simulator/machine/log.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { TranslatedError } from '@svc-simulator/texts/translated-error.ts';
import { runMigrations } from 'graphile-worker';
import type { ClientBase, Pool } from 'pg';
import { queueLogger } from '../queue-logger.ts';
import { JOB_SCHEMA, migrations, SCHEMA } from './migrations.ts';

/** Only one instance runs the migrations; other instances that start at the same time wait for this lock. */
const LOCK = 'hashtextextended($1, 0)';

/** PostgreSQL's error codes for a lock timeout and a deadlock. */
const lockErrorCodes = new Set(['55P03', '40P01']);
const MAX_MIGRATION_ATTEMPTS = 100;

export class UnfitDatabaseError extends TranslatedError {
  override readonly name = 'UnfitDatabaseError';
  readonly code = 'DATABASE_UNFIT';
}

/**
 * Migrates the schema and the job queue's schema. Returns the names of the migrations that ran; each runs
 * completely or not at all.
 * @throws UnfitDatabaseError if the database has another encoding or migrations of a newer version
 */
export async function migrate(pool: Pool, log: Log): Promise<readonly string[]> {
  const client = await pool.connect();
  try {
    await checkEncoding(client);
    await client.query(`select pg_advisory_lock(${LOCK})`, [`${SCHEMA} migrations`]);
    const appliedNames = await runOwnMigrations(client);
    const before = await readQueueRevision(client);
    await runMigrations({ pgPool: pool, schema: JOB_SCHEMA, logger: queueLogger(log) });
    const after = await readQueueRevision(client);
    return after === before ? appliedNames : [...appliedNames, `graphile-worker-${after}`];
  } finally {
    // Closing the connection also releases the lock after an error.
    client.release(true);
  }
}

async function runOwnMigrations(client: ClientBase): Promise<string[]> {
  await client.query(`create schema if not exists ${SCHEMA}`);
  await client.query(
    `create table if not exists ${SCHEMA}.migrations (name text primary key, ran_at timestamptz not null default now())`,
  );
  const { rows } = await client.query<{ name: string }>(`select name from ${SCHEMA}.migrations`);
  const finishedNames = new Set(rows.map(({ name }) => name));
  const knownNames = new Set(migrations.map(({ name }) => name));
  const unknownName = [...finishedNames].find((name) => !knownNames.has(name));
  if (unknownName !== undefined) {
    throw new UnfitDatabaseError(message('start.database.newer', { migration: unknownName }));
  }
  const appliedNames: string[] = [];
  for (const { name, sql } of migrations) {
    if (finishedNames.has(name)) continue;
    for (let attempt = 1; !(await runMigration(client, name, sql, attempt)); attempt++)
      await client.query('select pg_sleep(0.2)');
    appliedNames.push(name);
  }
  return appliedNames;
}

/**
 * Runs a migration. Returns false if instances of an older version keep its tables locked for 500 ms. After a
 * second, PostgreSQL would check for deadlocks, and could abort the requests of those instances.
 */
async function runMigration(
  client: ClientBase,
  name: string,
  sql: string,
  attempt: number,
): Promise<boolean> {
  await client.query(`begin; set local lock_timeout = '500ms'`);
  try {
    await client.query(sql);
    await client.query(`insert into ${SCHEMA}.migrations (name) values ($1)`, [name]);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    if (!lockErrorCodes.has(errorCode(error) ?? '') || attempt === MAX_MIGRATION_ATTEMPTS) throw error;
    return false;
  }
}

async function readQueueRevision(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ made: boolean }>('select to_regclass($1) is not null as made', [
    `${JOB_SCHEMA}.migrations`,
  ]);
  if (!rows[0]?.made) return 0;
  const revisions = await client.query<{ id: number }>(`select max(id) as id from ${JOB_SCHEMA}.migrations`);
  return revisions.rows[0]?.id ?? 0;
}

async function checkEncoding(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    `select current_setting('server_encoding') as encoding`,
  );
  const encoding = rows[0]?.encoding;
  if (encoding === 'UTF8') return;
  throw new UnfitDatabaseError(message('start.database.encoding', { encoding: `${encoding}` }));
}
