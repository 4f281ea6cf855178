import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../../../../test/support/until.ts';
import { describeOutages, describeStore } from '../../test/conformance.ts';
import { START_TIME } from '../../test/conformance-steps.ts';
import { type DiskCall, type Fate, FaultyFiles } from '../../test/faulty-files.ts';
import { partner } from '../../test/store-samples.ts';
import { policy, TestDirectories } from '../../test/test-directories.ts';
import { put, StoreUnavailableError } from '../store.ts';
import { type EmbeddedStore, openEmbeddedStore } from './embedded-store.ts';
import type { Durability } from './journal/journal.ts';

const directories = new TestDirectories();

describeStore('the embedded store in memory', async () => {
  const clock = new ManualClock();
  return { clock, store: await openEmbeddedStore({ directory: null, clock, policy }) };
});

for (const durability of ['default', 'strict'] as const) {
  describeStore(`the embedded store on disk (${durability})`, async () => {
    const clock = new ManualClock();
    return { clock, store: await directories.open(await directories.make(), { clock, durability }) };
  });
}

for (const [what, fails, durability] of [
  ['is full', ({ name }) => name === 'write', 'default'],
  ['can do nothing at all', () => true, 'default'],
  ['cannot be synced', ({ name }) => name === 'sync', 'strict'],
] as const satisfies readonly [string, (call: DiskCall) => boolean, Durability][])
  describeOutages(`the embedded store on a disk that ${what}`, async () => {
    const clock = new ManualClock();
    const files = new FaultyFiles();
    const store = await directories.open(await directories.make(), { clock, files, durability });
    const outage = {
      begin: () => {
        files.fate = (call) => (fails(call) ? 'fails' : 'happens');
      },
      end: () => {
        files.fate = () => 'happens';
      },
    };
    return { clock, store, outage };
  });

describe('a failed write', () => {
  const emit = (store: EmbeddedStore, text = '') =>
    store.transact({ account: 'a' }, (view) => ({
      result: view.nextEventId,
      events: [{ type: 'login.succeeded', at: START_TIME, data: { text } }],
    }));
  const idsOf = async (store: EmbeddedStore) =>
    (await store.trace.page('a', { limit: 100, order: 'asc' })).items.map(({ id }) => id);

  it('refuses the commits that arrived during the write, and accepts later ones', async () => {
    const files = new FaultyFiles();
    const store = await directories.open(await directories.make(), { files });
    let fail = () => {};
    const failure = new Promise<Fate>((resolve) => {
      fail = () => resolve('fails');
    });
    files.fate = ({ name }) => (name === 'write' ? failure : 'happens');
    const first = emit(store);
    await until(() => files.calls.at(-1)?.name === 'write');
    const second = emit(store);
    files.fate = () => 'happens';
    fail();
    await expect(first).rejects.toThrow(StoreUnavailableError);
    await expect(second).rejects.toThrow(StoreUnavailableError);
    expect(await emit(store)).toBe(1);
    expect(await idsOf(store)).toEqual([1]);
  });
});

it('pauses for other work while it calculates the usage of an account', async () => {
  const store = await openEmbeddedStore({ directory: null, clock: new ManualClock(), policy });
  const puts = Array.from({ length: 3000 }, (_, number) => put('partner', `p${number}`, partner('a', 'p')));
  await store.transact({ account: 'a' }, () => ({ result: null, puts }));
  let wentOn = false;
  setImmediate(() => {
    wentOn = true;
  });
  const { bytes } = await store.usageOf('a');
  expect(bytes).toBe(3000 * JSON.stringify(partner('a', 'p')).length);
  expect(wentOn).toBe(true);
  await store.close();
});
