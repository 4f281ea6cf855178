import pg, { type ClientBase, type ClientConfig } from 'pg';
import { describe, expect, it } from 'vitest';
import { describeOutages, describeStore } from '../../test/conformance.ts';
import { START_TIME, saveRecord } from '../../test/conformance-steps.ts';
import { TestStores } from '../../test/postgres/test-stores.ts';
import { partner, session } from '../../test/store-samples.ts';
import { put, ref, StoreUnavailableError } from '../store.ts';

const stores = new TestStores();

describeStore('the PostgreSQL store', () => stores.open());

describeOutages('the PostgreSQL store with connections that break at each commit', async () => {
  let isBroken = false;
  class BreakingClient extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads take anything.
    override query(...args: any[]): any {
      // The statements before the commit have been sent, and none has a result yet.
      if (isBroken && args[0] === 'commit') (this as unknown as DriverInternals).connection.stream.destroy();
      return (super.query as (...all: unknown[]) => unknown)(...args);
    }
  }
  const outage = {
    begin: () => {
      isBroken = true;
    },
    end: () => {
      isBroken = false;
    },
  };
  const client = BreakingClient as new (config?: ClientConfig) => ClientBase;
  return { ...(await stores.open({ client })), outage };
});

interface DriverInternals {
  readonly connection: { readonly stream: { destroy(): void } };
}

describe("text that PostgreSQL can't store", () => {
  const unstorableTexts = ['nul \0', 'half \ud83d', 'other half \udca3', 'back\\slash', 'ñ — 💳', '', ' '];

  it('keeps records as they were put, and finds them by their ids', async () => {
    const { store } = await stores.open();
    for (const [number, text] of unstorableTexts.entries()) {
      const value = session('a', text, 'pending', null, { b: text, a: [text, { z: 1, text }], 10: 1, 9: 2 });
      await saveRecord(store, put('session', text, value));
      const record = await store.get('session', text);
      expect(JSON.stringify(record)).toBe(JSON.stringify(value));
      expect((await store.list('session', 'a', { limit: 100 })).items).toHaveLength(number + 1);
    }
    expect(await store.get('session', 'half \ufffd')).toBeUndefined();
  });

  it('keeps tags, accounts and the trace', async () => {
    const { store } = await stores.open();
    for (const text of unstorableTexts) {
      const delivery = { accountId: text, sessionId: text, nextAttemptAt: null, updatedAt: START_TIME };
      await saveRecord(store, put('delivery', `d${text}`, delivery as never));
      const tag = `session:${text}`;
      expect((await store.list('delivery', text, { tag, limit: 10 })).items).toEqual([delivery]);
      await store.transact({ account: text }, () => ({
        result: null,
        events: [
          { type: 'session.created', at: START_TIME, sessionId: text, data: { z: text, a: { b: text } } },
        ],
      }));
      const [event] = (await store.trace.page(text, { sessionId: text, limit: 10, order: 'asc' })).items;
      expect(event?.sessionId).toBe(text);
      const json = JSON.stringify(text);
      expect(event?.json).toBe(
        `{"id":1,"at":"2026-01-01T00:00:00.000Z","type":"session.created","session_id":${json},"data":{"z":${json},"a":{"b":${json}}}}`,
      );
    }
  });
});

describe('a change that puts a record without locking it', () => {
  it('refuses the change and the rest of its batch if the record exists already', async () => {
    const { store } = await stores.open();
    const putWithoutLock = (id: string) =>
      store.transact({ account: 'a' }, () => ({ result: 1, puts: [put('partner', id, partner('a', id))] }));
    await putWithoutLock('p1');
    const results = await Promise.allSettled([putWithoutLock('p1'), putWithoutLock('p2')]);
    expect(results.map((result) => result.status === 'rejected' && result.reason)).toEqual([
      expect.objectContaining({ message: expect.stringContaining('locks it') }),
      expect.any(StoreUnavailableError),
    ]);
    expect(await putWithoutLock('p2')).toBe(1);
  });

  it('moves the record to the end of the order of creation if the same change deletes it first', async () => {
    const { store } = await stores.open();
    await saveRecord(store, put('partner', 'p1', partner('a', 'p1')));
    await saveRecord(store, put('partner', 'p2', partner('a', 'p2')));
    await store.transact({ account: 'a', lock: [ref('partner', 'p1')] }, () => ({
      result: null,
      deletes: [ref('partner', 'p1')],
      puts: [put('partner', 'p1', partner('a', 'p1', 7))],
    }));
    const { items } = await store.list('partner', 'a', { limit: 10 });
    expect(items).toEqual([partner('a', 'p1', 7), partner('a', 'p2')]);
  });
});
