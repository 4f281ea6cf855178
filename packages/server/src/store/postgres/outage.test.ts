import { describe, expect, it } from 'vitest';
import { note, save } from '../conformance-steps.ts';
import { put, StoreUnavailableError } from '../store.ts';
import { session } from '../store-samples.ts';
import { TestStores } from './test-stores.ts';

const stores = new TestStores();

describe('a server that is stopped', () => {
  it('makes every call fail clearly, and is served with again when it is back', async () => {
    const { store, clock } = await stores.open();
    const fired: string[] = [];
    store.start(async ({ id }) => {
      fired.push(id);
    });
    const due = clock.now() + 1000;
    await save(store, put('session', 's1', session('a', 's1', 'pending', due)));
    await stores.cluster.halt();
    const calls = [
      note(store, 'a'),
      store.get('session', 's1'),
      store.list('session', 'a', { limit: 1 }),
      store.trace.page('a', { limit: 1, order: 'asc' }),
      store.isEmpty(),
    ];
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toEqual({ status: 'rejected', reason: expect.any(StoreUnavailableError) });
    }
    await stores.cluster.resume();
    await note(store, 'a');
    expect((await store.trace.page('a', { limit: 10, order: 'asc' })).map(({ id }) => id)).toEqual([1]);
    expect(await store.get('session', 's1')).toEqual(session('a', 's1', 'pending', due));
    await clock.advance(1000);
    expect(fired).toEqual(['s1']);
  });
});
