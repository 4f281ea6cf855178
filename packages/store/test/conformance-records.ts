import type { Records } from '@svc-simulator/core';
import { expect, it } from 'vitest';
import { put, ref } from '../src/store.ts';
import {
  type Begin,
  counterOf,
  eventTypes,
  noteEvent,
  ONE_DAY_MS,
  START_TIME,
  saveRecord,
} from './conformance-steps.ts';
import { agreement, partner } from './store-samples.ts';

export function testRecords(begin: Begin): void {
  it('shows nothing of a change before it is stored, and all of it after', async () => {
    const { store } = await begin();
    const write = store.transact(
      { account: 'a', lock: [ref('partner', 'p1'), ref('agreement', 'g1')] },
      (view) => {
        expect(view.get('partner', 'p1')).toBeUndefined();
        return {
          result: 'made',
          puts: [put('partner', 'p1', partner('a', 'p1')), put('agreement', 'g1', agreement('a', 'g1'))],
          events: [{ type: 'partner.created', at: START_TIME, data: { partner_id: 'p1' } }],
        };
      },
    );
    expect(await store.get('partner', 'p1')).toBeUndefined();
    expect(await write).toBe('made');
    expect(await store.get('partner', 'p1')).toEqual(partner('a', 'p1'));
    expect(await store.get('agreement', 'g1')).toEqual(agreement('a', 'g1'));
    expect(await eventTypes(store, 'a')).toEqual(['partner.created']);
  });

  it('stores nothing when the decision throws', async () => {
    const { store } = await begin();
    const attempt = store.transact({ account: 'a', lock: [ref('partner', 'p1')] }, () => {
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    const visible = await store.transact({ account: 'a', lock: [ref('partner', 'p1')] }, (view) => ({
      result: [view.get('partner', 'p1'), view.nextEventId],
    }));
    expect(visible).toEqual([undefined, 1]);
  });

  it('lets a decision see only the records that its scope names', async () => {
    const { store } = await begin();
    const scope = { account: 'a', lock: [ref('partner', 'p1')], read: [ref('agreement', 'g1')] };
    await expect(store.transact(scope, (view) => ({ result: view.get('partner', 'p2') }))).rejects.toThrow(
      'partner p2',
    );
    await expect(
      store.transact(scope, (view) => ({ result: view.get('agreement', 'g1') })),
    ).resolves.toBeUndefined();
  });

  it('lets only one of two changes to the same record win', async () => {
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

  it('counts every step when many transactions change two records in opposite order', async () => {
    const { store } = await begin();
    const bump = (first: string, second: string) => {
      const refs = [ref('partner', first), ref('partner', second)];
      return store.transact({ account: 'a', lock: refs }, (view) => ({
        result: null,
        puts: refs.map(({ id }) =>
          put('partner', id, partner('a', id, counterOf(view.get('partner', id)) + 1)),
        ),
      }));
    };
    await Promise.all(
      Array.from({ length: 100 }, (_, turn) => (turn % 2 ? bump('p1', 'p2') : bump('p2', 'p1'))),
    );
    expect(counterOf(await store.get('partner', 'p1'))).toBe(100);
    expect(counterOf(await store.get('partner', 'p2'))).toBe(100);
  });

  it('runs an exclusive transaction alone in its account, and the others after it', async () => {
    const { store } = await begin();
    const versions: string[] = [];
    const plain = (id: string, account = 'a') =>
      store.transact({ account, lock: [ref('partner', id)] }, () => {
        versions.push(id);
        return { result: null, puts: [put('partner', id, partner(account, id))] };
      });
    const before = plain('before');
    const reset = store.transact(
      { account: 'a', exclusive: true, read: [ref('partner', 'before')] },
      (view) => {
        versions.push('reset');
        expect(view.get('partner', 'before')).toBeDefined();
        return { result: null, clear: ['partner'] };
      },
    );
    const after = plain('after');
    const other = plain('other', 'b');
    await Promise.all([before, reset, after, other]);
    expect(versions.indexOf('reset')).toBeGreaterThan(versions.indexOf('before'));
    expect(versions.indexOf('after')).toBeGreaterThan(versions.indexOf('reset'));
    expect(versions.indexOf('other')).toBeLessThan(versions.indexOf('reset'));
    expect(await store.get('partner', 'before')).toBeUndefined();
    expect(await store.get('partner', 'after')).toBeDefined();
    expect(await store.get('partner', 'other')).toBeDefined();
  });

  it('refuses to clear without an exclusive scope, and to replace a record that is not locked', async () => {
    const { store } = await begin();
    await saveRecord(store, put('partner', 'p1', partner('a', 'p1')));
    await expect(store.transact({ account: 'a' }, () => ({ result: 1, clear: ['partner'] }))).rejects.toThrow(
      'exclusive',
    );
    const unlocked = store.transact({ account: 'a' }, () => ({
      result: 1,
      puts: [put('partner', 'p1', partner('a', 'p1', 5))],
    }));
    await expect(unlocked).rejects.toThrow('locks it');
    expect(counterOf(await store.get('partner', 'p1'))).toBe(0);
  });

  it('reports if any account exists', async () => {
    const { store } = await begin();
    expect(await store.isEmpty()).toBe(true);
    await saveRecord(store, put('partner', 'p1', partner('a', 'p1')));
    expect(await store.isEmpty()).toBe(true);
    await saveRecord(store, put('account', 'a', { id: 'a', createdAt: 1 } as Records['account']));
    expect(await store.isEmpty()).toBe(false);
  });

  it('finishes running transactions when it closes, accepts none after, and can be closed twice', async () => {
    const { store, clock } = await begin();
    let fireCount = 0;
    store.start(async () => {
      fireCount++;
    });
    const pendingSaves = Array.from({ length: 5 }, (_, n) =>
      saveRecord(store, put('name', `n${n % 2}`, { accountId: `a${n}` })),
    );
    await Promise.all([store.close(), store.close()]);
    await Promise.all(pendingSaves);
    await expect(noteEvent(store, 'a')).rejects.toThrow('closing');
    await clock.advance(ONE_DAY_MS);
    expect(fireCount).toBe(0);
  });
}
