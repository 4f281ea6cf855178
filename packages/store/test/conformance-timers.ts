import { expect, it } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { put, ref, TIMER_PLACES } from '../src/store.ts';
import { type Begin, removeRecord, saveRecord } from './conformance-steps.ts';
import { session } from './store-samples.ts';

export function testTimers(begin: Begin): void {
  it('fires timers in due order, each once, and overdue ones first', async () => {
    const { store, clock } = await begin();
    const now = clock.now();
    const fires: [string, number][] = [];
    const saveExpiring = (id: string, atMs: number) =>
      saveRecord(store, put('session', id, session('a', id, 'pending', atMs)));
    await saveExpiring('late', now - 1000);
    await saveExpiring('later', now - 10);
    await saveExpiring('future', now + 5000);
    await saveExpiring('moved', now + 3000);
    store.start(async ({ kind, id }) => {
      expect(kind).toBe('session');
      fires.push([id, clock.now() - now]);
    });
    expect(fires).toEqual([]);
    await clock.advance(0);
    expect(fires.map(([id]) => id)).toEqual(['late', 'later']);
    await saveExpiring('moved', now + 60_000);
    await saveExpiring('gone', now + 2000);
    await removeRecord(store, 'a', ref('session', 'gone'));
    await saveExpiring('soon', now + 1000);
    await saveExpiring('now', now);
    await clock.advance(10_000);
    expect(fires.slice(2)).toEqual([
      ['now', 0],
      ['soon', 1000],
      ['future', 5000],
    ]);
    await clock.advance(60_000);
    expect(fires.slice(5)).toEqual([['moved', 60_000]]);
  });

  it('fires another account’s timer while one account has more due timers than places, and finally all timers', async () => {
    const { store, clock } = await begin();
    const due = clock.now();
    const flood = Array.from({ length: TIMER_PLACES + 100 }, (_, number) => `f${number}`);
    await saveRecord(store, ...flood.map((id) => put('session', id, session('flood', id, 'pending', due))));
    const startedIds: string[] = [];
    let isReleased = false;
    let release = () => {};
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    store.start(async ({ id }) => {
      startedIds.push(id);
      if (!isReleased && id !== 'quiet') await hold;
      await removeRecord(store, id === 'quiet' ? 'quiet' : 'flood', ref('session', id));
    });
    await until(() => startedIds.length >= 1000);
    await saveRecord(store, put('session', 'quiet', session('quiet', 'quiet', 'pending', due)));
    await until(() => startedIds.includes('quiet'));
    // An account gets a third of the places; a few more timers can start before the first ones are counted.
    expect(startedIds.length).toBeLessThan(TIMER_PLACES / 2);
    await until(async () => (await store.dueWork()).due === 0);
    const { oldestDueAt, overShare } = await store.dueWork();
    expect({ oldestDueAt, overShare }).toEqual({
      oldestDueAt: null,
      overShare: { accounts: 1, oldestDueAt: due },
    });
    isReleased = true;
    release();
    await until(
      () => startedIds.length > flood.length,
      () => clock.advance(0),
    );
    expect(startedIds.toSorted()).toEqual([...flood, 'quiet'].toSorted());
  }, 60_000);

  it('fires a timer again a second after its handler failed, but not once it has moved', async () => {
    const { store, clock } = await begin();
    const fires: number[] = [];
    const start = clock.now();
    let move: Promise<void> = Promise.resolve();
    await saveRecord(store, put('session', 's1', session('a', 's1', 'pending', start + 100)));
    store.start(({ id }) => {
      fires.push(clock.now() - start);
      if (fires.length < 3) return Promise.reject(new Error('not yet'));
      move = saveRecord(store, put('session', id, session('a', id, 'pending', start + 9000)));
      return move;
    });
    await clock.advance(100);
    expect(fires).toEqual([100]);
    await clock.advance(8000);
    expect(fires).toEqual([100, 1100, 2100]);
    await move;
    await clock.advance(8000);
    expect(fires).toEqual([100, 1100, 2100, 9000]);
  });

  it('hands over a due time once, even if the record is written again meanwhile', async () => {
    const { store, clock } = await begin();
    let fireCount = 0;
    let finish = () => {};
    store.start(() => {
      fireCount++;
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
    const due = clock.now() + 10;
    await saveRecord(store, put('session', 's1', session('a', 's1', 'pending', due)));
    await clock.advance(10);
    await saveRecord(store, put('session', 's1', session('a', 's1', 'pending', due)));
    await clock.advance(5000);
    finish();
    await saveRecord(store, put('session', 's1', session('a', 's1', 'pending', due)));
    await clock.advance(5000);
    expect(fireCount).toBe(1);
  });

  it('fires timers that a jump of the clock makes due, and timers set after it was set back', async () => {
    const { store, clock } = await begin();
    const fires: string[] = [];
    await saveRecord(store, put('session', 'far', session('a', 'far', 'pending', clock.now() + 3_600_000)));
    store.start(async ({ id }) => void fires.push(id));
    await clock.advance(1000);
    clock.jump(3_600_000);
    await clock.advance(0);
    expect(fires).toEqual(['far']);
    clock.jump(-7_200_000);
    await saveRecord(store, put('session', 'new', session('a', 'new', 'pending', clock.now() + 1000)));
    await clock.advance(999);
    expect(fires).toEqual(['far']);
    await clock.advance(1);
    expect(fires).toEqual(['far', 'new']);
  });
}
