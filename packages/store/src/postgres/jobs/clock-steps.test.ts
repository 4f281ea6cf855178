import pg, { type ClientBase, type ClientConfig } from 'pg';
import { expect, it } from 'vitest';
import { DAY_MS, remove, save } from '../../../test/conformance-steps.ts';
import { PatientClock } from '../../../test/postgres/test-clock.ts';
import { TestStores } from '../../../test/postgres/test-stores.ts';
import { session } from '../../../test/store-samples.ts';
import { put, ref } from '../../store.ts';

const HOUR_MS = 3_600_000;
const STEPS = 5;

const stores = new TestStores();

/** A store whose clock and machine stand still, how its account's clock is set or steps, and what its database has. */
async function open() {
  const asked: string[] = [];
  class TellingClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads take anything.
    override query(...args: any[]): any {
      asked.push(args[0].name ?? '');
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
  const goTo = (offsetMs: number, isClockStep: boolean) =>
    store.transact({ account: 'a', lock: [ref('account', 'a')] }, () => ({
      result: undefined,
      puts: [put('account', 'a', { id: 'a', clock: { offsetMs, frozenAt: null } } as never)],
      isClockStep,
    }));
  const expiring = (id: string, inMs: number) =>
    save(store, put('session', id, session('a', id, 'pending', startMs + inMs)));
  /** Of each session, in how long it is looked at; null: it is a job. */
  const looks = async () => {
    const found = await rows<{ id: string; due: string | null }>(
      `select id, due_at as due from svc_sim.records where kind = 'session' order by id`,
    );
    return found.map(({ id, due }) => [id, due === null ? null : Number(due) - startMs]);
  };
  return { store, asked, goTo, expiring, looks, rows };
}

it('an account’s clock goes from one due time to the next without waiting for any timer', async () => {
  const { store, asked, goTo, expiring } = await open();
  await goTo(0, false);
  for (let step = 1; step <= STEPS; step++) await expiring(`s${step}`, step * HOUR_MS);
  const done: string[] = [];
  store.start(async ({ id }) => {
    done.push(id);
    await remove(store, 'a', ref('session', id));
  });
  for (let step = 1; step <= STEPS; step++) {
    await goTo(step * HOUR_MS, true);
    await store.caughtUp('a');
    expect(done.length).toBe(step);
  }
  expect(done).toEqual(['s1', 's2', 's3', 's4', 's5']);
  // Once after the step, and once when the session is gone.
  expect(asked.filter((name) => name === 'svc_next_alarm').length).toBeLessThanOrEqual(2 * STEPS);
});

it('a step asks for what is due soon; what is later is asked for at the end of the way', async () => {
  const { goTo, expiring, looks } = await open();
  await goTo(0, false);
  await expiring('far', DAY_MS);
  await expiring('near', HOUR_MS + 90_000);
  await expiring('now', HOUR_MS);
  await goTo(HOUR_MS, true);
  expect(await looks()).toEqual([
    ['far', DAY_MS],
    ['near', HOUR_MS + 90_000],
    ['now', null],
  ]);
  await goTo(HOUR_MS + 1000, false);
  expect(await looks()).toEqual([
    ['far', DAY_MS - HOUR_MS - 1000],
    ['near', 89_000],
    ['now', null],
  ]);
});

it('a clock that has stopped on its way is set right at a heartbeat', async () => {
  const { store, goTo, expiring, looks, rows } = await open();
  await goTo(0, false);
  await expiring('far', DAY_MS);
  await goTo(HOUR_MS, true);
  const steppedAgo = (minutes: number) =>
    rows(`update svc_sim.clocks set stepped_at = now() - interval '${minutes} minutes'`);
  await steppedAgo(-1);
  await store.heartbeat();
  expect(await looks(), 'it goes on').toEqual([['far', DAY_MS]]);
  await steppedAgo(1);
  await store.heartbeat();
  expect(await looks()).toEqual([['far', DAY_MS - HOUR_MS]]);
  expect(await rows('select stepped_at from svc_sim.clocks')).toEqual([{ stepped_at: null }]);
});
