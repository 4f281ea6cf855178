import pg, { type ClientBase, type ClientConfig } from 'pg';
import { expect, it } from 'vitest';
import { removeRecord, saveRecord } from '../../../test/conformance-steps.ts';
import { PatientClock } from '../../../test/postgres/test-clock.ts';
import { TestStores } from '../../../test/postgres/test-stores.ts';
import { session } from '../../../test/store-samples.ts';
import { put, ref } from '../../store.ts';

const HOUR_MS = 3_600_000;
const STEPS = 5;

const stores = new TestStores();

/**
 * Opens a store whose clocks stand still. Returns functions that set the account's clock, add sessions and
 * query the database.
 */
async function openStore() {
  const queryNames: string[] = [];
  class LoggingClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads take anything.
    override query(...args: any[]): any {
      queryNames.push(args[0].name ?? '');
      return (super.query as (...all: unknown[]) => unknown)(...args);
    }
  }
  const client = LoggingClient as new (config?: ClientConfig) => ClientBase;
  const clock = new PatientClock();
  const url = await stores.database();
  const { store } = await stores.open({ url, clock, machine: clock, client });
  const name = url.slice(url.lastIndexOf('/') + 1);
  const rows = <R extends pg.QueryResultRow>(text: string) => stores.cluster.query<R>(text, name);
  const startMs = clock.now();
  const setOffset = (offsetMs: number) =>
    store.transact({ account: 'a', lock: [ref('account', 'a')] }, () => ({
      result: undefined,
      puts: [put('account', 'a', { id: 'a', clock: { offsetMs, frozenAt: null } } as never)],
    }));
  const addExpiring = (id: string, inMs: number) =>
    saveRecord(store, put('session', id, session('a', id, 'pending', startMs + inMs)));
  return { store, queryNames: queryNames, setOffset, addExpiring, rows };
}

it('advances an account’s clock from one due time to the next without real waits', async () => {
  const { store, queryNames, setOffset, addExpiring } = await openStore();
  await setOffset(0);
  for (let step = 1; step <= STEPS; step++) await addExpiring(`s${step}`, step * HOUR_MS);
  const finishedSteps: string[] = [];
  store.start(async ({ id }) => {
    finishedSteps.push(id);
    await removeRecord(store, 'a', ref('session', id));
  });
  for (let step = 1; step <= STEPS; step++) {
    await setOffset(step * HOUR_MS);
    await store.whenCaughtUp('a');
    expect(finishedSteps.length).toBe(step);
  }
  expect(finishedSteps).toEqual(['s1', 's2', 's3', 's4', 's5']);
  // Each step queries twice: after the clock is set, and after the session is removed.
  expect(queryNames.filter((name) => name === 'svc_next_alarm').length).toBeLessThanOrEqual(2 * STEPS);
});

it("writes no record when an account's clock is set forward or back", async () => {
  const { setOffset, addExpiring, rows } = await openStore();
  for (let count = 1; count <= 200; count++) await addExpiring(`s${count}`, count * HOUR_MS);
  const rowVersions = () =>
    rows(`select id, xmin::text from svc_sim.records where kind = 'session' order by id`);
  const before = await rowVersions();
  for (const offsetMs of [1, 100 * HOUR_MS, 1000 * HOUR_MS, 0]) await setOffset(offsetMs);
  expect(await rowVersions()).toEqual(before);
});
