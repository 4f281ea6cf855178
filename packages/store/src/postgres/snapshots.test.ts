import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describeSnapshots } from '@svc-simulator/test-support/snapshot-promises.ts';
import { differences, load, makeScene, saveFile } from '@svc-simulator/test-support/snapshot-scene.ts';
import { expect, it } from 'vitest';
import { TestStores } from '../../test/postgres/test-stores.ts';

const stores = new TestStores();
const start = async () => TestSimulator.start({ database: await stores.database() });

describeSnapshots('PostgreSQL', start);

it('copies snapshots from one store to the other and back', async () => {
  await using embedded = await TestSimulator.start();
  await using database = await start();
  const { account, serial } = await makeScene(embedded);
  const file = await saveFile(embedded, account);
  const there = await database.account();
  expect((await load(database, there, file)).status).toBe(200);
  const back = await saveFile(database, there);
  expect(differences(file, back)).toEqual([`changed terminals ${serial}/state`]);
  expect((await load(embedded, account, back)).status).toBe(200);
  expect(differences(back, await saveFile(embedded, account))).toEqual([]);
});

it('creates the accounts of a seed once when instances start at once', async () => {
  await using sim = await TestSimulator.start();
  const { account } = await makeScene(sim);
  const seed = JSON.stringify(await saveFile(sim, account));
  const database = await stores.database();
  const simulators = await Promise.all([1, 2, 3].map(() => TestSimulator.start({ database, seed })));
  const seeded = await Promise.all(simulators.map(({ simulator }) => simulator.seeded));
  expect(seeded.flat().map(({ account_id }) => account_id)).toEqual([account.id]);
  await Promise.all(simulators.map((one) => one.close()));
});
