import { Integrity } from '@svc-simulator/store/integrity.ts';
import { type Store, StoreUnavailableError } from '@svc-simulator/store/store.ts';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { guardStore } from './guarded-store.ts';
import { Metrics } from './metrics.ts';
import { Readiness } from './operation-routes.ts';

/** A `Readiness` over a store that the test controls. */
function scene() {
  const clock = new ManualClock();
  const metrics = new Metrics();
  const state = { broken: false, ping: (): void | Promise<void> => {} };
  const inner = {
    integrity: new Integrity(),
    transact: async () => {
      if (state.broken) throw new StoreUnavailableError('the disk is full');
    },
    get: async () => {
      if (state.broken) throw new StoreUnavailableError('the database is away');
    },
    ping: () => state.ping(),
    dueWork: () => ({ due: 900, underWay: 0, oldestDueAt: 0, overShare: { accounts: 1, oldestDueAt: 0 } }),
  } as unknown as Store;
  const logged: string[] = [];
  const watched = guardStore(inner, metrics, { clock, log: (_level, line) => logged.push(line) });
  const read = async () => watched.store.get('session', 's');
  const write = () => watched.store.transact({ account: 'a' }, () => ({ result: null })).catch(() => {});
  const readiness = new Readiness(clock, watched);
  const failing = async () => (await readiness.faults()).map(({ pointer }) => pointer);
  return { clock, metrics, state, write, read, logged, readiness, failing };
}

describe('an instance', () => {
  it('is ready if its store responds, whatever is due and since when', async () => {
    const { readiness, failing } = scene();
    expect(await readiness.dueWork()).toMatchObject({ due: 900, oldestDueAt: 0 });
    expect(await failing()).toEqual([]);
  });

  it('is not ready while its store cannot be reached, or does not answer within 2 s', async () => {
    const { clock, state, failing } = scene();
    state.ping = () => Promise.reject(new Error('the database is away'));
    expect(await failing()).toEqual(['/store']);
    state.ping = () => {
      throw new Error('no such thing');
    };
    expect(await failing()).toEqual(['/store']);
    state.ping = () => new Promise(() => {});
    const waiting = failing();
    await clock.advance(1999);
    expect(await Promise.race([waiting, 'not yet'])).toBe('not yet');
    await clock.advance(1);
    expect(await waiting).toEqual(['/store']);
  });

  it('asks its store once for simultaneous requests, because anyone can send them', async () => {
    const { state, failing } = scene();
    let asked = 0;
    state.ping = async () => {
      asked++;
    };
    await Promise.all(Array.from({ length: 100 }, failing));
    expect(asked).toBe(1);
    await failing();
    expect(asked).toBe(2);
  });

  it('is not ready for 5 s after a write that failed, unless one succeeds meanwhile', async () => {
    const { clock, metrics, state, write, failing } = scene();
    state.broken = true;
    await write();
    expect(await failing()).toEqual(['/store']);
    expect(metrics.storeFailures).toBe(1);
    await clock.advance(4999);
    expect(await failing()).toEqual(['/store']);
    await clock.advance(1);
    expect(await failing()).toEqual([]);
    await write();
    expect(await failing()).toEqual(['/store']);
    state.broken = false;
    await write();
    expect(await failing()).toEqual([]);
  });

  it('counts failed reads and writes of its store, and logs recovery once', async () => {
    const { metrics, state, write, read, logged } = scene();
    state.broken = true;
    await write();
    await write();
    await expect(read()).rejects.toThrow('the database is away');
    expect(metrics.storeFailures).toBe(3);
    expect(logged).toEqual([]);
    state.broken = false;
    await write();
    await write();
    await read();
    expect(metrics.storeFailures).toBe(3);
    expect(logged).toEqual(['the store can write again']);
  });

  it('logs that its store can write again also when it only failed to read', async () => {
    const { state, write, read, logged } = scene();
    state.broken = true;
    await expect(read()).rejects.toThrow('the database is away');
    state.broken = false;
    await write();
    expect(logged).toEqual(['the store can write again']);
  });

  it("isn't ready while it drains", async () => {
    const { readiness, failing } = scene();
    readiness.drain();
    expect(await failing()).toEqual(['/draining']);
  });
});
