import { openDelivery, type Records } from '@svc-simulator/core';
import { expect, it } from 'vitest';
import { type AccountExport, type ExportQuery, put } from '../src/store.ts';
import { type Begin, noteEvent, ONE_DAY_MS, saveRecord } from './conformance-steps.ts';
import { agreement, partner, session } from './store-samples.ts';

const everything: ExportQuery = {
  kinds: ['partner', 'session'],
  withEvents: true,
  maxRecords: 1000,
  maxBytes: 1_000_000,
};

const exportedAccount = (id: string) =>
  put('account', id, { id, shortName: id, settings: {}, createdAt: 0 } as never);

export function testWholeAccounts(begin: Begin): void {
  it('exports an account completely: the requested kinds, oldest first, with its events', async () => {
    const { store, clock } = await begin();
    expect(await store.exportAccount('a', everything)).toBeUndefined();
    await saveRecord(store, exportedAccount('a'));
    await saveRecord(
      store,
      put('session', 's1', session('a', 's1')),
      put('partner', 'p1', partner('a', 'p1')),
    );
    await saveRecord(
      store,
      put('session', 's2', session('a', 's2')),
      put('agreement', 'g', agreement('a', 'g')),
    );
    await saveRecord(
      store,
      put('session', 's1', session('a', 's1', 'paid')),
      put('session', 's3', session('b', 's3')),
    );
    await noteEvent(store, 'a', clock.now() - 14 * ONE_DAY_MS - 1);
    await noteEvent(store, 'a', clock.now());
    const exported = (await store.exportAccount('a', everything)) as AccountExport;
    expect(exported.account.id).toBe('a');
    const ids = (kind: string) => exported.records.filter((one) => one.kind === kind).map(({ id }) => id);
    expect([ids('session'), ids('partner'), ids('agreement')]).toEqual([['s1', 's2'], ['p1'], []]);
    expect(exported.records.find(({ id }) => id === 's1')?.value).toMatchObject({ status: 'paid' });
    expect(exported.events.map(({ id, type }) => [id, type])).toEqual([[2, 'login.succeeded']]);
    expect(await store.exportAccount('a', { ...everything, maxRecords: 2 })).toBe('too-large');
    expect(await store.exportAccount('a', { ...everything, withEvents: false })).toMatchObject({
      events: [],
    });
    expect(await store.exportAccount('a', { ...everything, maxBytes: 1000 })).toBe('too-large');
    await saveRecord(store, exportedAccount('c'));
    const event = { type: 'login.succeeded' as const, at: clock.now(), data: { text: 'ñ'.repeat(5000) } };
    await store.transact({ account: 'c' }, () => ({ result: null, events: [event] }));
    expect(await store.exportAccount('c', { ...everything, maxBytes: 10_000 })).toBe('too-large');
    expect(await store.exportAccount('c', { ...everything, maxBytes: 10_200 })).toMatchObject({
      records: [],
    });
  });

  it('returns the usage, open deliveries and latest event of each account', async () => {
    const { store, clock } = await begin();
    await saveRecord(store, exportedAccount('a'), exportedAccount('b'));
    await saveRecord(store, put('session', 's1', session('a', 's1')));
    const delivery = (id: string) => {
      const target = { event: 'payment_session.paid', url: 'http://a.invalid', route: 'direct' } as const;
      const ids = { id, accountId: 'a', sessionId: 's1', idempotencyKey: id, emittedEventId: 1 };
      return openDelivery({ ...ids, ...target }, clock.now() + ONE_DAY_MS);
    };
    const delivered = {
      ...delivery('d1'),
      url: 'http://a.invalid/"state":"open"',
      state: 'delivered' as const,
    };
    await saveRecord(
      store,
      put('delivery', 'd1', { ...delivered, nextAttemptAt: null }),
      put('delivery', 'd2', delivery('d2')),
    );
    await noteEvent(store, 'a', clock.now());
    const overviews = [...(await store.accountOverviews())].sort((one, other) =>
      one.account.id < other.account.id ? -1 : 1,
    );
    const usage = await store.usageOf('a');
    const overviewOfA = { ...usage, sessions: 1, waiting: 1, activeAt: clock.now() };
    expect(overviews).toMatchObject([overviewOfA, { sessions: 0, waiting: 0, activeAt: null }]);
    expect(overviews.map(({ account }) => account.id)).toEqual(['a', 'b']);
    expect(await store.accountOverviews('a')).toMatchObject([overviewOfA]);
    expect(await store.accountOverviews('nobody')).toEqual([]);
  });

  it("counts an account's usage: its sessions and all bytes", async () => {
    const { store } = await begin();
    expect(await store.usageOf('a')).toEqual({ sessions: 0, bytes: 0 });
    await saveRecord(
      store,
      put('session', 's1', session('a', 's1')),
      put('partner', 'p1', partner('a', 'p1')),
    );
    await saveRecord(store, put('session', 's2', session('b', 's2')));
    const { sessions, bytes } = await store.usageOf('a');
    const text = JSON.stringify(session('a', 's1')) + JSON.stringify(partner('a', 'p1'));
    expect([sessions, bytes]).toEqual([1, Buffer.byteLength(text)]);
    await noteEvent(store, 'a');
    const json = (await store.trace.get('a', 1))?.json ?? '';
    expect(await store.usageOf('a')).toEqual({ sessions, bytes: bytes + json.length });
    await store.transact({ account: 'a', exclusive: true }, () => ({
      result: null,
      clear: ['session', 'partner'],
      clearTrace: true,
    }));
    expect(await store.usageOf('a')).toEqual({ sessions: 0, bytes: 0 });
  });

  it('exports an account as it was between two commits while others run', async () => {
    const { store } = await begin();
    await saveRecord(store, exportedAccount('a'));
    const step = (number: number) =>
      store.transact({ account: 'a' }, (view) => ({
        result: null,
        puts: [put('partner', `p${number}`, partner('a', `p${number}`, view.nextEventId))],
        events: [{ type: 'partner.created', at: view.now, data: {} }],
      }));
    const wholes: Promise<AccountExport>[] = [];
    for (let number = 1; number <= 40; number++) {
      const stepped = step(number);
      if (number % 4 === 0) wholes.push(store.exportAccount('a', everything) as Promise<AccountExport>);
      if (number % 8 === 0) await stepped;
    }
    for (const { records, events } of await Promise.all(wholes)) {
      expect(records).toHaveLength(events.length);
      expect(records.map(({ value }) => (value as Records['partner']).fields.count)).toEqual(
        events.map(({ id }) => id),
      );
    }
  });
}
