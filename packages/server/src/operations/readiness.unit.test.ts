import { Integrity } from '@svc-simulator/store/integrity.ts';
import { type Store, StoreUnavailableError } from '@svc-simulator/store/store.ts';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { guardStore } from './guarded-store.ts';
import { Metrics } from './metrics.ts';
import { Readiness } from './operation-routes.ts';

/** Creates a `Readiness` with a store that the test controls. */
function createReadiness() {
  const clock = new ManualClock();
  const metrics = new Metrics();
  const state = { hasOutage: false, ping: (): void | Promise<void> => {} };
  const inner = {
    integrity: new Integrity(),
    transact: async () => {
      if (state.hasOutage) throw new StoreUnavailableError('the disk is full');
    },
    get: async () => {
      if (state.hasOutage) throw new StoreUnavailableError('the database is away');
    },
    ping: () => state.ping(),
    dueWork: () => ({ due: 900, underWay: 0, oldestDueAt: 0, overShare: { accounts: 1, oldestDueAt: 0 } }),
  } as unknown as Store;
  const logLines: string[] = [];
  const guardedStore = guardStore(inner, metrics, { clock, log: (_level, line) => logLines.push(line) });
  const read = async () => guardedStore.store.get('session', 's');
  const write = () => guardedStore.store.transact({ account: 'a' }, () => ({ result: null })).catch(() => {});
  const readiness = new Readiness(clock, guardedStore);
  const faultPointers = async () => (await readiness.faults()).map(({ pointer }) => pointer);
  return { clock, metrics, state, write, read, logLines, readiness, faultPointers };
}

describe('an instance', () => {
  it('is ready if its store responds, however much work is overdue', async () => {
    const { readiness, faultPointers } = createReadiness();
    expect(await readiness.dueWork()).toMatchObject({ due: 900, oldestDueAt: 0 });
    expect(await faultPointers()).toEqual([]);
  });

  it('is not ready while its store fails or takes longer than 2 s to respond', async () => {
    const { clock, state, faultPointers } = createReadiness();
    state.ping = () => Promise.reject(new Error('the database is away'));
    expect(await faultPointers()).toEqual(['/store']);
    state.ping = () => {
      throw new Error('no such thing');
    };
    expect(await faultPointers()).toEqual(['/store']);
    state.ping = () => new Promise(() => {});
    const pendingPointers = faultPointers();
    await clock.advance(1999);
    expect(await Promise.race([pendingPointers, 'not yet'])).toBe('not yet');
    await clock.advance(1);
    expect(await pendingPointers).toEqual(['/store']);
  });

  it('reads its store once for simultaneous checks', async () => {
    const { state, faultPointers } = createReadiness();
    let pingCount = 0;
    state.ping = async () => {
      pingCount++;
    };
    await Promise.all(Array.from({ length: 100 }, faultPointers));
    expect(pingCount).toBe(1);
    await faultPointers();
    expect(pingCount).toBe(2);
  });

  it('is not ready for 5 s after a write that failed, unless one succeeds meanwhile', async () => {
    const { clock, metrics, state, write, faultPointers } = createReadiness();
    state.hasOutage = true;
    await write();
    expect(await faultPointers()).toEqual(['/store']);
    expect(metrics.storeFailures).toBe(1);
    await clock.advance(4999);
    expect(await faultPointers()).toEqual(['/store']);
    await clock.advance(1);
    expect(await faultPointers()).toEqual([]);
    await write();
    expect(await faultPointers()).toEqual(['/store']);
    state.hasOutage = false;
    await write();
    expect(await faultPointers()).toEqual([]);
  });

  it('counts failed reads and writes of its store, and logs the recovery once', async () => {
    const { metrics, state, write, read, logLines } = createReadiness();
    state.hasOutage = true;
    await write();
    await write();
    await expect(read()).rejects.toThrow('the database is away');
    expect(metrics.storeFailures).toBe(3);
    expect(logLines).toEqual([]);
    state.hasOutage = false;
    await write();
    await write();
    await read();
    expect(metrics.storeFailures).toBe(3);
    expect(logLines).toEqual(['the store can write again']);
  });

  it('logs the recovery also if only reads have failed', async () => {
    const { state, write, read, logLines } = createReadiness();
    state.hasOutage = true;
    await expect(read()).rejects.toThrow('the database is away');
    state.hasOutage = false;
    await write();
    expect(logLines).toEqual(['the store can write again']);
  });

  it("isn't ready while it drains", async () => {
    const { readiness, faultPointers } = createReadiness();
    readiness.drain();
    expect(await faultPointers()).toEqual(['/draining']);
  });
});
