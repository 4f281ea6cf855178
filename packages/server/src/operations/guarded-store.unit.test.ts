import { createRecordPolicy } from '@svc-simulator/core';
import { openEmbeddedStore } from '@svc-simulator/store/embedded/embedded-store.ts';
import { StoreUnavailableError } from '@svc-simulator/store/store.ts';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { guardStore } from './guarded-store.ts';
import { Metrics } from './metrics.ts';

async function createStore() {
  const clock = new ManualClock();
  const inner = await openEmbeddedStore({ directory: null, clock, policy: createRecordPolicy() });
  const logMessages: string[] = [];
  const guardedStore = guardStore(inner, new Metrics(), {
    clock,
    log: (_level, message) => logMessages.push(message),
  });
  const { store } = guardedStore;
  const queueEvent = (n: number, account = 'a') =>
    guardedStore.queueEvent(account, { type: 'session.status_queried', at: clock.now(), data: { n } });
  const commitEvent = (n: number, exclusive = false) =>
    store.transact({ account: 'a', exclusive }, () => ({
      result: null,
      clearTrace: exclusive,
      events: [{ type: 'session.created', at: clock.now(), data: { n } }],
    }));
  const tracedNumbers = async (account = 'a') => {
    const { items } = await store.trace.page(account, { limit: 100, order: 'asc' });
    return items.map(({ json }) => JSON.parse(json).data.n);
  };
  return { inner, guardedStore, store, logMessages, queueEvent, commitEvent, tracedNumbers };
}

describe('a queued event', () => {
  it('is in the trace at the end of the turn: in order, with one commit per account', async () => {
    const { inner, queueEvent, tracedNumbers } = await createStore();
    let commits = 0;
    const transact = inner.transact.bind(inner);
    inner.transact = (scope, decide) => {
      commits++;
      return transact(scope, decide);
    };
    for (let n = 0; n < 5; n++) queueEvent(n);
    queueEvent(9, 'b');
    expect(await tracedNumbers()).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
    expect([await tracedNumbers(), await tracedNumbers('b'), commits]).toEqual([[0, 1, 2, 3, 4], [9], 2]);
  });

  it('precedes later commits of its account, and disappears when the trace is cleared', async () => {
    const { queueEvent, commitEvent, tracedNumbers } = await createStore();
    queueEvent(1);
    await commitEvent(2);
    queueEvent(3);
    expect(await tracedNumbers()).toEqual([1, 2]);
    await commitEvent(4, true);
    expect(await tracedNumbers()).toEqual([4]);
  });

  it('is stored when the store closes', async () => {
    const { store, queueEvent, tracedNumbers } = await createStore();
    queueEvent(1);
    await store.close();
    expect(await tracedNumbers()).toEqual([1]);
  });

  it("is logged if it can't be stored", async () => {
    const { inner, guardedStore, logMessages, queueEvent } = await createStore();
    inner.transact = () => Promise.reject(new StoreUnavailableError('the disk is full'));
    queueEvent(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(logMessages).toEqual(['queued events could not be stored']);
    expect(guardedStore.lastWriteFailureAt()).not.toBeNull();
  });
});
