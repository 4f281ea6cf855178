import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { START_TIME, saveRecord } from '../test/conformance-steps.ts';
import { FaultyFiles } from '../test/faulty-files.ts';
import { partner } from '../test/store-samples.ts';
import { policy, TestDirectories } from '../test/test-directories.ts';
import { type EmbeddedStore, openEmbeddedStore } from './embedded/embedded-store.ts';
import { type Put, put } from './store.ts';

const directories = new TestDirectories();

const derive = ({
  accountId,
  id,
  type,
  at,
}: {
  accountId: string;
  id: number;
  type: string;
  at: number;
}): Put[] =>
  type === 'login.succeeded'
    ? [
        put('practice', `${accountId}:login`, {
          accountId,
          practiceId: 'login',
          completedAt: at,
          evidence: { event_id: id, type },
        }),
      ]
    : [];

function login(store: EmbeddedStore, times = 1): Promise<void> {
  const events = Array.from({ length: times }, () => ({
    type: 'login.succeeded' as const,
    at: START_TIME,
    data: {},
  }));
  return store.transact({ account: 'a' }, () => ({ result: undefined, events }));
}

function reset(store: EmbeddedStore): Promise<void> {
  return store.transact({ account: 'a', exclusive: true }, () => ({
    result: undefined,
    clear: ['practice'],
  }));
}

describe('derived records', () => {
  it('stores derived records with the first event and never replaces them', async () => {
    const directory = await directories.make();
    const store = await directories.open(directory, { derive });
    await Promise.all([login(store, 3), login(store), login(store)]);
    await login(store);
    const practice = store.get('practice', 'a:login');
    expect(practice?.evidence.event_id).toBe(1);
    const killed = await directories.open(await directories.copy(directory), { derive });
    expect(killed.get('practice', 'a:login')).toEqual(practice);
    expect((await killed.list('practice', 'a', { limit: 9 })).items).toHaveLength(1);
  });

  it('stores derived records again with the next event after a change cleared them', async () => {
    const clock = new ManualClock();
    const store = await openEmbeddedStore({ directory: null, clock, policy, derive });
    await login(store);
    await Promise.all([reset(store), login(store)]);
    expect(store.get('practice', 'a:login')?.evidence.event_id).toBe(2);
    await store.transact({ account: 'a', exclusive: true }, () => ({
      result: null,
      clear: ['practice'],
      events: [{ type: 'login.succeeded', at: START_TIME, data: {} }],
    }));
    expect(store.get('practice', 'a:login')?.evidence.event_id).toBe(3);
    await store.close();
  });

  it('stores derived records with the next event if the first commit is refused', async () => {
    const store = await directories.open(await directories.make(), { derive });
    const refusal = store.transact({ account: 'a' }, () => ({
      result: undefined,
      events: [
        { type: 'login.succeeded', at: START_TIME, data: {} },
        { type: 'login.succeeded', at: START_TIME, data: { big: 1n } },
      ],
    }));
    await expect(refusal).rejects.toThrow('BigInt');
    await login(store);
    expect(store.get('practice', 'a:login')?.evidence.event_id).toBe(1);
  });

  it("stores derived records with the next event if the first one can't be written", async () => {
    const files = new FaultyFiles();
    const store = await directories.open(await directories.make(), { derive, files });
    files.fate = ({ name }) => (name === 'write' ? 'fails' : 'happens');
    await expect(login(store)).rejects.toThrow('nothing was changed');
    expect(store.get('practice', 'a:login')).toBeUndefined();
    files.fate = () => 'happens';
    await login(store);
    expect(store.get('practice', 'a:login')?.evidence.event_id).toBe(1);
  });
});

describe('an invalid change', () => {
  it('refuses only the invalid change, and gives its event ids to the next one', async () => {
    const store = await directories.open(await directories.make());
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const circular = store.transact({ account: 'a' }, () => ({
      result: null,
      puts: [put('partner', 'p1', { ...partner('a', 'p1'), fields: loop })],
      events: [{ type: 'partner.created', at: START_TIME, data: {} }],
    }));
    const badEvent = store.transact({ account: 'a' }, () => ({
      result: null,
      events: [{ type: 'partner.created', at: START_TIME, data: loop }],
    }));
    await expect(circular).rejects.toThrow('circular');
    await expect(badEvent).rejects.toThrow('circular');
    await saveRecord(store, put('partner', 'p1', partner('a', 'p1')));
    await login(store);
    expect((await store.trace.page('a', { limit: 5, order: 'asc' })).items.map(({ id }) => id)).toEqual([1]);
  });
});
