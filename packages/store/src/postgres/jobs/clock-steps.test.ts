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
 * Opens a store whose clock and machine stand still, with functions to set or step its account's clock and to
 * read its database.
 */
async function open() {
  const queries: string[] = [];
  class TellingClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads take anything.
    override query(...args: any[]): any {
      queries.push(args[0].name ?? '');
      return (super.query as (...all: unknown[]) => unknown)(...args);
    }
  }
  const client = TellingClient as new (config?: ClientConfig) => ClientBase;
  const clock = new PatientClock();
  const url = await stores.database();
  const { store } = await stores.open({ url, clock, machine: clock, client });
  const name = url.slice(url.lastIndexOf('/') + 1);
  const rows = <R extends pg.QueryResultRow>(text: string) => stores.cluster.query<R>(text, name);
  const startMs = clock.now();
  const goTo = (offsetMs: number) =>
    store.transact({ account: 'a', lock: [ref('account', 'a')] }, () => ({
      result: undefined,
      puts: [put('account', 'a', { id: 'a', clock: { offsetMs, frozenAt: null } } as never)],
    }));
  const expiring = (id: string, inMs: number) =>
    saveRecord(store, put('session', id, session('a', id, 'pending', startMs + inMs)));
  return { store, asked: queries, goTo, expiring, rows };
}

it('steps an account’s clock from one due time to the next without waiting for any timer', async () => {
  const { store, asked, goTo, expiring } = await open();
  await goTo(0);
  for (let step = 1; step <= STEPS; step++) await expiring(`s${step}`, step * HOUR_MS);
  const finishedSteps: string[] = [];
  store.start(async ({ id }) => {
    finishedSteps.push(id);
    await removeRecord(store, 'a', ref('session', id));
  });
  for (let step = 1; step <= STEPS; step++) {
    await goTo(step * HOUR_MS);
    await store.caughtUp('a');
    expect(finishedSteps.length).toBe(step);
  }
  expect(finishedSteps).toEqual(['s1', 's2', 's3', 's4', 's5']);
  // One query after the step, and one after the session is gone.
  expect(asked.filter((name) => name === 'svc_next_alarm').length).toBeLessThanOrEqual(2 * STEPS);
});

it('writes no records of an account whose clock is set forward or back', async () => {
  const { goTo, expiring, rows } = await open();
  for (let count = 1; count <= 200; count++) await expiring(`s${count}`, count * HOUR_MS);
  const rowVersions = () =>
    rows(`select id, xmin::text from svc_sim.records where kind = 'session' order by id`);
  const before = await rowVersions();
  for (const offsetMs of [1, 100 * HOUR_MS, 1000 * HOUR_MS, 0]) await goTo(offsetMs);
  expect(await rowVersions()).toEqual(before);
});
