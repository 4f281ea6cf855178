import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { until } from '../../../../../test/support/until.ts';
import { eventTypes, range, removeRecord, START_TIME, saveRecord } from '../../../test/conformance-steps.ts';
import { FaultyFiles } from '../../../test/faulty-files.ts';
import { session } from '../../../test/store-samples.ts';
import { TestDirectories } from '../../../test/test-directories.ts';
import { put, ref } from '../../store.ts';
import type { EmbeddedStore } from '../embedded-store.ts';

const directories = new TestDirectories();

function createSession(store: EmbeddedStore, number: number): Promise<string> {
  const id = `s${number}`;
  return store.transact({ account: 'a', lock: [ref('session', id)] }, () => ({
    result: id,
    puts: [put('session', id, session('a', id))],
    events: [{ type: 'session.created', at: START_TIME, sessionId: id, data: { number } }],
  }));
}

async function sessionsOf(store: EmbeddedStore): Promise<string[]> {
  return (await store.list('session', 'a', { limit: 1_000_000 })).items.map(({ id }) => id);
}

function countFolds({ calls }: FaultyFiles): number {
  return calls.filter(({ name, path }) => name === 'rename' && path.endsWith('db.json')).length;
}

/**
 * Opens a store that waits at the given file operation while it writes `db.json`, and whose process ends once
 * the file exists.
 */
async function openWithHeldFold(foldBytes: number, [call, number]: readonly ['open' | 'write', number]) {
  const directory = await directories.make();
  const files = new FaultyFiles();
  const store = await directories.open(directory, { files, foldBytes });
  let [releaseFold, callCount, hasDied] = [() => {}, 0, false];
  const release = new Promise<void>((resolve) => {
    releaseFold = resolve;
  });
  files.fate = async ({ name, path }) => {
    if (name === call && path.endsWith('db.json.new') && ++callCount === number) await release;
    if (name === 'open' && path.endsWith('journal.jsonl.new')) hasDied = true;
    return hasDied ? 'dies' : 'happens';
  };
  return {
    store,
    whenHeld: () => until(() => callCount === number),
    /** Returns a copy of the directory as the next process finds it. */
    async copyAfterDeath() {
      releaseFold();
      await until(() => hasDied);
      return directories.copy(directory);
    },
  };
}

describe('folding the journal into db.json', () => {
  it('happens even if every process is killed long before the journal is large', async () => {
    const directory = await directories.make();
    for (let run = 1; run <= 10; run++) {
      const files = new FaultyFiles();
      const store = await directories.open(directory, { files, foldBytes: 5000 });
      await createSession(store, run);
      if (run === 10) await until(() => countFolds(files) > 0);
      files.fate = () => 'dies';
      await store.close();
      await directories.bury(directory);
    }
    expect(await sessionsOf(await directories.open(directory))).toEqual(range(10, 1));
  });

  it('writes consistent records while commits change them', async () => {
    const directory = await directories.make();
    const files = new FaultyFiles();
    const store = await directories.open(directory, { files, foldBytes: 1_500_000 });
    let folds = 0;
    files.fate = ({ name, path }) => {
      if (folds === 2) return 'dies';
      if (name === 'rename' && path.endsWith('db.json')) folds++;
      return 'happens';
    };
    const big = 'x'.repeat(2000);
    const rounds = new Map<number, number>();
    const change = async (number: number, round: number) => {
      const replacement = session('a', `s${number}`, 'pending', null, { big, round });
      await saveRecord(store, put('session', `s${number}`, replacement));
      rounds.set(number, round);
    };
    for (let round = 1; folds < 2 && round < 100; round++) {
      await Promise.allSettled(Array.from({ length: 300 }, (_, number) => change(number, round)));
    }
    expect(folds).toBe(2);
    const reopened = await directories.open(await directories.copy(directory));
    for (const [number, round] of rounds) {
      const { fields } = reopened.get('session', `s${number}`) ?? {};
      expect(fields).toHaveProperty('big', big);
      expect(Number(Object(fields).round)).toBeGreaterThanOrEqual(round);
    }
    expect(await sessionsOf(reopened)).toEqual(range(299, 0));
  });

  it('keeps a reset that happened during the write', async () => {
    const { store, whenHeld, copyAfterDeath } = await openWithHeldFold(100_000, ['write', 2]);
    const pad = 'x'.repeat(1000);
    const ids = Array.from({ length: 200 }, (_, number) => `s${number}`);
    const padded = (id: string) => put('session', id, session('a', id, 'pending', null, { pad }));
    await Promise.all(ids.map((id) => saveRecord(store, padded(id))));
    await whenHeld();
    await store.transact({ account: 'a', exclusive: true }, () => ({
      result: null,
      clear: ['session'],
      clearTrace: true,
      puts: [put('session', 's7', session('a', 's7', 'paid'))],
      events: [{ type: 'control.reset', at: START_TIME, data: {} }],
    }));
    const copy = await copyAfterDeath();
    expect(await readdir(copy)).toContain('db.json');
    const reopened = await directories.open(copy);
    expect(await sessionsOf(reopened)).toEqual(['s7']);
    expect(reopened.get('session', 's7')?.status).toBe('paid');
    expect(await eventTypes(reopened, 'a')).toEqual(['control.reset']);
  });

  it('lists a record once if it was deleted and put again during the write', async () => {
    const { store, whenHeld, copyAfterDeath } = await openWithHeldFold(400_000, ['write', 2]);
    const pad = 'x'.repeat(1000);
    const padded = (id: string) => put('session', id, session('a', id, 'pending', null, { pad }));
    const ids = Array.from({ length: 500 }, (_, number) => `s${number}`);
    await Promise.all(ids.map((id) => saveRecord(store, padded(id))));
    await whenHeld();
    await removeRecord(store, 'a', ref('session', 's0'));
    await saveRecord(store, padded('s0'));
    const copy = await copyAfterDeath();
    expect(JSON.parse(await readFile(join(copy, 'db.json'), 'utf8')).session).toHaveLength(501);
    const reopened = await directories.open(copy);
    expect(await sessionsOf(reopened)).toEqual([...ids.slice(1), 's0'].toReversed());
  });

  it('keeps the order of creation even if db.json was newer than the journal when the process stopped', async () => {
    const { store, whenHeld, copyAfterDeath } = await openWithHeldFold(1000, ['open', 1]);
    await createSession(store, 1);
    await createSession(store, 2);
    await whenHeld();
    await createSession(store, 3);
    const copy = await copyAfterDeath();
    expect(JSON.parse(await readFile(join(copy, 'db.json'), 'utf8')).session).toHaveLength(3);
    const reopened = await directories.open(copy);
    await createSession(reopened, 4);
    expect(await sessionsOf(reopened)).toEqual(range(4, 1));
  });
});
