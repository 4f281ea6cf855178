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

describe('the schema', () => {
  it('is made by the first of several that start at once, in the order of its migrations', async () => {
    const url = await stores.empty();
    const ran = await Promise.all([start(url), start(url), start(url)]);
    const all = [
      '0001-records',
      '0002-trace',
      '0003-instances',
      '0004-windows',
      '0005-clocks',
      '0006-deleted-accounts',
      '0007-no-query-grows',
      '0008-native-jobs',
      '0009-room-for-deliveries',
      '0010-short-indexes',
      expect.stringMatching(/^graphile-worker-\d+$/),
    ];
    expect(ran.toSorted((a, b) => b.length - a.length)).toEqual([all, [], []]);
    expect(await start(url)).toEqual([]);
  });

  it('is left alone when a newer version has made it', async () => {
    const url = await stores.database();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`insert into svc_sim.migrations (name) values ('9999-later')`);
    await client.end();
    await expect(start(url)).rejects.toThrow(UnfitDatabaseError);
    await expect(start(url)).rejects.toThrow('9999-later');
  });

  it('needs a database that can hold every text', async () => {
    const latin = await stores.empty(`encoding 'LATIN1' template template0 locale 'C'`);
    await expect(start(latin)).rejects.toThrow('createdb --encoding=UTF8');
  });
});
