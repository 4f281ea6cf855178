import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { PatientClock } from '../../../test/postgres/test-clock.ts';
import { TestStores } from '../../../test/postgres/test-stores.ts';
import { policy } from '../../../test/test-directories.ts';
import { openPostgresStore } from '../postgres-store.ts';
import { UnfitDatabaseError } from './migrate.ts';

const stores = new TestStores();

async function start(url: string): Promise<readonly string[]> {
  const { store, ran } = await openPostgresStore({ url, clock: new PatientClock(), policy });
  await store.close();
  return ran;
}

describe('migrate', () => {
  it('runs the migrations in order, in the first of several instances that start at once', async () => {
    const url = await stores.empty();
    const ran = await Promise.all([start(url), start(url), start(url)]);
    const all = [
      '0011-one-form',
      '0012-clock-steps',
      '0013-turns',
      expect.stringMatching(/^graphile-worker-\d+$/),
    ];
    expect(ran.toSorted((a, b) => b.length - a.length)).toEqual([all, [], []]);
    expect(await start(url)).toEqual([]);
  });

  it.each(['9999-later', '0001-records'])('leaves a schema of another version alone: %s', async (name) => {
    const url = await stores.database();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`insert into svc_sim.migrations (name) values ($1)`, [name]);
    await client.end();
    await expect(start(url)).rejects.toThrow(UnfitDatabaseError);
    await expect(start(url)).rejects.toThrow(name);
  });

  it('requires a database that can store every text', async () => {
    const latin = await stores.empty(`encoding 'LATIN1' template template0 locale 'C'`);
    await expect(start(latin)).rejects.toThrow('createdb --encoding=UTF8');
  });
});
