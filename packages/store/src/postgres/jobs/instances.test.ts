import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { until } from '../../../../../test/support/until.ts';
import { counterOf, noteEvent, saveRecord } from '../../../test/conformance-steps.ts';
import { pronounceDead, TestStores } from '../../../test/postgres/test-stores.ts';
import { partner, session } from '../../../test/store-samples.ts';
import { put, ref, type StoredTraceEvent, WrongInstanceError } from '../../store.ts';

const stores = new TestStores();

/**
 * Opens two instances on one database and one clock. They send heartbeats only when the test advances
 * `machine`.
 */
async function openTwo() {
  const url = await stores.database();
  const machine = new ManualClock();
  const { store: one, clock } = await stores.open({ url, machine });
  const { store: other } = await stores.open({ url, machine, clock });
  const sendHeartbeats = async () => {
    await machine.advance(1000);
    await Promise.all([one.idle(), other.idle()]);
  };
  // Each instance learns of the other at a heartbeat.
  await sendHeartbeats();
  return { url, one, other, clock, sendHeartbeats };
}

describe('two instances', () => {
  it('loses no update when both change the same records', async () => {
    const { one, other } = await openTwo();
    const incrementCounters = (store: typeof one, ...ids: string[]) => {
      const refs = ids.map((id) => ref('partner', id));
      return store.transact({ account: 'a', lock: refs }, (view) => ({
        result: null,
        puts: refs.map(({ id }) =>
          put('partner', id, partner('a', id, counterOf(view.get('partner', id)) + 1)),
        ),
        events: [{ type: 'partner.created', at: 1, data: {} }],
      }));
    };
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        index % 2 ? incrementCounters(one, 'p1', 'p2') : incrementCounters(other, 'p2', 'p1'),
      ),
    );
    expect(counterOf(await one.get('partner', 'p1'))).toBe(60);
    expect(counterOf(await other.get('partner', 'p2'))).toBe(60);
    const { items } = await other.list('partner', 'a', { limit: 10 });
    expect(items).toHaveLength(2);
  });

  it('gives a name that two accounts request at the same time to one of them', async () => {
    const { one, other } = await openTwo();
    const takeName = (store: typeof one, account: string) =>
      store.transact({ account: account, lock: [ref('name', 'shop')] }, (view) =>
        view.get('name', 'shop')
          ? { result: 'taken' }
          : { result: account, puts: [put('name', 'shop', { accountId: account })] },
      );
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => takeName(index % 2 ? one : other, `a${index}`)),
    );
    expect(answers.filter((answer) => answer !== 'taken')).toHaveLength(1);
  });

  it('sends subscribers of an account the events of both instances, in order and without gaps', async () => {
    const { one, other } = await openTwo();
    const events: StoredTraceEvent[] = [];
    const all = new Promise<void>((resolve) => {
      one.trace.subscribe('a', (event) => {
        events.push(event);
        if (event.id === 100) resolve();
      });
    });
    for (let index = 0; index < 25; index++) {
      const notes = [
        noteEvent(one, 'a'),
        noteEvent(other, 'a'),
        noteEvent(other, 'a'),
        noteEvent(other, 'b'),
        noteEvent(one, 'a'),
      ];
      await Promise.all(notes);
    }
    await all;
    expect(events.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, step) => step + 1));
    const storedEvents = (await other.trace.page('a', { limit: 100, order: 'asc' })).items;
    expect(events.map(({ json }) => json)).toEqual(storedEvents.map(({ json }) => json));
  });

  it('sends subscribers of all accounts the events of both instances, or only those of their own', async () => {
    const { one, other } = await openTwo();
    const everyEvent: string[] = [];
    const ownEvents: string[] = [];
    const all = new Promise<void>((resolve) => {
      one.trace.everywhere(({ accountId, id }) => {
        everyEvent.push(`${accountId}${id}`);
        if (everyEvent.length === 6) resolve();
      });
    });
    one.trace.subscribe(null, ({ accountId, id }) => ownEvents.push(`${accountId}${id}`));
    await noteEvent(one, 'a');
    for (const account of ['a', 'b', 'a', 'c']) await noteEvent(other, account);
    await noteEvent(one, 'c');
    await all;
    expect(everyEvent.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'c2']);
    expect(ownEvents).toEqual(['a1', 'c2']);
  });

  it('sends subscribers events that were not announced, at the next heartbeat', async () => {
    const { url, one, sendHeartbeats } = await openTwo();
    const ids: number[] = [];
    one.trace.subscribe('a', ({ id }) => ids.push(id));
    await one.idle();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`insert into svc_sim.events (account, id, at, type, json)
      values ('a', 1, 1900000000000, 'login.succeeded', '{"id":1}'), ('a', 2, 1900000000000, 'login.succeeded', '{"id":2}')`);
    await client.query(`insert into svc_sim.counters values ('a', 2)`);
    await client.end();
    expect(ids).toEqual([]);
    await sendHeartbeats();
    expect(ids).toEqual([1, 2]);
  });

  it('fires each timer once, including the timers that the other instance stored', async () => {
    const { one, other, clock, sendHeartbeats } = await openTwo();
    const fires: string[] = [];
    for (const store of [one, other]) {
      store.start(async ({ id }) => void fires.push(id));
    }
    const due = clock.now() + 1000;
    const ids = Array.from({ length: 40 }, (_, number) => `s${number}`);
    await Promise.all(
      ids.map((id, index) =>
        saveRecord(index % 2 ? one : other, put('session', id, session('a', id, 'pending', due))),
      ),
    );
    await clock.advance(1000);
    expect(fires.toSorted()).toEqual(ids.toSorted());
    await sendHeartbeats();
    await clock.advance(60_000);
    expect(fires).toHaveLength(40);
  });

  it('passes a timer to the instance that is responsible for it', async () => {
    const { url, one, other, clock } = await openTwo();
    const fires: [string, string][] = [];
    const due = clock.now() + 1000;
    const ids = ['s1', 's2', 's3', 's4', 's5', 's6'];
    for (const id of ids) await saveRecord(one, put('session', id, session('a', id, 'pending', due)));
    for (const [name, store] of Object.entries({ one, other })) {
      store.start(async ({ id }) => {
        const home = store.peers.homeOf(id);
        if (home !== store.peers.self) throw new WrongInstanceError(home);
        fires.push([name, id]);
      });
    }
    expect(await one.peers.isAlive(other.peers.self)).toBe(true);
    await clock.advance(1000);
    const homes = ids.map((id) => [one.peers.homeOf(id) === one.peers.self ? 'one' : 'other', id]);
    expect(fires.toSorted()).toEqual(homes.toSorted());
    await pronounceDead(url, other.peers.self);
    await one.heartbeat();
    expect(await one.peers.isAlive(other.peers.self)).toBe(false);
    expect(ids.every((id) => one.peers.homeOf(id) === one.peers.self)).toBe(true);
  });

  it("fires a dead instance's timers again, whether its handler was running or had finished", async () => {
    const { url, one, other, clock, sendHeartbeats } = await openTwo();
    const fires: string[] = [];
    const due = clock.now() + 1000;
    await saveRecord(one, put('session', 'underway', session('a', 'underway', 'pending', due)));
    await saveRecord(one, put('session', 'finished', session('a', 'finished', 'pending', due)));
    let isDead = false;
    one.start(({ id }) => {
      // The instance that counts as dead still runs in this test, and can take a job first.
      if (isDead) return new Promise(() => {});
      fires.push(id);
      return id === 'underway' ? new Promise(() => {}) : Promise.resolve();
    });
    await clock.advance(1000);
    expect(fires.toSorted()).toEqual(['finished', 'underway']);
    other.start(async ({ id }) => void fires.push(id));
    await sendHeartbeats();
    await clock.advance(1000);
    expect(fires).toHaveLength(2);
    isDead = true;
    await pronounceDead(url, one.peers.self);
    await other.heartbeat();
    // The instance that counts as dead could take the job back, so it is closed.
    await one.close();
    await other.heartbeat();
    await clock.advance(0);
    expect(fires.slice(2).toSorted()).toEqual(['finished', 'underway']);
  });

  it('lets another instance take over the timers of a running instance that sent no heartbeats', async () => {
    const { url, one, other, clock } = await openTwo();
    const due = clock.now() + 1000;
    await saveRecord(one, put('session', 's1', session('a', 's1', 'pending', due)));
    one.start(() => new Promise(() => {}));
    await clock.advance(1000);
    const { store: third } = await stores.open({ url, clock });
    const fires: string[] = [];
    third.start(({ id }) => {
      fires.push(`third ${id}`);
      return new Promise(() => {});
    });
    // Repeats, because the instance that counts as dead can take the job again first.
    await until(
      () => fires.length > 0,
      async () => {
        await one.heartbeat();
        await pronounceDead(url, one.peers.self);
        await third.heartbeat();
        await third.idle();
      },
    );
    other.start(async ({ id }) => void fires.push(id));
    await one.close();
    await other.heartbeat();
    await clock.advance(0);
    const firesBeforeClose = [...fires];
    // The third instance's handler never finishes, so closing that instance makes the timer fire again.
    await third.close();
    await clock.advance(0);
    expect({ firesBeforeClose, fired: fires }).toEqual({
      firesBeforeClose: ['third s1'],
      fired: ['third s1', 's1'],
    });
  });

  it('fires a timer although a dead instance left an older job for its record', async () => {
    const { url, other, clock } = await openTwo();
    const due = clock.now() + 1000;
    await saveRecord(other, put('session', 's1', session('a', 's1', 'pending', due)));
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      `select svc_sim_jobs.add_job('due', '${due - 1000}', run_at => now() + interval '1 hour', job_key => 'session s1')`,
    );
    await client.end();
    await clock.advance(1000);
    const fires: string[] = [];
    // The commit added no job, so the start of the timers must replace the old one.
    other.start(async ({ id }) => void fires.push(id));
    await clock.advance(0);
    expect(fires).toEqual(['s1']);
  });
});
