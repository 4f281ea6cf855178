import { describeSnapshots } from '@svc-simulator/test-support/describe-snapshots.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { differences, load, makeScene, saveFile } from '@svc-simulator/test-support/snapshot-scene.ts';
import { expect, it } from 'vitest';
import { TestStores } from '../../test/postgres/test-stores.ts';

const stores = new TestStores();
const start = async () => TestSimulator.start({ database: await stores.database() });

describeSnapshots('PostgreSQL', start);

it('copies snapshots from the embedded store to PostgreSQL and back', async () => {
  await using embedded = await TestSimulator.start();
  await using database = await start();
  const { account, serial } = await makeScene(embedded);
  const file = await saveFile(embedded, account);
  const target = await database.account();
  expect((await load(database, target, file)).status).toBe(200);
  const returnedFile = await saveFile(database, target);
  expect(differences(file, returnedFile)).toEqual([`changed terminals ${serial}/state`]);
  expect((await load(embedded, account, returnedFile)).status).toBe(200);
  expect(differences(returnedFile, await saveFile(embedded, account))).toEqual([]);
});

it('creates the accounts of a seed once when several instances start at the same time', async () => {
  await using sim = await TestSimulator.start();
  const { account } = await makeScene(sim);
  const seed = JSON.stringify(await saveFile(sim, account));
  const database = await stores.database();
  const simulators = await Promise.all([1, 2, 3].map(() => TestSimulator.start({ database, seed })));
  const seededAccounts = await Promise.all(simulators.map(({ simulator }) => simulator.seededAccounts));
  expect(seededAccounts.flat().map(({ account_id }) => account_id)).toEqual([account.id]);
  await Promise.all(simulators.map((one) => one.close()));
});
