import { ManualClock, type Records } from '@svc-simulator/core';
import { afterEach, describe, expect, it } from 'vitest';
import { InvalidCursorError, put, type Ref, ref, type Store, type StoredEvent } from './store.ts';
import { agreement, partner, session } from './store-samples.ts';

export interface Opened {
  readonly store: Store;
  readonly clock: ManualClock;
}

/**
 * The suite that every store passes (design promise 6). `open` gives an empty store on a manual clock; the suite closes
 * it.
 */
export function describeStore(name: string, open: () => Promise<Opened>): void {
  describe(`${name} keeps the store's promises`, () => {
    let opened: Opened | null = null;
    const begin = async () => {
      opened = await open();
      return opened;
    };
    afterEach(async () => {
      await opened?.store.close();
      opened = null;
    });

    it('shows nothing of a change before it is stored, and all of it after', async () => {
      const { store } = await begin();
      const stored = store.transact(
        { account: 'a', lock: [ref('partner', 'p1'), ref('agreement', 'g1')] },
        (view) => {
          expect(view.get('partner', 'p1')).toBeUndefined();
          return {
            result: 'made',
            puts: [put('partner', 'p1', partner('a', 'p1')), put('agreement', 'g1', agreement('a', 'g1'))],
            events: [{ type: 'partner.created', at: NOW, data: { partner_id: 'p1' } }],
          };
        },
      );
      expect(await store.get('partner', 'p1')).toBeUndefined();
      expect(await stored).toBe('made');
      expect(await store.get('partner', 'p1')).toEqual(partner('a', 'p1'));
      expect(await store.get('agreement', 'g1')).toEqual(agreement('a', 'g1'));
      expect(await types(store, 'a')).toEqual(['partner.created']);
    });

    it('stores nothing when the decision throws', async () => {
      const { store } = await begin();
      const attempt = store.transact({ account: 'a', lock: [ref('partner', 'p1')] }, () => {
        throw new Error('no');
      });
      await expect(attempt).rejects.toThrow('no');
      const seen = await store.transact({ account: 'a', lock: [ref('partner', 'p1')] }, (view) => ({
        result: [view.get('partner', 'p1'), view.nextEventId],
      }));
      expect(seen).toEqual([undefined, 1]);
    });

    it('lets a decision look only at what its scope names', async () => {
      const { store } = await begin();
      const scope = { account: 'a', lock: [ref('partner', 'p1')], read: [ref('agreement', 'g1')] };
      await expect(store.transact(scope, (view) => ({ result: view.get('partner', 'p2') }))).rejects.toThrow(
        'partner p2',
      );
      await expect(
        store.transact(scope, (view) => ({ result: view.get('agreement', 'g1') })),
      ).resolves.toBeUndefined();
    });

    it('lets only one of two that want the same record win', async () => {
      const { store } = await begin();
      const take = (who: string) =>
        store.transact({ account: 'a', lock: [ref('name', 'shop')] }, (view) =>
          view.get('name', 'shop')
            ? { result: 'taken' }
            : { result: who, puts: [put('name', 'shop', { accountId: who })] },
        );
      const answers = await Promise.all(Array.from({ length: 20 }, (_, number) => take(`a${number}`)));
      expect(answers.filter((answer) => answer !== 'taken')).toHaveLength(1);
      expect(await store.get('name', 'shop')).toEqual({
        accountId: answers.find((answer) => answer !== 'taken'),
      });
    });

    it('counts without losing a step when many change two records in opposite order', async () => {
      const { store } = await begin();
      const bump = (first: string, second: string) => {
        const refs = [ref('partner', first), ref('partner', second)];
        return store.transact({ account: 'a', lock: refs }, (view) => ({
          result: null,
          puts: refs.map(({ id }) =>
            put('partner', id, partner('a', id, counted(view.get('partner', id)) + 1)),
          ),
        }));
      };
      await Promise.all(
        Array.from({ length: 100 }, (_, turn) => (turn % 2 ? bump('p1', 'p2') : bump('p2', 'p1'))),
      );
      expect(counted(await store.get('partner', 'p1'))).toBe(100);
      expect(counted(await store.get('partner', 'p2'))).toBe(100);
    });

    it('gives an exclusive transaction the account to itself, and the others after it', async () => {
      const { store } = await begin();
      const seen: string[] = [];
      const plain = (id: string, account = 'a') =>
        store.transact({ account, lock: [ref('partner', id)] }, () => {
          seen.push(id);
          return { result: null, puts: [put('partner', id, partner(account, id))] };
        });
      const before = plain('before');
      const reset = store.transact(
        { account: 'a', exclusive: true, read: [ref('partner', 'before')] },
        (view) => {
          seen.push('reset');
          expect(view.get('partner', 'before')).toBeDefined();
          return { result: null, clear: ['partner'] };
        },
      );
      const after = plain('after');
      const other = plain('other', 'b');
      await Promise.all([before, reset, after, other]);
      expect(seen.indexOf('reset')).toBeGreaterThan(seen.indexOf('before'));
      expect(seen.indexOf('after')).toBeGreaterThan(seen.indexOf('reset'));
      expect(seen.indexOf('other')).toBeLessThan(seen.indexOf('reset'));
      expect(await store.get('partner', 'before')).toBeUndefined();
      expect(await store.get('partner', 'after')).toBeDefined();
      expect(await store.get('partner', 'other')).toBeDefined();
    });

    it('refuses to clear without an exclusive scope, and to replace what is not locked', async () => {
      const { store } = await begin();
      await save(store, put('partner', 'p1', partner('a', 'p1')));
      await expect(
        store.transact({ account: 'a' }, () => ({ result: 1, clear: ['partner'] })),
      ).rejects.toThrow('exclusive');
      const unlocked = store.transact({ account: 'a' }, () => ({
        result: 1,
        puts: [put('partner', 'p1', partner('a', 'p1', 5))],
      }));
      await expect(unlocked).rejects.toThrow('locks it');
      expect(counted(await store.get('partner', 'p1'))).toBe(0);
    });

    it('lists newest first, page by page, also while records come, change and go', async () => {
      const { store } = await begin();
      for (let number = 1; number <= 25; number++)
        await save(store, put('session', `s${number}`, session('a', `s${number}`)));
      await save(store, put('session', 'x1', session('b', 'x1')));
      const first = await store.list('session', 'a', { limit: 10 });
      expect(first.items.map(({ id }) => id)).toEqual(range(25, 16));
      await save(store, put('session', 's26', session('a', 's26')));
      await save(store, put('session', 's20', session('a', 's20', 'paid')));
      await remove(store, 'a', ref('session', 's16'));
      const second = await store.list('session', 'a', { limit: 10, cursor: first.nextCursor as string });
      expect(second.items.map(({ id }) => id)).toEqual(range(15, 6));
      const third = await store.list('session', 'a', { limit: 10, cursor: second.nextCursor as string });
      expect(third.items.map(({ id }) => id)).toEqual(range(5, 1));
      expect(third.nextCursor).toBeNull();
      const again = await store.list('session', 'a', { limit: 1000 });
      expect(again.items.map(({ id }) => id)).toEqual(range(26, 1).filter((id) => id !== 's16'));
      expect((await store.list('session', 'nobody', { limit: 10 })).items).toEqual([]);
    });

    it('ends a list exactly at a full page without a further one', async () => {
      const { store } = await begin();
      for (let number = 1; number <= 4; number++)
        await save(store, put('session', `s${number}`, session('a', `s${number}`)));
      const first = await store.list('session', 'a', { limit: 2 });
      const second = await store.list('session', 'a', { limit: 2, cursor: first.nextCursor as string });
      expect(second.items.map(({ id }) => id)).toEqual(['s2', 's1']);
      expect(second.nextCursor).toBeNull();
    });

    it('refuses a cursor that it did not give out', async () => {
      const { store } = await begin();
      for (const cursor of ['', 'x', 'c2VxOi0x', '../..', '99999999999999999999']) {
        await expect(store.list('session', 'a', { limit: 1, cursor })).rejects.toThrow(InvalidCursorError);
      }
    });

    it('moves a record between the lists of its tags, in its place by creation', async () => {
      const { store } = await begin();
      for (let number = 1; number <= 6; number++)
        await save(store, put('session', `s${number}`, session('a', `s${number}`)));
      for (const id of ['s5', 's2', 's4']) await save(store, put('session', id, session('a', id, 'paid')));
      const ids = async (tag: string) =>
        (await store.list('session', 'a', { tag, limit: 100 })).items.map(({ id }) => id);
      expect(await ids('paid')).toEqual(['s5', 's4', 's2']);
      expect(await ids('pending')).toEqual(['s6', 's3', 's1']);
      expect(await ids('button.paid')).toEqual(['s5', 's4', 's2']);
      expect(await ids('button')).toEqual(range(6, 1));
      await remove(store, 'a', ref('session', 's4'));
      expect(await ids('paid')).toEqual(['s5', 's2']);
      const page = await store.list('session', 'a', { tag: 'paid', limit: 1 });
      const next = await store.list('session', 'a', {
        tag: 'paid',
        limit: 1,
        cursor: page.nextCursor as string,
      });
      expect(next.items.map(({ id }) => id)).toEqual(['s2']);
    });

    it('numbers the events of each account from 1 without a gap, and says beforehand which number comes', async () => {
      const { store } = await begin();
      const emit = (account: string, count: number) =>
        store.transact({ account }, (view) => ({
          result: view.nextEventId,
          events: Array.from({ length: count }, () => ({
            type: 'login.succeeded' as const,
            at: NOW + 5,
            data: {},
          })),
        }));
      expect(await Promise.all([emit('a', 2), emit('a', 3), emit('b', 1), emit('a', 1)])).toEqual([
        1, 3, 1, 6,
      ]);
      const events = await store.trace.page('a', { limit: 100, order: 'asc' });
      expect(events.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(JSON.parse((await store.trace.get('b', 1))?.json ?? '')).toEqual({
        id: 1,
        at: '2026-01-01T00:00:00.005Z',
        type: 'login.succeeded',
        data: {},
      });
      expect(await store.trace.get('b', 2)).toBeUndefined();
      expect(await store.trace.get('nobody', 1)).toBeUndefined();
    });

    it('answers the trace by type, session, place and order', async () => {
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
        (await store.trace.page('a', { limit: 100, order: 'asc', ...query })).map(({ id }) => id);
      expect(await ids({ limit: 3 })).toEqual([1, 2, 3]);
      expect(await ids({ limit: 3, after: 10 })).toEqual([11, 12, 13]);
      expect(await ids({ limit: 3, order: 'desc' })).toEqual([30, 29, 28]);
      expect(await ids({ limit: 3, order: 'desc', after: 10 })).toEqual([9, 8, 7]);
      expect(await ids({ limit: 2, type: 'session.paid', after: 3 })).toEqual([6, 9]);
      expect(await ids({ limit: 2, type: 'session.paid', order: 'desc' })).toEqual([30, 27]);
      expect(await ids({ sessionId: 's2' })).toEqual([2, 6, 10, 14, 18, 22, 26, 30]);
      expect(await ids({ sessionId: 's2', type: 'session.paid', order: 'desc' })).toEqual([30, 18, 6]);
      expect(await ids({ sessionId: 's2', after: 14, limit: 2 })).toEqual([18, 22]);
      expect(await ids({ sessionId: 'none' })).toEqual([]);
      expect(await ids({ type: 'relay.connected' })).toEqual([]);
      expect(await ids({ after: 30 })).toEqual([]);
      const [sixth] = await store.trace.page('a', { limit: 1, order: 'asc', after: 5 });
      expect(sixth).toMatchObject({ accountId: 'a', id: 6, type: 'session.paid', sessionId: 's2' });
      expect(JSON.parse(sixth?.json ?? '')).toMatchObject({
        session_id: 's2',
        data: { number: 6, text: 'mañana — 💳 "quoted"' },
      });
    });

    it('tells followers of each event after it is stored, in order, until they leave', async () => {
      const { store } = await begin();
      const followed: StoredEvent[] = [];
      const everything: string[] = [];
      const leave = store.trace.subscribe('a', (event) => followed.push(event));
      store.trace.subscribe('a', () => {
        throw new Error('a bad follower');
      });
      store.trace.subscribe(null, ({ accountId, id }) => everything.push(`${accountId}${id}`));
      await Promise.all([note(store, 'a'), note(store, 'b'), note(store, 'a')]);
      expect(followed.map(({ id }) => id)).toEqual([1, 2]);
      expect(followed[0]).toMatchObject((await store.trace.get('a', 1)) as StoredEvent);
      leave();
      await note(store, 'a');
      expect(followed).toHaveLength(2);
      expect(everything).toEqual(['a1', 'b1', 'a2', 'a3']);
    });

    it('resets one account: records and trace go, event ids go on, what the same change puts stays', async () => {
      const { store } = await begin();
      await save(
        store,
        put('session', 's1', session('a', 's1')),
        put('agreement', 'g1', agreement('a', 'g1')),
      );
      await save(store, put('session', 's2', session('b', 's2')));
      await note(store, 'a');
      await note(store, 'b');
      await store.transact({ account: 'a', exclusive: true }, () => ({
        result: null,
        clear: ['session', 'agreement'],
        clearTrace: true,
        puts: [put('agreement', 'g1', agreement('a', 'g1', 'again'))],
        events: [{ type: 'control.reset', at: NOW, data: {} }],
      }));
      expect(await store.get('session', 's1')).toBeUndefined();
      expect((await store.get('agreement', 'g1'))?.fields).toEqual({ title: 'again' });
      expect((await store.list('session', 'a', { limit: 10 })).items).toEqual([]);
      expect((await store.list('session', 'a', { limit: 10, tag: 'pending' })).items).toEqual([]);
      expect((await store.list('agreement', 'a', { limit: 10 })).items).toHaveLength(1);
      expect(
        (await store.trace.page('a', { limit: 10, order: 'asc' })).map(({ id, type }) => [id, type]),
      ).toEqual([[2, 'control.reset']]);
      expect(await store.trace.get('a', 1)).toBeUndefined();
      expect((await store.list('session', 'b', { limit: 10 })).items).toHaveLength(1);
      expect(await types(store, 'b')).toEqual(['login.succeeded']);
      await note(store, 'a');
      expect((await store.trace.page('a', { limit: 10, order: 'desc' })).map(({ id }) => id)).toEqual([3, 2]);
    });

    it('forgets trace events after fourteen days', async () => {
      const { store, clock } = await begin();
      await note(store, 'a', clock.now());
      await clock.advance(7 * DAY_MS);
      await note(store, 'a', clock.now());
      await clock.advance(7 * DAY_MS);
      expect(await types(store, 'a')).toHaveLength(2);
      await clock.advance(1);
      expect((await store.trace.page('a', { limit: 10, order: 'asc' })).map(({ id }) => id)).toEqual([2]);
      expect(await store.trace.get('a', 1)).toBeUndefined();
      await clock.advance(30 * DAY_MS);
      expect(await types(store, 'a')).toEqual([]);
      await note(store, 'a', clock.now());
      expect((await store.trace.page('a', { limit: 10, order: 'asc' })).map(({ id }) => id)).toEqual([3]);
    });

    it('fires alarms in due order, each once, those of before the start first', async () => {
      const { store, clock } = await begin();
      const now = clock.now();
      const fired: [string, number][] = [];
      const expiring = (id: string, atMs: number) =>
        save(store, put('session', id, session('a', id, 'pending', atMs)));
      await expiring('late', now - 1000);
      await expiring('later', now - 10);
      await expiring('future', now + 5000);
      await expiring('moved', now + 3000);
      store.start(async ({ kind, id }) => {
        expect(kind).toBe('session');
        fired.push([id, clock.now() - now]);
      });
      expect(fired).toEqual([]);
      await clock.advance(0);
      expect(fired.map(([id]) => id)).toEqual(['late', 'later']);
      await expiring('moved', now + 60_000);
      await expiring('gone', now + 2000);
      await remove(store, 'a', ref('session', 'gone'));
      await expiring('soon', now + 1000);
      await expiring('now', now);
      await clock.advance(10_000);
      expect(fired.slice(2)).toEqual([
        ['now', 0],
        ['soon', 1000],
        ['future', 5000],
      ]);
      await clock.advance(60_000);
      expect(fired.slice(5)).toEqual([['moved', 60_000]]);
    });

    it('fires an alarm again after its handler failed, a second later, and not once it moved', async () => {
      const { store, clock } = await begin();
      const fired: number[] = [];
      const start = clock.now();
      await save(store, put('session', 's1', session('a', 's1', 'pending', start + 100)));
      store.start(async ({ id }) => {
        fired.push(clock.now() - start);
        if (fired.length < 3) throw new Error('not yet');
        await save(store, put('session', id, session('a', id, 'pending', start + 9000)));
      });
      await clock.advance(100);
      expect(fired).toEqual([100]);
      await clock.advance(8000);
      expect(fired).toEqual([100, 1100, 2100]);
      await clock.advance(8000);
      expect(fired).toEqual([100, 1100, 2100, 9000]);
    });

    it('hands a due time over once, also when the record is written again meanwhile', async () => {
      const { store, clock } = await begin();
      let fired = 0;
      let finish = () => {};
      store.start(() => {
        fired++;
        return new Promise((resolve) => {
          finish = resolve;
        });
      });
      const due = clock.now() + 10;
      await save(store, put('session', 's1', session('a', 's1', 'pending', due)));
      await clock.advance(10);
      await save(store, put('session', 's1', session('a', 's1', 'pending', due)));
      await clock.advance(5000);
      finish();
      await save(store, put('session', 's1', session('a', 's1', 'pending', due)));
      await clock.advance(5000);
      expect(fired).toBe(1);
    });

    it('says whether there is any account', async () => {
      const { store } = await begin();
      expect(await store.isEmpty()).toBe(true);
      await save(store, put('partner', 'p1', partner('a', 'p1')));
      expect(await store.isEmpty()).toBe(true);
      await save(store, put('account', 'a', { id: 'a', createdAt: 1 } as Records['account']));
      expect(await store.isEmpty()).toBe(false);
    });

    it('finishes what is under way when it closes, takes nothing after, and closes twice', async () => {
      const { store, clock } = await begin();
      let fired = 0;
      store.start(async () => {
        fired++;
      });
      const under = Array.from({ length: 5 }, (_, n) =>
        save(store, put('name', `n${n % 2}`, { accountId: `a${n}` })),
      );
      await Promise.all([store.close(), store.close()]);
      await Promise.all(under);
      await expect(note(store, 'a')).rejects.toThrow('closing');
      await clock.advance(DAY_MS);
      expect(fired).toBe(0);
    });
  });
}

const DAY_MS = 86_400_000;
/** Where the manual clock begins. */
const NOW = new ManualClock().now();

function range(from: number, to: number): string[] {
  return Array.from({ length: from - to + 1 }, (_, step) => `s${from - step}`);
}

function counted(record: Records['partner'] | undefined): number {
  return (record?.fields.count as number | undefined) ?? 0;
}

async function types(store: Store, account: string): Promise<string[]> {
  return (await store.trace.page(account, { limit: 1000, order: 'asc' })).map(({ type }) => type);
}

function save(store: Store, ...puts: ReturnType<typeof put>[]): Promise<void> {
  const account = puts.map(({ value }) => (value as { accountId?: string }).accountId)[0] ?? 'a';
  return store.transact({ account, lock: puts.map(({ kind, id }) => ref(kind, id)) }, () => ({
    result: undefined,
    puts,
  }));
}

function remove(store: Store, account: string, gone: Ref): Promise<void> {
  return store.transact({ account, lock: [gone] }, () => ({ result: undefined, deletes: [gone] }));
}

function note(store: Store, account: string, at = NOW): Promise<void> {
  return store.transact({ account }, () => ({
    result: undefined,
    events: [{ type: 'login.succeeded', at, data: { surface: 'api' } }],
  }));
}
