import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { noteEvent } from '../../../test/conformance-steps.ts';
import { TestStores } from '../../../test/postgres/test-stores.ts';

const stores = new TestStores();

it('lets no account wait for a slow commit of another account', async () => {
  const url = await stores.database();
  const machine = new ManualClock();
  const { store } = await stores.open({ url, machine });
  // Another instance locks the account `slow`.
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query(`select pg_advisory_lock(hashtextextended('trace slow', 0))`);
  const finishedAccounts: string[] = [];
  const work = async (account: string) => {
    await noteEvent(store, account);
    finishedAccounts.push(account);
  };
  const slow = work('slow');
  // Its batch has begun; later transactions wait for the next one.
  await new Promise(setImmediate);
  const quick = work('quick');
  await machine.advance(24);
  expect(finishedAccounts).toEqual([]);
  await machine.advance(1);
  await quick;
  expect(finishedAccounts).toEqual(['quick']);
  await other.query('select pg_advisory_unlock_all()');
  await slow;
  expect(finishedAccounts).toEqual(['quick', 'slow']);
});
