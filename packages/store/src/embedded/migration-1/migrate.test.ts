import { cp, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ManualClock, type Records } from '@svc-simulator/core';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../../test/support/program.ts';
import { note } from '../../../test/conformance-steps.ts';
import { FaultyFiles } from '../../../test/faulty-files.ts';
import { TestDirectories } from '../../../test/test-directories.ts';
import type { EmbeddedStore } from '../embedded-store.ts';

const directories = new TestDirectories();
/** Minutes after the directories were made. */
const NOW = Date.parse('2026-11-22T13:00:00Z');

/** What the store of version 0.1 answered about a directory: by account. */
type Answers = Record<
  string,
  {
    account: Records['account'];
    lists: Record<string, unknown[]>;
    nextEventId: number;
    events: string[];
  }
>;

/** A copy of a directory that version 0.1 left, `closed` or `killed`. */
async function old(name: string): Promise<string> {
  const directory = await directories.make();
  await cp(`${root}test/data/store-1/${name}`, directory, { recursive: true });
  return directory;
}

async function answersOf(name: string): Promise<Answers> {
  return JSON.parse(await readFile(`${root}test/data/store-1/${name}.answers.json`, 'utf8')) as Answers;
}

/** What the store answers about the same. */
async function answered(store: EmbeddedStore, asked: Answers): Promise<Answers> {
  const answers: Answers = {};
  for (const [account, { lists }] of Object.entries(asked)) {
    const found: Record<string, readonly unknown[]> = {};
    for (const kind of Object.keys(lists) as (keyof Records)[])
      found[kind] = (await store.list(kind, account, { limit: 1000 })).items;
    const { items } = await store.trace.page(account, { limit: 1000, order: 'asc' });
    answers[account] = {
      account: store.get('account', account) as Records['account'],
      lists: found as Record<string, unknown[]>,
      nextEventId: await store.transact({ account }, (view) => ({ result: view.nextEventId })),
      events: items.map(({ json }) => json),
    };
  }
  return answers;
}

const open = (directory: string, files = new FaultyFiles()) =>
  directories.open(directory, { clock: new ManualClock(NOW), files });

describe('a directory of version 0.1', () => {
  it.each(['closed', 'killed'])(
    'that was %s is answered as before, also once it was closed',
    async (name) => {
      const directory = await old(name);
      const expected = await answersOf(name);
      expect(Object.values(expected).some(({ events }) => events.length > 50)).toBe(true);
      const store = await open(directory);
      expect(await answered(store, expected)).toEqual(expected);
      const [account = '', { nextEventId } = { nextEventId: 0 }] = Object.entries(expected)[0] ?? [];
      await note(store, account, NOW);
      const [newest] = (await store.trace.page(account, { limit: 1, order: 'desc' })).items;
      expect(newest?.id).toBe(nextEventId);
      await store.close();
      expect((await readdir(directory)).toSorted()).toEqual(['db.json', 'journal.jsonl', 'trace']);
      expect(await readdir(join(directory, 'trace'))).toEqual(['2026-11-22.jsonl']);
      const again = await open(directory);
      expect((await answered(again, expected))[account]?.lists).toEqual(expected[account]?.lists);
    },
  );

  it('finds the trace of a session without reading all of it', async () => {
    const directory = await old('killed');
    const store = await open(directory);
    for (const [account, { events, lists }] of Object.entries(await answersOf('killed'))) {
      for (const { id } of (lists.session ?? []) as { id: string }[]) {
        const { items } = await store.trace.page(account, { limit: 1000, order: 'asc', sessionId: id });
        expect(items.length).toBeGreaterThan(2);
        expect(items.map(({ json }) => json)).toEqual(
          events.filter((json) => JSON.parse(json).session_id === id),
        );
      }
    }
  });

  it('is the same however often the process dies while it is rewritten', async () => {
    const directory = await old('killed');
    const expected = await answersOf('killed');
    for (let step = 1; ; step++) {
      const copy = await directories.copy(directory);
      const files = new FaultyFiles();
      files.fate = ({ number }) => (number === step ? 'dies' : 'happens');
      const died = await open(copy, files).then(
        () => false,
        () => true,
      );
      if (!died) break;
      await directories.bury(copy);
      expect(await answered(await open(copy), expected), `step ${step}`).toEqual(expected);
      if (step > 200) throw new Error('it never comes to its end');
    }
  });

  it.each(['snapshot.bin', 'journal-2.bin', 'trace/2026-11-22.jsonl', 'trace/2026-11-22.rows'])(
    'whose %s is damaged is refused by that name, and stays as it is',
    async (name) => {
      const directory = await old('killed');
      const path = join(directory, name);
      const good = await readFile(path);
      const bad = Buffer.from(good);
      bad[100] = (bad[100] as number) ^ 1;
      await writeFile(path, bad);
      await expect(open(directory)).rejects.toThrow(`${path} is damaged at byte`);
      expect(await readFile(path)).toEqual(bad);
      await writeFile(path, good);
      const expected = await answersOf('killed');
      expect(await answered(await open(directory), expected)).toEqual(expected);
    },
  );

  it('whose last write was cut off loses that one', async () => {
    const directory = await old('killed');
    const path = join(directory, 'journal-2.bin');
    await truncate(path, (await readFile(path)).length - 5);
    const expected = await answersOf('killed');
    const found = await answered(await open(directory), expected);
    const counts = (answers: Answers) => Object.values(answers).map(({ events }) => events.length);
    expect(counts(found)).not.toEqual(counts(expected));
  });
});
