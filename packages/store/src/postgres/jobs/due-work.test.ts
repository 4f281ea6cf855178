import { expect, it } from 'vitest';
import { until } from '../../../../../test/support/until.ts';
import { START_TIME, saveRecord } from '../../../test/conformance-steps.ts';
import { TestStores } from '../../../test/postgres/test-stores.ts';
import { session } from '../../../test/store-samples.ts';
import { put } from '../../store.ts';

const stores = new TestStores();
const noAccounts = { accounts: 0, oldestDueAt: null };

it('counts due timers before the start, and measures their lateness from the creation of their jobs', async () => {
  const { store } = await stores.open();
  expect(await store.dueWork()).toEqual({ due: 0, underWay: 0, oldestDueAt: null, overShare: noAccounts });
  const due = [START_TIME - 10, START_TIME - 31_000, START_TIME + 1];
  for (const [number, atMs] of due.entries())
    await saveRecord(store, put('session', `s${number}`, session('a', `s${number}`, 'pending', atMs)));
  const { due: dueCount, oldestDueAt } = await store.dueWork();
  expect(dueCount).toBe(2);
  // Lateness counts from the creation of the jobs, which was just now.
  expect(START_TIME - (oldestDueAt ?? 0)).toBeLessThan(31_000);
});

it('counts timers whose handlers are running', async () => {
  const { store, clock } = await stores.open();
  let finish = () => {};
  const end = new Promise<void>((resolve) => {
    finish = resolve;
  });
  for (const id of ['s1', 's2'])
    await saveRecord(store, put('session', id, session('a', id, 'pending', START_TIME)));
  let startCount = 0;
  store.start(() => {
    startCount++;
    return end;
  });
  // For a moment, the first sweep of the trace also counts as running.
  await until(
    async () => startCount === 2 && (await store.dueWork()).underWay === 2,
    () => clock.advance(0),
  );
  expect(await store.dueWork()).toEqual({ due: 0, underWay: 2, oldestDueAt: null, overShare: noAccounts });
  finish();
});
