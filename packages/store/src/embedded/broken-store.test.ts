import type { CancelTimer } from '@svc-simulator/core';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { buttonBody, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { saveRecord } from '../../test/conformance-steps.ts';
import { partner, session } from '../../test/store-samples.ts';
import { TestDirectories } from '../../test/test-directories.ts';
import { BrokenStoreError } from '../integrity.ts';
import { put, ref } from '../store.ts';

/** Throws when a timer is set for a session's deadline, which happens after the commit was written. */
class FailingClock extends ManualClock {
  fails = false;

  override at(atMs: number, callback: () => void): CancelTimer {
    if (this.fails && atMs - this.now() > FAR_MS) throw new Error('no timers are left');
    return super.at(atMs, callback);
  }
}

/** Longer than the delays of the journal, and shorter than the time to a session's deadline. */
const FAR_MS = 60_000;
const LATER = Date.UTC(2100, 0);
const directories = new TestDirectories();

const pending = session('a', 's1', 'pending', LATER);

async function openBroken(directory: string) {
  const clock = new FailingClock();
  const store = await directories.open(directory, { clock });
  store.start(async () => {});
  return { store, clock };
}

describe('an embedded store that breaks after a write', () => {
  it('rejects every call with the cause, including waiting ones', async () => {
    const { store, clock } = await openBroken(await directories.make());
    await saveRecord(store, put('partner', 'p1', partner('a', 'p1')));
    const errors: Error[] = [];
    store.integrity.onBroken((error) => errors.push(error));
    clock.fails = true;
    const first = saveRecord(store, put('session', 's1', pending));
    const waiting = store.transact({ account: 'a', lock: [ref('session', 's1')] }, () => ({ result: 1 }));
    await expect(first).rejects.toThrow(BrokenStoreError);
    await expect(waiting).rejects.toThrow('no timers are left');
    await expect(saveRecord(store, put('partner', 'p2', partner('a', 'p2')))).rejects.toThrow(
      'no timers are left',
    );
    await expect(store.betweenCommits(async () => {})).rejects.toThrow('no timers are left');
    expect(errors).toEqual([store.integrity.broken]);
    await store.close();
  });

  it('keeps the written commits on disk and writes nothing from memory', async () => {
    const directory = await directories.make();
    const { store, clock } = await openBroken(directory);
    clock.fails = true;
    await expect(saveRecord(store, put('session', 's1', pending))).rejects.toThrow(BrokenStoreError);
    await store.close();
    const again = await openBroken(directory);
    expect(again.store.get('session', 's1')).toEqual(pending);
    await saveRecord(again.store, put('session', 's2', session('a', 's2', 'pending', LATER)));
    await again.store.close();
  });
});

it('returns 500 and reports the simulator as unhealthy', async () => {
  const clock = new FailingClock();
  await using sim = await TestSimulator.start({ clock });
  const { token, agreement } = await sim.account();
  clock.fails = true;
  const failure = { status: 500, json: { detail: expect.stringContaining('no timers are left') } };
  const path = '/api/v1/ext/payment-sessions/buttons';
  for (let time = 0; time < 2; time++)
    expect(
      await sim.send('POST', path, { token, body: { ...buttonBody, agreement_id: agreement } }),
    ).toMatchObject(failure);
  expect(await sim.send('GET', '/health')).toMatchObject(failure);
  expect(await sim.send('GET', '/ready')).toMatchObject({ status: 503 });
  clock.fails = false;
});
