import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { expect, it, vi } from 'vitest';
import { MemoryDisk } from '../../../test/memory-disk.ts';
import { session } from '../../../test/store-samples.ts';
import { policy } from '../../../test/test-directories.ts';
import type { CommittedEvent } from '../../commit.ts';
import { databaseHeader, readDatabase, writeDatabase } from '../database-file.ts';
import { StoreData } from '../store-data.ts';
import { DayFile, UTC_DAY_MS } from './day-file.ts';
import { TraceFiles } from './trace-files.ts';

const log = () => {};

function events(clock: ManualClock, from: number, to: number, bytes = 10, accountId = 'a'): CommittedEvent[] {
  const count = to - from + 1;
  const pad = 'x'.repeat(bytes);
  return Array.from({ length: count }, (_, at) => {
    const id = from + at;
    const json = `{"id":${id},"at":"${new Date(clock.now()).toISOString()}","type":"login.succeeded","data":"${pad}"}`;
    const atMs = clock.now();
    return { id, accountId, type: 'login.succeeded', sessionId: undefined, json, atMs, length: json.length };
  });
}

function inSession(event: CommittedEvent, sessionId: string): CommittedEvent {
  const json = event.json.replace('"data"', `"session_id":"${sessionId}","data"`);
  return { ...event, sessionId, json, length: json.length };
}

it('removes expired events at a commit if the trace is in memory only', async () => {
  const clock = new ManualClock();
  const { trace, accounts } = new StoreData(policy, { clock, log, files: null });
  const state = accounts.findOrCreate('a');
  trace.add(state, events(clock, 1, 3000), clock.now());
  await clock.advance(13 * UTC_DAY_MS);
  trace.add(state, events(clock, 3001, 3001), clock.now());
  expect(state.recent).toHaveLength(3001);
  await clock.advance(2 * UTC_DAY_MS);
  trace.add(state, events(clock, 3002, 3002), clock.now());
  expect(state.recent.map(({ id }) => id)).toEqual([3001, 3002]);
});

it('keeps less than 13 MiB of a trace in memory, and returns older events from files', async () => {
  const clock = new ManualClock();
  const files = new TraceFiles({
    directory: '/trace',
    files: new MemoryDisk(),
    clock,
    log,
    retentionMs: policy.retentionMs,
  });
  await files.open({});
  const { trace, accounts } = new StoreData(policy, { clock, log, files });
  const state = accounts.findOrCreate('a');
  for (let at = 0; at < 60; at++) {
    trace.add(state, events(clock, at * 200 + 1, at * 200 + 200, 5000), clock.now());
    await files.flush();
  }
  const heldBytes = state.recent.reduce((sum, { length }) => sum + length, 0);
  expect(heldBytes).toBeLessThan(13 * 2 ** 20);
  expect(heldBytes).toBeGreaterThan(2 ** 20);
  expect(state.marks.length).toBeLessThan((60 * 200 * 5000) / 30_000);
  for (const id of [1, 200, 201, 5000, 11_999]) expect((await trace.get('a', id))?.id).toBe(id);
  const page = await trace.page('a', { limit: 5, order: 'desc', after: 301 });
  expect(page.items.map(({ id }) => id)).toEqual([300, 299, 298, 297, 296]);
});

it("keeps an account's events in memory while another account writes many", async () => {
  const clock = new ManualClock();
  const files = new TraceFiles({
    directory: '/trace',
    files: new MemoryDisk(),
    clock,
    log,
    retentionMs: policy.retentionMs,
  });
  await files.open({});
  const { trace, accounts } = new StoreData(policy, { clock, log, files });
  const [quiet, busy] = [accounts.findOrCreate('quiet'), accounts.findOrCreate('busy')];
  trace.add(quiet, events(clock, 1, 100, 10, 'quiet'), clock.now());
  for (let at = 0; at < 60; at++) {
    trace.add(busy, events(clock, at * 200 + 1, at * 200 + 200, 5000, 'busy'), clock.now());
    await files.flush();
  }
  expect(quiet.recent).toHaveLength(100);
  expect(busy.recent.length).toBeLessThan(3000);
});

it('reads only the blocks of the files around the events of a session that are far apart', async () => {
  const clock = new ManualClock();
  const files = new TraceFiles({
    directory: '/trace',
    files: new MemoryDisk(),
    clock,
    log,
    retentionMs: policy.retentionMs,
  });
  await files.open({});
  const data = new StoreData(policy, { clock, log, files });
  const { tables, trace, accounts } = data;
  const state = accounts.findOrCreate('a');
  const entry = data.entryOf({ kind: 'session', id: 's', seq: 1, value: session('a', 's') });
  entry.events = [1, 0];
  tables.put(entry);
  for (let at = 0; at < 60; at++) {
    const batch = events(clock, at * 200 + 1, at * 200 + 200, 5000);
    for (const [index, event] of batch.entries())
      if ([1, 2, 6000, 11_000].includes(event.id)) batch[index] = inSession(event, 's');
    trace.add(state, batch, clock.now());
    await files.flush();
  }
  const read = vi.spyOn(files, 'read');
  for (const order of ['asc', 'desc'] as const) {
    const { items } = await trace.page('a', { sessionId: 's', limit: 10, order });
    const ids = items.map(({ id }) => id);
    expect(order === 'asc' ? ids : ids.reverse()).toEqual([1, 2, 6000, 11_000]);
  }
  expect(state.marks.length).toBeGreaterThan(1000);
  expect(read.mock.calls.length).toBeLessThan(12);

  const disk = new MemoryDisk();
  const bytes = await writeDatabase(disk, '/db.json', databaseHeader(data, 0), data);
  const restored = new StoreData(policy, { clock, log, files });
  const { kinds } = await readDatabase('/db.json', await disk.openFile('/db.json', false), bytes, restored);
  for (const [kind, slices] of kinds) restored.tables.addLazily(kind, slices);
  expect(restored.tables.get('session', 's')).toMatchObject({
    events: [1, 11_000],
    gaps: [
      [2, 6000],
      [6000, 11_000],
    ],
  });
});

/** A disk on which a sync waits until the test calls `finishSync`. */
class SlowDisk extends MemoryDisk {
  finishSync = () => {};

  override async openFile(path: string, isEmptied: boolean) {
    const file = await super.openFile(path, isEmptied);
    return { ...file, sync: () => new Promise<void>((resolve) => (this.finishSync = resolve)) };
  }
}

it('reads the file of a day while a sync of the file is running', async () => {
  const disk = new SlowDisk();
  const file = new DayFile(disk, '/', 1);
  await file.write(Buffer.from('one\ntwo\n'));
  const syncing = file.sync();
  const read: string[] = [];
  for await (const lines of file.lines(0, 8)) for (const { line } of lines) read.push(line.toString());
  expect(read).toEqual(['one', 'two']);
  disk.finishSync();
  await syncing;
  await file.close();
});
