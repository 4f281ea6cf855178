import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PatientClock } from '../../../test/postgres/test-clock.ts';
import { TestStores } from '../../../test/postgres/test-stores.ts';
import { policy } from '../../../test/test-directories.ts';
import { openPostgresStore } from '../postgres-store.ts';
import { UnfitDatabaseError } from './migrate.ts';
import { migrations } from './migrations.ts';

const stores = new TestStores();

async function openAndClose(url: string): Promise<readonly string[]> {
  const { store, appliedMigrations } = await openPostgresStore({ url, clock: new PatientClock(), policy });
  await store.close();
  return appliedMigrations;
}

describe('migrate', () => {
  it('runs the migrations in order and once when several instances start at the same time', async () => {
    const url = await stores.empty();
    const appliedMigrations = await Promise.all([openAndClose(url), openAndClose(url), openAndClose(url)]);
    const allMigrations = [
      '0011-one-form',
      '0012-clock-steps',
      '0013-turns',
      expect.stringMatching(/^graphile-worker-\d+$/),
    ];
    expect(appliedMigrations.toSorted((a, b) => b.length - a.length)).toEqual([allMigrations, [], []]);
    expect(await openAndClose(url)).toEqual([]);
  });

  it('waits for the tables that a former version uses, without a deadlock', async () => {
    const url = await stores.empty();
    const former = new pg.Client({ connectionString: url });
    await former.connect();
    onTestFinished(() => former.end());
    const [first, second] = migrations;
    await former.query(`create schema svc_sim; ${first?.sql} ${second?.sql}
      create table svc_sim.migrations (name text primary key, ran_at timestamptz not null default now());
      insert into svc_sim.migrations (name) values ('${first?.name}'), ('${second?.name}')`);
    await former.query('begin; lock table svc_sim.records in row exclusive mode');
    const opening = openAndClose(url);
    const waiting = `select from pg_locks where relation = 'svc_sim.records'::regclass and not granted`;
    await expect.poll(async () => (await former.query(waiting)).rowCount).toBe(1);
    // The migration holds this table while it waits for the first one.
    await former.query('lock table svc_sim.counters in row exclusive mode; commit');
    expect(await opening).toContain('0013-turns');
  });

  it.each(['9999-later', '0001-records'])(
    'refuses a schema of another version and leaves it unchanged: %s',
    async (name) => {
      const url = await stores.database();
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`insert into svc_sim.migrations (name) values ($1)`, [name]);
      await client.end();
      await expect(openAndClose(url)).rejects.toThrow(UnfitDatabaseError);
      await expect(openAndClose(url)).rejects.toThrow(name);
    },
  );

  it('requires a database that can store every text', async () => {
    const latin = await stores.empty(`encoding 'LATIN1' template template0 locale 'C'`);
    await expect(openAndClose(latin)).rejects.toThrow('createdb --encoding=UTF8');
  });
});
