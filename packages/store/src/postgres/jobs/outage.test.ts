import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import pg, { type ClientBase, type ClientConfig } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../../../../test/support/until.ts';
import { noteEvent, ONE_DAY_MS, saveRecord } from '../../../test/conformance-steps.ts';
import { PatientClock } from '../../../test/postgres/test-clock.ts';
import { pronounceDead, TestStores } from '../../../test/postgres/test-stores.ts';
import { session } from '../../../test/store-samples.ts';
import { put, StoreUnavailableError } from '../../store.ts';
import { FETCH_TIMEOUT_MS } from './job-worker.ts';

/** Time from the start until the timer that the handler stores. The job queue waits for it in real time. */
const RETRY_DELAY_MS = 1000;

const stores = new TestStores({ ownServer: true });

describe('a job queue that could not report the end of a job', () => {
  it('continues after the outage, and fires each timer once', async () => {
    let brokenCount = 0;
    class BreakingClient extends pg.Client {
      // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads take anything.
      override query(...args: any[]): any {
        const { name } = args[0] as { name?: string };
        if (brokenCount < 3 && name?.startsWith('complete_job')) {
          brokenCount++;
          (this as unknown as DriverInternals).connection.stream.destroy();
        }
        return (super.query as (...all: unknown[]) => unknown)(...args);
      }
    }
    const client = BreakingClient as new (config?: ClientConfig) => ClientBase;
    const { store, clock } = await stores.open({ client });
    const fires: string[] = [];
    let onFire = () => {};
    store.start(async ({ id }) => {
      fires.push(id);
      await saveRecord(store, put('session', id, session('a', id, 'pending', clock.now() + ONE_DAY_MS)));
      onFire();
    });
    for (let number = 1; number <= 6; number++) {
      const next = new Promise<void>((resolve) => {
        onFire = resolve;
      });
      await saveRecord(
        store,
        put('session', `s${number}`, session('a', `s${number}`, 'pending', clock.now())),
      );
      await next;
    }
    expect(brokenCount).toBe(3);
    expect(fires).toEqual(['s1', 's2', 's3', 's4', 's5', 's6']);
  });
});

describe('a job that was lost on its way to the worker', () => {
  it('runs after two heartbeats', async () => {
    let isLost = false;
    class LosingClient extends pg.Client {
      // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads take anything.
      override query(...args: any[]): any {
        const answer = (super.query as (...all: unknown[]) => unknown)(...args);
        const { name } = args[0] as { name?: string };
        if (isLost || !name?.startsWith('get_job')) return answer;
        return (answer as Promise<pg.QueryResult>).then((result) => {
          if (!JSON.stringify(result.rows).includes('session s1')) return result;
          isLost = true;
          throw new Error('the connection broke');
        });
      }
    }
    const client = LosingClient as new (config?: ClientConfig) => ClientBase;
    const { store, clock } = await stores.open({ client });
    await saveRecord(store, put('session', 's1', session('a', 's1', 'pending', clock.now())));
    const firstFire = new Promise<string>((resolve) => {
      store.start(async ({ id }) => resolve(id));
    });
    await until(() => isLost);
    await store.heartbeat();
    await store.heartbeat();
    expect(await firstFire).toBe('s1');
  });
});

describe('a job queue whose first fetch failed', () => {
  it("reports that it isn't ready, and then fires timers with a new worker", async () => {
    let failedCount = 0;
    class FailingClient extends pg.Client {
      // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads take anything.
      override query(...args: any[]): any {
        const { text } = args[0] as { text?: string };
        if (failedCount === 0 && text?.startsWith('insert into "svc_sim_jobs"._private_tasks')) {
          failedCount++;
          return Promise.reject(new Error('Query read timeout'));
        }
        return (super.query as (...all: unknown[]) => unknown)(...args);
      }
    }
    const client = FailingClient as new (config?: ClientConfig) => ClientBase;
    const machine = new ManualClock();
    const { store, clock } = await stores.open({ client, machine });
    const fires: string[] = [];
    store.start(async ({ id }) => void fires.push(id));
    await until(() => failedCount === 1);
    await saveRecord(store, put('session', 's1', session('a', 's1', 'pending', clock.now())));
    await store.ping();
    await machine.advance(FETCH_TIMEOUT_MS);
    await expect(store.ping()).rejects.toThrow(StoreUnavailableError);
    await store.heartbeat();
    await until(async () => {
      await machine.advance(1000);
      return fires.length > 0;
    });
    await until(() =>
      store.ping().then(
        () => true,
        () => false,
      ),
    );
  });
});

describe('a job that a reset removed while it waited in the queue', () => {
  it('ends without an error', async () => {
    const url = await stores.database();
    const clock = new PatientClock();
    const lines: string[] = [];
    const { store } = await stores.open({ url, clock, machine: clock, log: (_, line) => lines.push(line) });
    await saveRecord(store, put('session', 's1', session('a', 's1', 'pending', clock.now())));
    const name = url.slice(url.lastIndexOf('/') + 1);
    const [job] = await stores.cluster.query<{ id: string }>(
      `update svc_sim_jobs._private_jobs set key = null, attempts = max_attempts - 1 returning id`,
      name,
    );
    expect(job).toBeDefined();
    store.start(async () => {});
    await until(
      async () =>
        (await stores.cluster.query('select from svc_sim_jobs.jobs where key is null', name)).length === 0,
    );
    expect(lines).toEqual([]);
  });
});

describe('a job that the queue lost while its handler was running', () => {
  it('fires the timer that its handler stored', async () => {
    const url = await stores.database();
    const clock = new PatientClock();
    // Store and machine share one clock, as in a simulator, so that timers that are due soon become jobs in
    // their commit.
    const { store } = await stores.open({ url, clock, machine: clock });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const ids = Array.from({ length: 10 }, (_, number) => `s${number}`);
    const now = clock.now();
    for (const id of ids) await saveRecord(store, put('session', id, session('a', id, 'pending', now)));
    const fires: string[] = [];
    let unlock: Promise<unknown> | undefined;
    store.start(async ({ id }) => {
      fires.push(id);
      if (fires.indexOf(id) < fires.length - 1) return;
      // Unlocks the jobs, as another instance does, or as the next worker of this instance does after an
      // outage.
      unlock ??= client.query(
        'select svc_sim_jobs.force_unlock_workers(array_agg(distinct locked_by)) from svc_sim_jobs.jobs',
      );
      await unlock;
      await saveRecord(store, put('session', id, session('a', id, 'pending', now + RETRY_DELAY_MS)));
    });
    await until(() => fires.length >= 2 * ids.length);
    expect(fires.slice(0, ids.length).toSorted()).toEqual(ids);
    expect(fires.slice(ids.length).toSorted()).toEqual(ids);
  });
});

interface DriverInternals {
  readonly connection: { readonly stream: { destroy(): void } };
}

describe('a server that is stopped', () => {
  it('keeps the timers of an instance that stops during the outage, whatever its handlers are doing', async () => {
    const url = await stores.database();
    const { store, clock } = await stores.open({ url });
    const due = clock.now() + 1000;
    const ids = ['never ends', 'ends', 'fails'];
    for (const id of ids) await saveRecord(store, put('session', id, session('a', id, 'pending', due)));
    const starts: string[] = [];
    let endHandlers = () => {};
    const outage = new Promise<void>((resolve) => {
      endHandlers = resolve;
    });
    store.start(async ({ id }) => {
      starts.push(id);
      await (id === 'never ends' ? new Promise(() => {}) : outage);
      if (id === 'fails') throw new Error('away');
    });
    await clock.advance(1000);
    expect(starts.toSorted()).toEqual(ids.toSorted());
    await stores.cluster.halt();
    endHandlers();
    await store.close();
    await stores.cluster.resume();
    await pronounceDead(url, store.peers.self);
    const refires: string[] = [];
    const nextInstance = await stores.open({ url, clock });
    nextInstance.store.start(async ({ id }) => void refires.push(id));
    await clock.advance(0);
    expect(refires.toSorted()).toEqual(ids.toSorted());
  });

  it('makes the store reject every call, and serve again once the server is back', async () => {
    const { store, clock } = await stores.open();
    const fires: string[] = [];
    store.start(async ({ id }) => void fires.push(id));
    const due = clock.now() + 1000;
    await saveRecord(store, put('session', 's1', session('a', 's1', 'pending', due)));
    await stores.cluster.halt();
    const calls = [
      noteEvent(store, 'a'),
      store.get('session', 's1'),
      store.list('session', 'a', { limit: 1 }),
      store.trace.page('a', { limit: 1, order: 'asc' }),
      store.isEmpty(),
    ];
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toEqual({ status: 'rejected', reason: expect.any(StoreUnavailableError) });
    }
    await stores.cluster.resume();
    await noteEvent(store, 'a');
    expect((await store.trace.page('a', { limit: 10, order: 'asc' })).items.map(({ id }) => id)).toEqual([1]);
    expect(await store.get('session', 's1')).toEqual(session('a', 's1', 'pending', due));
    await clock.advance(1000);
    expect(fires).toEqual(['s1']);
  });
});
