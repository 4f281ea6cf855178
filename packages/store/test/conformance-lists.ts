import { expect, it } from 'vitest';
import { InvalidCursorError, put, ref } from '../src/store.ts';
import { type Begin, range, removeRecord, saveRecord } from './conformance-steps.ts';
import { session } from './store-samples.ts';

export function testLists(begin: Begin): void {
  it('lists newest first, page by page, while records are added, changed and deleted', async () => {
    const { store } = await begin();
    for (let number = 1; number <= 25; number++)
      await saveRecord(store, put('session', `s${number}`, session('a', `s${number}`)));
    await saveRecord(store, put('session', 'x1', session('b', 'x1')));
    const first = await store.list('session', 'a', { limit: 10 });
    expect(first.items.map(({ id }) => id)).toEqual(range(25, 16));
    await saveRecord(store, put('session', 's26', session('a', 's26')));
    await saveRecord(store, put('session', 's20', session('a', 's20', 'paid')));
    await removeRecord(store, 'a', ref('session', 's16'));
    const second = await store.list('session', 'a', { limit: 10, cursor: first.nextCursor as string });
    expect(second.items.map(({ id }) => id)).toEqual(range(15, 6));
    const third = await store.list('session', 'a', { limit: 10, cursor: second.nextCursor as string });
    expect(third.items.map(({ id }) => id)).toEqual(range(5, 1));
    expect(third.nextCursor).toBeNull();
    const again = await store.list('session', 'a', { limit: 1000 });
    expect(again.items.map(({ id }) => id)).toEqual(range(26, 1).filter((id) => id !== 's16'));
    expect((await store.list('session', 'nobody', { limit: 10 })).items).toEqual([]);
  });

  it('counts the records of a list up to the given limit', async () => {
    const { store } = await begin();
    for (let number = 1; number <= 7; number++)
      await saveRecord(
        store,
        put('session', `s${number}`, session('a', `s${number}`, number > 4 ? 'paid' : 'pending')),
      );
    await saveRecord(store, put('session', 'x1', session('b', 'x1')));
    const count = (account: string, query: { tag?: string; limit?: number }) =>
      store.count('session', account, { limit: 100, ...query });
    expect([await count('a', {}), await count('a', { tag: 'paid' })]).toEqual([7, 3]);
    expect([await count('a', { limit: 5 }), await count('a', { tag: 'paid', limit: 2 })]).toEqual([5, 2]);
    expect([await count('a', { tag: 'nothing has it' }), await count('nobody', {})]).toEqual([0, 0]);
  });

  it('ends a list exactly at a full page without an empty one', async () => {
    const { store } = await begin();
    for (let number = 1; number <= 4; number++)
      await saveRecord(store, put('session', `s${number}`, session('a', `s${number}`)));
    const first = await store.list('session', 'a', { limit: 2 });
    const second = await store.list('session', 'a', { limit: 2, cursor: first.nextCursor as string });
    expect(second.items.map(({ id }) => id)).toEqual(['s2', 's1']);
    expect(second.nextCursor).toBeNull();
  });

  it('ends a page with the record that reaches its bytes, and continues after it', async () => {
    const { store } = await begin();
    for (const [id, length] of [
      ['s1', 1],
      ['s2', 100_000],
      ['s3', 1],
      ['s4', 100_000],
    ] as const)
      await saveRecord(
        store,
        put('session', id, session('a', id, 'paid', null, { text: 'ñ'.repeat(length) })),
      );
    for (const tag of [undefined, 'paid']) {
      const page = async (maxBytes: number, cursor?: string | null) => {
        const query = { limit: 10, maxBytes, ...(tag && { tag }), ...(cursor && { cursor }) };
        const { items, nextCursor } = await store.list('session', 'a', query);
        return { ids: items.map(({ id }) => id), nextCursor };
      };
      const first = await page(200_000);
      expect(first.ids).toEqual(['s4']);
      const second = await page(200_000, first.nextCursor);
      expect(second.ids).toEqual(['s3', 's2']);
      expect(await page(200_000, second.nextCursor)).toEqual({ ids: ['s1'], nextCursor: null });
      expect(await page(1)).toEqual(first);
    }
  });

  it('rejects a cursor that it did not return', async () => {
    const { store } = await begin();
    for (const cursor of ['', 'x', 'c2VxOi0x', '../..', '99999999999999999999']) {
      await expect(store.list('session', 'a', { limit: 1, cursor })).rejects.toThrow(InvalidCursorError);
    }
  });

  it('moves a record between the lists of its tags, at its place by creation', async () => {
    const { store } = await begin();
    for (let number = 1; number <= 6; number++)
      await saveRecord(store, put('session', `s${number}`, session('a', `s${number}`)));
    for (const id of ['s5', 's2', 's4'])
      await saveRecord(store, put('session', id, session('a', id, 'paid')));
    const ids = async (tag: string) =>
      (await store.list('session', 'a', { tag, limit: 100 })).items.map(({ id }) => id);
    expect(await ids('paid')).toEqual(['s5', 's4', 's2']);
    expect(await ids('pending')).toEqual(['s6', 's3', 's1']);
    expect(await ids('button.paid')).toEqual(['s5', 's4', 's2']);
    expect(await ids('button')).toEqual(range(6, 1));
    await removeRecord(store, 'a', ref('session', 's4'));
    expect(await ids('paid')).toEqual(['s5', 's2']);
    const page = await store.list('session', 'a', { tag: 'paid', limit: 1 });
    const next = await store.list('session', 'a', {
      tag: 'paid',
      limit: 1,
      cursor: page.nextCursor as string,
    });
    expect(next.items.map(({ id }) => id)).toEqual(['s2']);
  });
}
