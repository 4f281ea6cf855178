import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { expect, it } from 'vitest';
import { NOW } from '../../../test/conformance-steps.ts';
import { TestStores } from '../../../test/postgres/test-stores.ts';
import { session } from '../../../test/store-samples.ts';
import { JOB_SCHEMA, migrations } from './migrations.ts';

const stores = new TestStores();

const GONE = '00000000-0000-4000-8000-000000000000';

/** A database as the version before `until` left it. */
async function databaseBefore(until: string): Promise<string> {
  const url = await stores.empty();
  const pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  await pool.query(`create schema svc_sim;
    create table svc_sim.migrations (name text primary key, ran_at timestamptz not null default now())`);
  for (const { name, sql } of migrations) {
    if (name >= until) break;
    await pool.query(sql);
    await pool.query('insert into svc_sim.migrations (name) values ($1)', [name]);
  }
  await runMigrations({ pgPool: pool, schema: JOB_SCHEMA });
  await pool.end();
  return url;
}

it('goes on with what a database waits for that was made by migration 0007', async () => {
  const url = await databaseBefore('0008');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const add = (id: string, timerMs: number, dueMs: number | null, takenBy: string | null = null) =>
    client.query(
      `insert into svc_sim.records (kind, id, account, alarm_at, due_at, taken_by, value) values ('session', $1, 'a', $2, $3, $4, $5)`,
      [id, timerMs, dueMs, takenBy, JSON.stringify(session('a', id, 'pending', timerMs))],
    );
  await add('waits', NOW + 1000, NOW + 1000);
  await add('has a job', NOW, null);
  await add('was taken for good', NOW, null, GONE);
  await add('was passed on', NOW, null, GONE);
  for (const [task, id] of [
    ['alarm', 'has a job'],
    [`alarm ${GONE}`, 'was passed on'],
  ] as const)
    await client.query(`select svc_sim_jobs.add_job($1, $2, run_at => to_timestamp(0))`, [
      task,
      JSON.stringify(['session', id, NOW]),
    ]);
  await client.end();

  const { store, clock } = await stores.open({ url });
  const fired: string[] = [];
  store.start(async ({ id }) => {
    fired.push(id);
  });
  await clock.advance(1000);
  expect(fired.toSorted()).toEqual(['has a job', 'waits', 'was passed on', 'was taken for good']);
});
