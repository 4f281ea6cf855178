import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import pg from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { noteEvent } from '../../../test/conformance-steps.ts';
import { TestStores } from '../../../test/postgres/test-stores.ts';
import { partner } from '../../../test/store-samples.ts';
import { put, ref, type Store } from '../../store.ts';

const stores = new TestStores();

/**
 * Opens a store on a manual machine clock. After `prepare`, another instance blocks the commits of the
 * account `slow`.
 */
async function openHeldUp(prepare: (store: Store) => Promise<void> = async () => {}) {
  const url = await stores.database();
  const machine = new ManualClock();
  const { store } = await stores.open({ url, machine });
  await prepare(store);
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query(`select pg_advisory_lock(hashtextextended('trace slow', 0))`);
  return { store, machine, release: () => other.query('select pg_advisory_unlock_all()') };
}

it("stores an account's changes while the commit of another account is slow", async () => {
  const { store, machine, release } = await openHeldUp();
  const finishedAccounts: string[] = [];
  const work = async (account: string) => {
    await noteEvent(store, account);
    finishedAccounts.push(account);
  };
  const slow = work('slow');
  // The batch of `slow` has begun, so later transactions need another batch.
  await new Promise(setImmediate);
  const quick = work('quick');
  await machine.advance(24);
  expect(finishedAccounts).toEqual([]);
  await machine.advance(1);
  await quick;
  expect(finishedAccounts).toEqual(['quick']);
  await release();
  await slow;
  expect(finishedAccounts).toEqual(['quick', 'slow']);
});

it("takes the accounts' changes in turn, and leaves the rest to the next batch when a batch is full", async () => {
  const { store } = await stores.open();
  const finishedAccounts: string[] = [];
  const text = 'x'.repeat(300 * 1024);
  const work = async (account: string, data = {}) => {
    const event = { type: 'login.succeeded', at: 0, data } as const;
    await store.transact({ account }, () => ({ result: null, events: [event] }));
    finishedAccounts.push(account);
  };
  using query = vi.spyOn(pg.Client.prototype, 'query');
  const large = Array.from({ length: 10 }, () => work('large', { text }));
  await Promise.all([...large, work('small')]);
  expect(finishedAccounts).toHaveLength(11);
  // The first batch contains the small transaction between two large ones, and is full then.
  expect(finishedAccounts.indexOf('small')).toBe(1);
  expect(query.mock.calls.filter(([text]) => text === 'commit').length).toBeGreaterThanOrEqual(5);
});

it("stores an account's changes without waiting for an account whose latest change was large", async () => {
  const write = (store: Store, text: string) =>
    store.transact({ account: 'slow' }, () => ({
      result: text.length,
      events: [{ type: 'login.succeeded', at: 0, data: { text } }],
    }));
  const { store, release } = await openHeldUp(async (openStore) => {
    await write(openStore, 'x'.repeat(200 * 1024));
  });
  const slow = write(store, '');
  // In the batch of `slow`, this would never end: the machine's clock stands still, so no batch counts as slow.
  await noteEvent(store, 'quick');
  await release();
  expect(await slow).toBe(0);
});

it("stores an account's changes even if a reset of another account, which arrived at the same time, is slow or fails", async () => {
  const { store, release } = await openHeldUp();
  const reset = (account: string, id: string) =>
    store.transact({ account, lock: [ref('partner', id)], exclusive: true }, () => ({
      result: account,
      clear: ['partner'],
      puts: [put('partner', id, partner(account, id))],
    }));
  const slow = reset('slow', 'p1');
  const other = reset('other', 'p2');
  // In the batch of `slow`, this would never end: the machine's clock stands still, so no batch counts as slow.
  await noteEvent(store, 'quick');
  expect(await store.get('partner', 'p2')).toBeUndefined();
  await release();
  expect(await Promise.all([slow, other])).toEqual(['slow', 'other']);
});
