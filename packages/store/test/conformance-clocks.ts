import { type AccountClock, clockShowing, type Records } from '@svc-simulator/core';
import { expect, it } from 'vitest';
import { until } from '../../../test/support/until.ts';
import { put, ref, type Store, StoreUnavailableError, TIMER_PLACES } from '../src/store.ts';
import {
  type Begin,
  noteEvent,
  ONE_DAY_MS,
  removeRecord,
  START_TIME,
  saveRecord,
} from './conformance-steps.ts';
import { session } from './store-samples.ts';

export function testClocks(begin: Begin): void {
  it('gives each decision the time of its account', async () => {
    const { store, clock } = await begin();
    await storeClock(store, 'a', clockShowing(START_TIME + ONE_DAY_MS, clock.now(), false));
    await storeClock(store, 'b', clockShowing(START_TIME - ONE_DAY_MS, clock.now(), true));
    await clock.advance(1000);
    expect(await accountTimeIn(store, 'a')).toBe(START_TIME + ONE_DAY_MS + 1000);
    expect(await accountTimeIn(store, 'b')).toBe(START_TIME - ONE_DAY_MS);
    expect(await accountTimeIn(store, 'c')).toBe(START_TIME + 1000);
    await storeClock(store, 'a', undefined);
    expect(await accountTimeIn(store, 'a')).toBe(START_TIME + 1000);
  });

  it('fires an account’s timers by its own clock, including those from before it was set', async () => {
    const { store, clock } = await begin();
    const fires: [string, number][] = [];
    await saveExpiring(store, 'a', 'early', START_TIME + 1000);
    await saveExpiring(store, 'b', 'other', START_TIME + 1000);
    store.start(async ({ id }) => void fires.push([id, clock.now() - START_TIME]));
    await storeClock(store, 'a', clockShowing(START_TIME, START_TIME, true));
    await saveExpiring(store, 'a', 'late', START_TIME + 2 * ONE_DAY_MS);
    await clock.advance(ONE_DAY_MS);
    expect(fires).toEqual([['other', 1000]]);
    await storeClock(store, 'a', clockShowing(START_TIME + 900, clock.now(), false));
    await clock.advance(100);
    expect(fires.slice(1)).toEqual([['early', ONE_DAY_MS + 100]]);
    await storeClock(store, 'a', clockShowing(START_TIME + 3 * ONE_DAY_MS, clock.now(), true));
    await clock.advance(0);
    expect(fires.slice(2)).toEqual([['late', ONE_DAY_MS + 100]]);
  });

  it('fires an account’s timers by real time again once the account’s clock is removed', async () => {
    const { store, clock } = await begin();
    const fires: string[] = [];
    store.start(async ({ id }) => void fires.push(id));
    await storeClock(store, 'a', clockShowing(START_TIME - ONE_DAY_MS, START_TIME, false));
    await saveExpiring(store, 'a', 's1', START_TIME + 1000);
    await clock.advance(2000);
    expect(fires).toEqual([]);
    await storeClock(store, 'a', undefined);
    await clock.advance(0);
    expect(fires).toEqual(['s1']);
  });

  it('fires a timer again if the account’s clock is set back while the handler is running', async () => {
    const { store, clock } = await begin();
    let continueHandler = () => {};
    const hold = new Promise<void>((resolve) => {
      continueHandler = resolve;
    });
    let onStart = () => {};
    const handlerStart = new Promise<void>((resolve) => {
      onStart = resolve;
    });
    const times: number[] = [];
    let onTime = () => {};
    const nextTime = () =>
      new Promise<void>((resolve) => {
        onTime = resolve;
      });
    await storeClock(store, 'a', clockShowing(START_TIME, START_TIME, false));
    await saveExpiring(store, 'a', 's1', START_TIME + 1000);
    store.start(async () => {
      onStart();
      if (times.length === 0) await hold;
      times.push(await accountTimeIn(store, 'a'));
      onTime();
    });
    const advance = clock.advance(1000);
    await handlerStart;
    await storeClock(store, 'a', clockShowing(START_TIME, clock.now(), false));
    const first = nextTime();
    continueHandler();
    await Promise.all([first, advance]);
    expect(times).toEqual([START_TIME]);
    const second = nextTime();
    await clock.advance(1000);
    await second;
    expect(times).toEqual([START_TIME, START_TIME + 1000]);
  });

  it('reports when an account has caught up, and which timer comes next', async () => {
    const { store } = await begin();
    let release = () => {};
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    await storeClock(store, 'a', clockShowing(START_TIME, START_TIME, true));
    await saveExpiring(store, 'a', 's2', START_TIME + ONE_DAY_MS);
    await saveExpiring(store, 'a', 's1', START_TIME - 1);
    const order: string[] = [];
    store.start(async ({ id }) => {
      await hold;
      await saveExpiring(store, 'a', id, START_TIME + 2 * ONE_DAY_MS);
      order.push('done');
    });
    const next = store.whenCaughtUp('a').then((dueMs) => {
      order.push('caught up');
      return dueMs;
    });
    release();
    expect(await next).toBe(START_TIME + ONE_DAY_MS);
    expect(order).toEqual(['done', 'caught up']);
  });

  it('counts timers that became due by setting the account’s clock as late since that moment', async () => {
    const { store, clock } = await begin();
    const ids = Array.from({ length: TIMER_PLACES / 2 }, (_, number) => `s${number}`);
    await saveRecord(
      store,
      ...ids.map((id) => put('session', id, session('a', id, 'pending', START_TIME + ONE_DAY_MS))),
    );
    let release = () => {};
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    store.start(async ({ kind, id }) => {
      await hold;
      await removeRecord(store, 'a', ref(kind, id));
    });
    await clock.advance(5000);
    const setAtMs = clock.now();
    await storeClock(store, 'a', clockShowing(setAtMs + 182 * ONE_DAY_MS, setAtMs, false));
    await until(async () => (await store.dueWork()).overShare.accounts === 1);
    expect((await store.dueWork()).overShare.oldestDueAt).toBe(setAtMs);
    release();
  });

  it('rejects waiting for an account without its own clock', async () => {
    const { store } = await begin();
    store.start(async () => {});
    await expect(store.whenCaughtUp('a')).rejects.toThrow(StoreUnavailableError);
  });

  it('keeps an account’s trace for fourteen days of its own time', async () => {
    const { store, clock } = await begin();
    await noteEvent(store, 'a', clock.now());
    await noteEvent(store, 'b', clock.now());
    await storeClock(store, 'a', clockShowing(START_TIME + 15 * ONE_DAY_MS, START_TIME, false));
    const count = async (account: string) =>
      (await store.trace.page(account, { limit: 10, order: 'asc' })).items.length;
    expect([await count('a'), await count('b')]).toEqual([0, 1]);
  });
}

function accountTimeIn(store: Store, account: string): Promise<number> {
  return store.transact({ account }, ({ now }) => ({ result: now }));
}

function saveExpiring(store: Store, account: string, id: string, atMs: number): Promise<void> {
  return saveRecord(store, put('session', id, session(account, id, 'pending', atMs)));
}

function storeClock(store: Store, id: string, clock: AccountClock | undefined): Promise<void> {
  const account = { id, ...(clock && { clock }) } as unknown as Records['account'];
  return store.transact({ account: id, lock: [ref('account', id)] }, () => ({
    result: undefined,
    puts: [put('account', id, account)],
  }));
}
