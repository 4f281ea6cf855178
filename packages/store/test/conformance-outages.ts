import { expect, it } from 'vitest';
import { put, ref, StoreUnavailableError } from '../src/store.ts';
import { type Begin, noteEvent, START_TIME, type StoreFixture, saveRecord } from './conformance-steps.ts';
import { partner, session } from './store-samples.ts';

export interface Outage {
  begin(): void;
  end(): void;
}

export function testOutages(begin: Begin<StoreFixture & { readonly outage: Outage }>): void {
  it("refuses commits that it can't write, and changes nothing", async () => {
    const { store, outage } = await begin();
    await saveRecord(store, put('session', 's1', session('a', 's1')));
    await noteEvent(store, 'a');
    const ids: number[] = [];
    store.trace.subscribe('a', ({ id }) => ids.push(id));
    outage.begin();
    const write = store.transact({ account: 'a', lock: [ref('session', 's1')] }, () => ({
      result: 'paid',
      puts: [put('session', 's1', session('a', 's1', 'paid')), put('session', 's2', session('a', 's2'))],
      events: [{ type: 'session.paid', at: 1, data: {} }],
    }));
    const reset = store.transact({ account: 'a', exclusive: true }, () => ({
      result: null,
      clear: ['session'],
      clearTrace: true,
    }));
    await expect(write).rejects.toThrow(StoreUnavailableError);
    await expect(reset).rejects.toThrow(StoreUnavailableError);
    expect(await store.get('session', 's1')).toEqual(session('a', 's1'));
    expect(await store.get('session', 's2')).toBeUndefined();
    expect((await store.list('session', 'a', { limit: 10 })).items).toHaveLength(1);
    expect((await store.list('session', 'a', { limit: 10, tag: 'paid' })).items).toEqual([]);
    expect((await store.trace.page('a', { limit: 10, order: 'asc' })).items).toHaveLength(1);
    expect(ids).toEqual([]);
  });

  it('uses the event ids of refused commits again, and works as before once it can write', async () => {
    const { store, outage } = await begin();
    await noteEvent(store, 'a');
    outage.begin();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => noteEvent(store, 'a')));
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['rejected']));
    outage.end();
    const next = await store.transact({ account: 'a', lock: [ref('partner', 'p1')] }, (view) => ({
      result: view.nextEventId,
      puts: [put('partner', 'p1', partner('a', 'p1'))],
      events: [{ type: 'partner.created', at: START_TIME, data: {} }],
    }));
    expect(next).toBe(2);
    expect(await store.get('partner', 'p1')).toEqual(partner('a', 'p1'));
    expect((await store.trace.page('a', { limit: 10, order: 'asc' })).items.map(({ id }) => id)).toEqual([
      1, 2,
    ]);
  });

  it('runs the transactions that waited for a refused one', async () => {
    const { store, outage } = await begin();
    outage.begin();
    const first = saveRecord(store, put('partner', 'p1', partner('a', 'p1')));
    const second = store.transact({ account: 'a', lock: [ref('partner', 'p1')] }, (view) => {
      outage.end();
      return { result: view.get('partner', 'p1'), puts: [put('partner', 'p1', partner('a', 'p1', 2))] };
    });
    await expect(first).rejects.toThrow(StoreUnavailableError);
    expect(await second).toBeUndefined();
    expect(await store.get('partner', 'p1')).toEqual(partner('a', 'p1', 2));
  });

  it('fires no timer of a record that was not stored', async () => {
    const { store, clock, outage } = await begin();
    const fires: string[] = [];
    store.start(async ({ id }) => void fires.push(id));
    await saveRecord(store, put('session', 's1', session('a', 's1', 'pending', clock.now() + 1000)));
    outage.begin();
    await expect(
      saveRecord(store, put('session', 's1', session('a', 's1', 'pending', clock.now() + 9000))),
    ).rejects.toThrow();
    await expect(
      saveRecord(store, put('session', 's2', session('a', 's2', 'pending', clock.now() + 500))),
    ).rejects.toThrow();
    outage.end();
    await clock.advance(2000);
    expect(fires).toEqual(['s1']);
  });
}
