import { accountOf, tagsOf, timerOf } from '@svc-simulator/core';
import { openEmbeddedStore } from '@svc-simulator/store/embedded/embedded-store.ts';
import { StoreUnavailableError } from '@svc-simulator/store/store.ts';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { guardStore } from './guarded-store.ts';
import { Metrics } from './metrics.ts';

async function scene() {
  const clock = new ManualClock();
  const inner = await openEmbeddedStore({ directory: null, clock, policy: { accountOf, timerOf, tagsOf } });
  const logged: string[] = [];
  const watched = guardStore(inner, new Metrics(), { clock, log: (_level, message) => logged.push(message) });
  const { store } = watched;
  const note = (n: number, account = 'a') =>
    watched.queueEvent(account, { type: 'session.status_queried', at: clock.now(), data: { n } });
  const decide = (n: number, exclusive = false) =>
    store.transact({ account: 'a', exclusive }, () => ({
      result: null,
      clearTrace: exclusive,
      events: [{ type: 'session.created', at: clock.now(), data: { n } }],
    }));
  const traced = async (account = 'a') => {
    const { items } = await store.trace.page(account, { limit: 100, order: 'asc' });
    return items.map(({ json }) => JSON.parse(json).data.n);
  };
  return { inner, watched, store, logged, note, decide, traced };
}

describe('a queued event', () => {
  it('is in the trace at the end of the turn, in its order, each account’s in one commit', async () => {
    const { inner, note, traced } = await scene();
    let commits = 0;
    const transact = inner.transact.bind(inner);
    inner.transact = (scope, decide) => {
      commits++;
      return transact(scope, decide);
    };
    for (let n = 0; n < 5; n++) note(n);
    note(9, 'b');
    expect(await traced()).toEqual([]);
    // Responses of this turn are sent at the same time.
    await new Promise((resolve) => setImmediate(resolve));
    expect([await traced(), await traced('b'), commits]).toEqual([[0, 1, 2, 3, 4], [9], 2]);
  });

  it('precedes later commits of its account, and disappears when the trace is cleared', async () => {
    const { note, decide, traced } = await scene();
    note(1);
    await decide(2);
    note(3);
    expect(await traced()).toEqual([1, 2]);
    await decide(4, true);
    expect(await traced()).toEqual([4]);
  });

  it('is stored when the store closes', async () => {
    const { store, note, traced } = await scene();
    note(1);
    await store.close();
    expect(await traced()).toEqual([1]);
  });

  it("is logged if it can't be stored", async () => {
    const { inner, watched, logged, note } = await scene();
    inner.transact = () => Promise.reject(new StoreUnavailableError('the disk is full'));
    note(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(logged).toEqual(['queued events could not be stored']);
    expect(watched.failingSince()).not.toBeNull();
  });
});
