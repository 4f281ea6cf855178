import { Socket } from 'node:net';
import type { Pool } from 'pg';
import { expect, it, vi } from 'vitest';
import { TestCluster } from '../../test/postgres/test-cluster.ts';
import { Database } from './database.ts';

/** Returns the number of writes to sockets that three statements of one turn take. */
async function countWrites(pool: Pool): Promise<number> {
  const client = await pool.connect();
  const writes = [vi.spyOn(Socket.prototype, '_write'), vi.spyOn(Socket.prototype, '_writev')];
  try {
    await Promise.all([1, 2, 3].map((number) => client.query('select $1::integer', [number])));
    return writes.reduce((count, { mock }) => count + mock.calls.length, 0);
  } finally {
    vi.restoreAllMocks();
    client.release();
  }
}

it('sends the statements of one turn of a commit in one write', async () => {
  const cluster = await TestCluster.shared();
  const database = new Database({ url: await cluster.database(), log: () => {} });
  expect(await countWrites(database.commits)).toBe(1);
  expect(await countWrites(database.shared)).toBeGreaterThan(2);
  await database.close();
});
