import { type AccountClock, clockShowing, type Records } from '@svc-simulator/core';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { ONE_DAY_MS, removeRecord, saveRecord } from '../../../test/conformance-steps.ts';
import { PatientClock } from '../../../test/postgres/test-clock.ts';
import { TestStores } from '../../../test/postgres/test-stores.ts';
import { session } from '../../../test/store-samples.ts';
import { put, ref } from '../../store.ts';

const stores = new TestStores();

/** Opens a store on the machine's clock, with functions that add a session with a timer and read its jobs. */
async function openStore() {
  const machine = new PatientClock();
  const url = await stores.database();
  const { store } = await stores.open({ url, clock: machine, machine });
  const name = url.slice(url.lastIndexOf('/') + 1);
  const readJobs = async () => {
    const rows = await stores.cluster.query<{ key: string; seconds: number }>(
      `select key, round(extract(epoch from run_at - now()) / 10)::int * 10 as seconds from svc_sim_jobs.jobs
       where key like 'session %' order by run_at`,
      name,
    );
    return rows.map(({ key, seconds }) => [key.slice('session '.length), seconds]);
  };
  const addExpiring = (id: string, inMs: number) =>
    saveRecord(store, put('session', id, session('a', id, 'pending', machine.now() + inMs)));
  const setClock = (clock: AccountClock | undefined) =>
    store.transact({ account: 'a', lock: [ref('account', 'a')] }, () => ({
      result: undefined,
      puts: [put('account', 'a', { id: 'a', ...(clock && { clock }) } as unknown as Records['account'])],
    }));
  return { store, machine, readJobs, addExpiring, setClock };
}

it('creates a job in the commit of a timer that is due soon, and moves and removes the job with the timer', async () => {
  const { store, readJobs, addExpiring } = await openStore();
  await addExpiring('soon', 30_000);
  await addExpiring('far', 100_000);
  await addExpiring('x'.repeat(600), 20_000);
  const longKeyJob = [expect.stringMatching(/^[0-9a-f]{32}$/), 20];
  expect(await readJobs()).toEqual([longKeyJob, ['soon', 30]]);
  await addExpiring('soon', 50_000);
  await addExpiring('far', 40_000);
  expect(await readJobs()).toEqual([longKeyJob, ['far', 40], ['soon', 50]]);
  await addExpiring('soon', 100_000);
  await removeRecord(store, 'a', ref('session', 'far'));
  expect(await readJobs()).toEqual([longKeyJob]);
  await addExpiring('soon', 10_000);
  await store.transact({ account: 'a', exclusive: true }, () => ({ result: null, clear: ['session'] }));
  expect(await readJobs()).toEqual([]);
});

it('creates jobs for timers shortly before they are due, and removes them when the account’s own clock is set', async () => {
  const { store, machine, readJobs, addExpiring, setClock } = await openStore();
  store.start(async () => {});
  await addExpiring('s1', 40_000);
  await addExpiring('s2', ONE_DAY_MS + 30_000);
  expect(await readJobs()).toEqual([['s1', 40]]);
  await setClock(clockShowing(machine.now(), machine.now(), true));
  await store.idle();
  expect(await readJobs()).toEqual([]);
  await setClock(clockShowing(machine.now() - 10_000, machine.now(), false));
  await store.idle();
  expect(await readJobs()).toEqual([['s1', 50]]);
  await setClock(clockShowing(machine.now() + ONE_DAY_MS, machine.now(), false));
  const nearJobs: unknown[] = [];
  while (nearJobs.length === 0) nearJobs.push(...(await readJobs()).filter(([id]) => id === 's2'));
  expect(nearJobs).toEqual([['s2', 30]]);
});

it('fires a timer made due by setting the clock while its previous job is still running', async () => {
  const { store, machine, addExpiring, setClock } = await openStore();
  const frozenAt = machine.now();
  await setClock(clockShowing(frozenAt, frozenAt, true));
  await addExpiring('s1', 0);
  let releaseHandler = () => {};
  const release = new Promise<void>((resolve) => {
    releaseHandler = resolve;
  });
  let handlerCalls = 0;
  await new Promise<void>((resolve) =>
    store.start(async () => {
      if (++handlerCalls > 1) return removeRecord(store, 'a', ref('session', 's1'));
      await addExpiring('s1', 60_000).then(resolve);
      await release;
    }),
  );
  await setClock(clockShowing(frozenAt + ONE_DAY_MS, frozenAt, true));
  releaseHandler();
  await expect.poll(() => store.get('session', 's1')).toBeUndefined();
  expect(handlerCalls).toBe(2);
});

it("fires a timer that got no job, after the outdated job of its record's previous timer", async () => {
  const url = await stores.database();
  const { store, clock } = await stores.open({ url });
  const now = clock.now();
  await saveRecord(store, put('session', 's1', session('a', 's1', 'pending', now + 1000)));
  // Adds the job of the previous timer, as if the queue had fetched it during the commit that moved the
  // timer.
  await stores.cluster.query(
    `update svc_sim.records set due_at = null where kind = 'session';
     select svc_sim_jobs.add_job('due', '${now}', run_at => to_timestamp(0), job_key => 'session s1')`,
    url.slice(url.lastIndexOf('/') + 1),
  );
  const fires: number[] = [];
  store.start(async () => void fires.push(clock.now() - now));
  await clock.advance(5000);
  expect(fires).toEqual([0, 1000]);
});

it('fires a timer after another transaction has released the turn of its account', async () => {
  const url = await stores.database();
  const { store, clock } = await stores.open({ url });
  await saveRecord(store, put('session', 's1', session('a', 's1', 'pending', clock.now() + 60_000)));
  const client = new pg.Client(url);
  onTestFinished(() => client.end());
  await client.connect();
  await client.query("begin; select from svc_sim.counters where account = 'a' for update");
  const fires: string[] = [];
  store.start(async ({ id }) => void fires.push(id));
  await clock.advance(60_000);
  expect(fires).toEqual([]);
  await client.query('rollback');
  await expect.poll(() => fires).toContain('s1');
});
