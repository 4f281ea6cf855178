import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../../../../../test/support/until.ts';
import { clockSetBack } from '../../../test/clock-set-back.ts';
import { noteEvent, ONE_DAY_MS } from '../../../test/conformance-steps.ts';
import { FaultyFiles } from '../../../test/faulty-files.ts';
import { TestDirectories } from '../../../test/test-directories.ts';
import { StoreUnavailableError } from '../../store.ts';
import type { EmbeddedStore } from '../embedded-store.ts';

const directories = new TestDirectories();
const PAD = 'é'.repeat(1000);

/** Adds `count` events with `bytes` of text each, over two accounts and three sessions. */
async function fill(store: EmbeddedStore, count: number, clock: ManualClock): Promise<void> {
  for (let number = 0; number < count; number++) {
    await store.transact({ account: number % 2 ? 'a' : 'b' }, () => ({
      result: null,
      events: [
        {
          type: 'session.created',
          at: clock.now(),
          sessionId: `s${number % 3}`,
          data: { number, text: PAD },
        },
      ],
    }));
  }
}

async function numbers(store: EmbeddedStore, account: string, query: object = {}): Promise<number[]> {
  const page = (await store.trace.page(account, { limit: 100_000, maxBytes: 1e9, order: 'asc', ...query }))
    .items;
  return page.map(({ json }) => JSON.parse(json).data.number as number);
}

const odd = (count: number) =>
  Array.from({ length: count }, (_, number) => number).filter((number) => number % 2);

describe('the trace files', () => {
  it("stores each event soon after its commit, even if the machine's clock is set back", async () => {
    const manual = new ManualClock();
    const directory = await directories.make();
    const store = await directories.open(directory, { clock: clockSetBack(manual) });
    await noteEvent(store, 'a', manual.now());
    await manual.advance(250);
    const readTrace = () => readFile(join(directory, 'trace', '2025-12-31.jsonl'), 'utf8').catch(() => '');
    await until(async () => (await readTrace()).endsWith('\n'));
    expect(await readTrace()).toContain('login.succeeded');
  });

  it('returns events from the files that are no longer in memory', async () => {
    const { clock, directory, store } = await directories.fresh();
    // Larger than the memory limit: 9000 events of 2 KB.
    await fill(store, 9000, clock);
    await clock.advance(1000);
    const segment = join(directory, 'trace', '2026-01-01.jsonl');
    await until(
      async () => (await readFile(segment)).length >= 9000 * 2000,
      () => clock.advance(1000),
    );
    expect(await numbers(store, 'a')).toEqual(odd(9000));
    expect(await numbers(store, 'a', { limit: 3 })).toEqual([1, 3, 5]);
    expect(await numbers(store, 'a', { limit: 3, order: 'desc', after: 100 })).toEqual([197, 195, 193]);
    expect(await numbers(store, 'a', { limit: 3, sessionId: 's0' })).toEqual([3, 9, 15]);
    await store.close();
    const again = await directories.open(directory, { clock });
    expect(await numbers(again, 'a')).toEqual(odd(9000));
    expect(await numbers(again, 'a', { limit: 3, sessionId: 's0', order: 'desc' })).toEqual([
      8997, 8991, 8985,
    ]);
  });

  it('writes each event as a line with its account and a checksum', async () => {
    const { directory, store } = await directories.fresh();
    await noteEvent(store, 'a');
    await noteEvent(store, 'b"c');
    await store.close();
    const event =
      '{"id":1,"at":"2026-01-01T00:00:00.000Z","type":"login.succeeded","data":{"surface":"api"}}';
    const lines = (await readFile(join(directory, 'trace', '2026-01-01.jsonl'), 'utf8')).split('\n');
    expect(lines.map((line) => line.replace(/[0-9a-f]{8}"\}$/, ''))).toEqual([
      `{"account":"a","event":${event},"crc":"`,
      `{"account":"b\\"c","event":${event},"crc":"`,
      '',
    ]);
  });

  it('accepts commits and a reset while a reader reads older events from the files', async () => {
    const { clock, directory, store: first } = await directories.fresh();
    await fill(first, 20, clock);
    await first.close();
    const files = new FaultyFiles();
    const store = await directories.open(directory, { clock, files });
    const before = numbers(store, 'a');
    await Promise.all([
      noteEvent(store, 'a'),
      store.transact({ account: 'b', exclusive: true }, () => clearing),
      noteEvent(store, 'b'),
    ]);
    expect((await before).slice(0, 10)).toEqual(odd(20));
    const idsOf = async (account: string) =>
      (await store.trace.page(account, { limit: 100, order: 'asc' })).items.map(({ id }) => id);
    expect(await idsOf('a')).toEqual(Array.from({ length: 11 }, (_, at) => at + 1));
    expect(await idsOf('b')).toEqual([11]);
    await store.close();
    const again = await directories.open(directory, { clock });
    expect((await again.trace.page('b', { limit: 9, order: 'asc' })).items.map(({ id }) => id)).toEqual([11]);
  });

  it("keeps the order of events when the machine's clock is set back", async () => {
    const { clock, directory, store } = await directories.fresh();
    await noteEvent(store, 'a', clock.now());
    const earlier = new ManualClock(clock.now() - 3 * ONE_DAY_MS);
    await store.close();
    const again = await directories.open(directory, { clock: earlier });
    await noteEvent(again, 'a', earlier.now());
    const ids = async (store: EmbeddedStore) =>
      (await store.trace.page('a', { limit: 9, order: 'asc' })).items.map(({ id }) => id);
    expect(await ids(again)).toEqual([1, 2]);
    const killed = await directories.open(await directories.copy(directory), { clock });
    expect(await ids(killed)).toEqual([1, 2]);
  });

  it('repeats a failed write of the files, and accepts commits meanwhile', async () => {
    const clock = new ManualClock();
    const directory = await directories.make();
    const files = new FaultyFiles();
    const errors: string[] = [];
    const store = await directories.open(directory, {
      clock,
      files,
      log: (level, message) => level === 'error' && errors.push(message),
    });
    files.fate = ({ path }) => (path.includes('trace') ? 'fails' : 'happens');
    await fill(store, 10, clock);
    await until(
      () => errors.length === 2,
      () => clock.advance(1000),
    );
    expect(errors[0]).toBe('the trace could not be written; it is tried again');
    expect(await numbers(store, 'a')).toEqual(odd(10));
    files.fate = () => 'happens';
    await store.close();
    expect(await numbers(await directories.open(directory, { clock }), 'a')).toEqual(odd(10));
  });

  it("refuses commits while too many events wait for files that can't be written", async () => {
    const clock = new ManualClock();
    const directory = await directories.make();
    const files = new FaultyFiles();
    let errors = 0;
    const log = (level: string) => level === 'error' && errors++;
    const store = await directories.open(directory, { clock, files, log });
    files.fate = ({ path }) => (path.includes('trace') ? 'fails' : 'happens');
    const megabyte = { text: 'x'.repeat(2 ** 20) };
    const add = () =>
      store.transact({ account: 'a' }, () => ({
        result: null,
        events: [{ type: 'session.created', at: clock.now(), data: megabyte }],
      }));
    await add();
    await until(() => errors > 0);
    for (let count = 1; count < 32; count++) await add();
    await expect(add()).rejects.toThrow(StoreUnavailableError);
    await expect(add()).rejects.toThrow('cannot be written, so nothing was changed: Error: ENOSPC');
    files.fate = () => 'happens';
    await clock.advance(1000);
    await until(() =>
      add().then(
        () => true,
        () => false,
      ),
    );
    expect((await store.trace.page('a', { limit: 99, maxBytes: 1e9, order: 'asc' })).items).toHaveLength(33);
  });
});

const clearing = { result: null, clearTrace: true };
