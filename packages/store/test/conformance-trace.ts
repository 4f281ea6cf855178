import { expect, it } from 'vitest';
import { put, type StoredTraceEvent } from '../src/store.ts';
import {
  type Begin,
  eventTypes,
  noteEvent,
  ONE_DAY_MS,
  START_TIME,
  saveRecord,
} from './conformance-steps.ts';
import { agreement, session } from './store-samples.ts';

export function testTrace(begin: Begin): void {
  it('numbers the events of each account from 1 without gaps, and tells decisions the next number', async () => {
    const { store } = await begin();
    const emit = (account: string, count: number) =>
      store.transact({ account }, (view) => ({
        result: view.nextEventId,
        events: Array.from({ length: count }, () => ({
          type: 'login.succeeded' as const,
          at: START_TIME + 5,
          data: {},
        })),
      }));
    expect(await Promise.all([emit('a', 2), emit('a', 3), emit('b', 1), emit('a', 1)])).toEqual([1, 3, 1, 6]);
    const { items } = await store.trace.page('a', { limit: 100, order: 'asc' });
    expect(items.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(JSON.parse((await store.trace.get('b', 1))?.json ?? '')).toEqual({
      id: 1,
      at: '2026-01-01T00:00:00.005Z',
      type: 'login.succeeded',
      data: {},
    });
    expect(await store.trace.get('b', 2)).toBeUndefined();
    expect(await store.trace.get('nobody', 1)).toBeUndefined();
  });

  it('returns the trace by type, session, position and order', async () => {
    const { store, clock } = await begin();
    for (let number = 1; number <= 30; number++) {
      await store.transact({ account: 'a' }, () => ({
        result: null,
        events: [
          {
            type: number % 3 === 0 ? ('session.paid' as const) : ('session.created' as const),
            at: clock.now(),
            ...(number % 2 === 0 ? { sessionId: `s${number % 4}` } : {}),
            data: { number, text: 'mañana — 💳 "quoted"' },
          },
        ],
      }));
    }
    const ids = async (query: object) =>
      (await store.trace.page('a', { limit: 100, order: 'asc', ...query })).items.map(({ id }) => id);
    expect(await ids({ limit: 3 })).toEqual([1, 2, 3]);
    expect(await ids({ limit: 3, after: 10 })).toEqual([11, 12, 13]);
    expect(await ids({ limit: 3, order: 'desc' })).toEqual([30, 29, 28]);
    expect(await ids({ limit: 3, order: 'desc', after: 10 })).toEqual([9, 8, 7]);
    expect(await ids({ limit: 2, types: ['session.paid'], after: 3 })).toEqual([6, 9]);
    expect(await ids({ limit: 2, types: ['session.paid'], order: 'desc' })).toEqual([30, 27]);
    expect(await ids({ sessionId: 's2' })).toEqual([2, 6, 10, 14, 18, 22, 26, 30]);
    expect(await ids({ sessionId: 's2', types: ['session.paid'], order: 'desc' })).toEqual([30, 18, 6]);
    expect(await ids({ sessionId: 's2', after: 14, limit: 2 })).toEqual([18, 22]);
    expect(await ids({ sessionId: 'none' })).toEqual([]);
    expect(await ids({ types: ['relay.connected'] })).toEqual([]);
    const several = ['session.paid', 'relay.connected', 'session.created'];
    expect(await ids({ types: several, after: 5, limit: 3 })).toEqual([6, 7, 8]);
    expect(await ids({ types: several, limit: 3, order: 'desc' })).toEqual([30, 29, 28]);
    expect(await ids({ types: several, sessionId: 's2', limit: 2 })).toEqual([2, 6]);
    expect(await ids({ after: 30 })).toEqual([]);
    const [sixth] = (await store.trace.page('a', { limit: 1, order: 'asc', after: 5 })).items;
    expect(sixth).toMatchObject({ accountId: 'a', id: 6, type: 'session.paid', sessionId: 's2' });
    expect(JSON.parse(sixth?.json ?? '')).toMatchObject({
      session_id: 's2',
      data: { number: 6, text: 'mañana — 💳 "quoted"' },
    });
  });

  it('ends a page of the trace with the event that reaches its bytes, and reports if more follow', async () => {
    const { store } = await begin();
    const draft = (text: string) => ({ type: 'login.succeeded' as const, at: START_TIME, data: { text } });
    const [small, large] = [draft('ñ'), draft('ñ'.repeat(100_000))];
    await store.transact({ account: 'a' }, () => ({
      result: null,
      events: [small, large, small, large, large, small],
    }));
    const page = async (query: object) => {
      const { items, nextCursor } = await store.trace.page('a', { limit: 100, order: 'asc', ...query });
      return [items.map(({ id }) => id), nextCursor];
    };
    expect(await page({})).toEqual([[1, 2, 3, 4, 5, 6], null]);
    expect(await page({ maxBytes: 200_000 })).toEqual([[1, 2], '2']);
    expect(await page({ maxBytes: 200_000, after: 2 })).toEqual([[3, 4], '4']);
    expect(await page({ maxBytes: 200_000, after: 5 })).toEqual([[6], null]);
    expect(await page({ maxBytes: 300_000, order: 'desc' })).toEqual([[6, 5, 4], '4']);
    expect(await page({ maxBytes: 1, limit: 3, after: 1 })).toEqual([[2], '2']);
    expect(await page({ limit: 6 })).toEqual([[1, 2, 3, 4, 5, 6], null]);
    expect(await page({ limit: 5 })).toEqual([[1, 2, 3, 4, 5], '5']);
    await store.transact({ account: 'b' }, () => ({ result: null, events: Array(30).fill(large) }));
    // The page ends at the default limit of 4 MiB.
    expect((await store.trace.page('b', { limit: 1000, order: 'asc' })).items).toHaveLength(21);
  });

  it('notifies followers of each event after it is stored, in order, until they leave', async () => {
    const { store } = await begin();
    const events: StoredTraceEvent[] = [];
    const everything: string[] = [];
    const leave = store.trace.subscribe('a', (event) => events.push(event));
    store.trace.subscribe('a', () => {
      throw new Error('a bad follower');
    });
    store.trace.subscribe(null, ({ accountId, id }) => everything.push(`${accountId}${id}`));
    await Promise.all([noteEvent(store, 'a'), noteEvent(store, 'b'), noteEvent(store, 'a')]);
    expect(events.map(({ id }) => id)).toEqual([1, 2]);
    expect(events[0]).toMatchObject((await store.trace.get('a', 1)) as StoredTraceEvent);
    leave();
    await noteEvent(store, 'a');
    expect(events).toHaveLength(2);
    expect(everything).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it("resets one account: deletes records and trace, continues event ids, keeps the same change's puts", async () => {
    const { store } = await begin();
    await saveRecord(
      store,
      put('session', 's1', session('a', 's1')),
      put('agreement', 'g1', agreement('a', 'g1')),
    );
    await saveRecord(store, put('session', 's2', session('b', 's2')));
    await noteEvent(store, 'a');
    await noteEvent(store, 'b');
    await store.transact({ account: 'a', exclusive: true }, () => ({
      result: null,
      clear: ['session', 'agreement'],
      clearTrace: true,
      puts: [put('agreement', 'g1', agreement('a', 'g1', 'again'))],
      events: [{ type: 'control.reset', at: START_TIME, data: {} }],
    }));
    expect(await store.get('session', 's1')).toBeUndefined();
    expect((await store.get('agreement', 'g1'))?.fields).toEqual({ title: 'again' });
    expect((await store.list('session', 'a', { limit: 10 })).items).toEqual([]);
    expect((await store.list('session', 'a', { limit: 10, tag: 'pending' })).items).toEqual([]);
    expect((await store.list('agreement', 'a', { limit: 10 })).items).toHaveLength(1);
    expect(
      (await store.trace.page('a', { limit: 10, order: 'asc' })).items.map(({ id, type }) => [id, type]),
    ).toEqual([[2, 'control.reset']]);
    expect(await store.trace.get('a', 1)).toBeUndefined();
    expect((await store.list('session', 'b', { limit: 10 })).items).toHaveLength(1);
    expect(await eventTypes(store, 'b')).toEqual(['login.succeeded']);
    await noteEvent(store, 'a');
    expect((await store.trace.page('a', { limit: 10, order: 'desc' })).items.map(({ id }) => id)).toEqual([
      3, 2,
    ]);
  });

  it('keeps nothing of a deleted account, and nothing of later decisions about it', async () => {
    const { store } = await begin();
    await saveRecord(
      store,
      put('session', 's1', session('a', 's1')),
      put('agreement', 'g1', agreement('a', 'g1')),
    );
    await saveRecord(store, put('session', 's2', session('b', 's2')));
    await noteEvent(store, 'a');
    await store.transact({ account: 'a', exclusive: true }, () => ({
      result: null,
      clear: ['account', 'session', 'agreement'],
      clearTrace: true,
      events: [{ type: 'account.deleted', at: START_TIME, data: {} }],
    }));
    const late = store.transact({ account: 'a' }, () => ({
      result: 'answered',
      puts: [put('agreement', 'g2', agreement('a', 'g2'))],
      events: [{ type: 'agreement.created', at: START_TIME, data: {} }],
    }));
    expect(await late).toBe('answered');
    expect((await store.list('agreement', 'a', { limit: 10 })).items).toEqual([]);
    expect((await store.list('session', 'a', { limit: 10 })).items).toEqual([]);
    expect(await eventTypes(store, 'a')).toEqual(['account.deleted']);
    expect((await store.list('session', 'b', { limit: 10 })).items).toHaveLength(1);
  });

  it('forgets trace events after fourteen days', async () => {
    const { store, clock } = await begin();
    await noteEvent(store, 'a', clock.now());
    await clock.advance(7 * ONE_DAY_MS);
    await noteEvent(store, 'a', clock.now());
    await clock.advance(7 * ONE_DAY_MS);
    expect(await eventTypes(store, 'a')).toHaveLength(2);
    await clock.advance(1);
    expect((await store.trace.page('a', { limit: 10, order: 'asc' })).items.map(({ id }) => id)).toEqual([2]);
    expect(await store.trace.get('a', 1)).toBeUndefined();
    await clock.advance(30 * ONE_DAY_MS);
    expect(await eventTypes(store, 'a')).toEqual([]);
    await noteEvent(store, 'a', clock.now());
    expect((await store.trace.page('a', { limit: 10, order: 'asc' })).items.map(({ id }) => id)).toEqual([3]);
  });
}
