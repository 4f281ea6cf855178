import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../../../../../test/support/until.ts';
import { eventTypes, noteEvent, ONE_DAY_MS, START_TIME } from '../../../test/conformance-steps.ts';
import { type Fate, FaultyFiles } from '../../../test/faulty-files.ts';
import { TestDirectories } from '../../../test/test-directories.ts';
import type { EmbeddedStore } from '../embedded-store.ts';
import type { OpenFile } from '../files/files.ts';

const directories = new TestDirectories();
const FIRST = '2026-01-01.jsonl';

const namesOf = (directory: string) => readdir(join(directory, 'trace'));

/** Adds an event with a text of this many bytes. */
function addLongEvent(store: EmbeddedStore, account: string, at: number, bytes: number): Promise<void> {
  const data = { text: 'x'.repeat(bytes) };
  return store.transact({ account }, () => ({
    result: undefined,
    events: [{ type: 'login.succeeded', at, data }],
  }));
}

/** Delays reads of the trace until the test releases them. */
class SlowReads extends FaultyFiles {
  waiting = 0;
  release = () => {};
  readonly #gate = new Promise<void>((resolve) => {
    this.release = resolve;
  });

  override async openFile(path: string, isEmptied: boolean): Promise<OpenFile> {
    const file = await super.openFile(path, isEmptied);
    if (!path.includes('trace')) return file;
    const read: OpenFile['read'] = async (position, length) => {
      this.waiting++;
      await this.#gate;
      return file.read(position, length);
    };
    return { ...file, read };
  }
}

/** Returns the trace files that this process has open. */
async function findOpenTraceFiles(directory: string): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((path) => path.startsWith(join(directory, 'trace')));
}

describe('the trace file of a past day', () => {
  it('is closed once it is synced', async () => {
    const { clock, directory, store } = await directories.fresh({ foldBytes: 2000 });
    for (const day of ['2026-01-01', '2026-01-02']) {
      await noteEvent(store, 'a', clock.now());
      await until(
        async () => (await namesOf(directory)).includes(`${day}.jsonl`),
        () => clock.advance(250),
      );
      if (day === '2026-01-01') await clock.advance(ONE_DAY_MS);
    }
    await addLongEvent(store, 'a', clock.now(), 3000);
    // Writing a new `db.json` syncs the files of both days.
    const readDatabase = () => readFile(join(directory, 'db.json'), 'utf8').catch(() => '');
    await until(async () => (await readDatabase()).includes('2026-01-02'));
    await until(async () => (await findOpenTraceFiles(directory)).length <= 1);
    expect(await namesOf(directory)).toHaveLength(2);
  });
});

describe('the trace file of an expired day', () => {
  it('is deleted with the first event of a new day, and files of past days are closed', async () => {
    const { clock, directory, store } = await directories.fresh();
    for (let day = 1; day <= 31; day++) {
      await clock.advanceTo(START_TIME + (day - 1) * ONE_DAY_MS);
      await noteEvent(store, 'a', clock.now());
      const name = `2026-01-${String(day).padStart(2, '0')}.jsonl`;
      await until(
        async () => (await namesOf(directory)).includes(name),
        () => clock.advance(250),
      );
    }
    // If the sweep of the previous day is still running, the next commit starts another one.
    await until(
      async () => (await namesOf(directory)).toSorted()[0] === '2026-01-17.jsonl',
      () => noteEvent(store, 'a', clock.now()),
    );
    expect(await namesOf(directory)).toHaveLength(15);
    await until(async () => (await findOpenTraceFiles(directory)).length <= 1);
  });

  it('remains if one start had its clock a month ahead and the next start has the right time', async () => {
    const { clock, directory, store } = await directories.fresh();
    await noteEvent(store, 'a', clock.now());
    await clock.advance(ONE_DAY_MS);
    await noteEvent(store, 'a', clock.now());
    await store.close();
    const ahead = await directories.open(directory, { clock: new ManualClock(START_TIME + 30 * ONE_DAY_MS) });
    expect(await eventTypes(ahead, 'a')).toEqual([]);
    await ahead.close();
    const again = await directories.open(directory, { clock });
    expect(await eventTypes(again, 'a')).toHaveLength(2);
  });

  it('remains while db.json lists it, even if its retention ends during the write', async () => {
    const directory = await directories.make();
    const clock = new ManualClock();
    const files = new FaultyFiles();
    const store = await directories.open(directory, { clock, files, foldBytes: 2000 });
    await noteEvent(store, 'a', clock.now());
    await clock.advance(15 * ONE_DAY_MS - 1000);
    let folded = false;
    files.fate = async ({ name, path }): Promise<Fate> => {
      if (name === 'rename' && path.endsWith('db.json')) await clock.advance(2000);
      folded ||= name === 'rename' && path.endsWith('journal.jsonl');
      return 'happens';
    };
    await addLongEvent(store, 'a', clock.now(), 3000);
    await until(() => folded);
    await store.close();
    const earlier = await directories.open(directory, { clock: new ManualClock(clock.now() - 3000) });
    expect(await eventTypes(earlier, 'a')).toEqual(['login.succeeded']);
  });

  it('is not created again by a page that was reading it', async () => {
    const directory = await directories.make();
    const clock = new ManualClock(START_TIME + ONE_DAY_MS - 1);
    const first = await directories.open(directory, { clock });
    for (let count = 0; count < 30; count++) await addLongEvent(first, 'a', clock.now(), 6000);
    await first.close();
    await clock.advance(14 * ONE_DAY_MS);
    const files = new SlowReads();
    const store = await directories.open(directory, { clock, files });
    const page = store.trace.page('a', { limit: 100, order: 'asc' });
    await until(() => files.waiting > 0);
    await clock.advance(1);
    await noteEvent(store, 'a', clock.now());
    await until(() =>
      files.calls.some(({ name, path }) => name === 'rename' && path.endsWith('journal.jsonl')),
    );
    for (let turn = 0; turn < 20; turn++) await namesOf(directory);
    files.release();
    expect((await page).items.length).toBeGreaterThan(0);
    await until(async () => !(await namesOf(directory)).includes(FIRST));
    expect((await findOpenTraceFiles(directory)).filter((path) => path.includes(FIRST))).toEqual([]);
  });
});

describe('accounts in db.json', () => {
  const accountsIn = async (directory: string): Promise<string[]> => {
    const { about } = JSON.parse(await readFile(join(directory, 'db.json'), 'utf8'));
    return about.accounts.map(({ account }: { account: string }) => account);
  };
  const deleteAccount = (store: EmbeddedStore, account: string, at: number) =>
    store.transact({ account, exclusive: true }, () => ({
      result: null,
      clear: ['account'],
      clearTrace: true,
      events: [{ type: 'account.deleted', at, data: {} }],
    }));

  it('lists a deleted account until its last event has expired, and never an account without events', async () => {
    const { clock, directory, store: first } = await directories.fresh();
    await first.transact({ account: 'named' }, () => ({ result: null }));
    await noteEvent(first, 'deleted', clock.now());
    await deleteAccount(first, 'deleted', clock.now());
    const killed = await directories.copy(directory);
    await first.close();
    expect(await accountsIn(directory)).toEqual(['deleted']);
    for (const left of [directory, killed]) {
      const later = new ManualClock(START_TIME + 3 * ONE_DAY_MS);
      const second = await directories.open(left, { clock: later });
      await noteEvent(second, 'deleted', later.now());
      await noteEvent(second, 'kept', later.now());
      expect(await eventTypes(second, 'deleted')).toEqual(['account.deleted']);
      await second.close();
      expect(await accountsIn(left)).toEqual(['deleted', 'kept']);
      const third = await directories.open(left, { clock: new ManualClock(START_TIME + 15 * ONE_DAY_MS) });
      await noteEvent(third, 'kept', START_TIME + 15 * ONE_DAY_MS);
      await third.close();
      expect(await accountsIn(left)).toEqual(['kept']);
    }
  });
});
