import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { FaultHistory } from '../../test/fault-history.ts';
import { bury, observeWhole, openOn, STORE_DIRECTORY } from '../../test/fault-store.ts';
import { commitStep } from '../../test/history-model.ts';
import { MemoryDisk } from '../../test/memory-disk.ts';

/** Distance between the bytes that are changed, or the lengths. `SIM_FAULT_SWEEP=full` tries all. */
const STRIDE = process.env.SIM_FAULT_SWEEP === 'full' ? 1 : 29;

/** The files of a killed process: a `db.json` with its trace, a lock, and commits in the journal. */
const disk = new MemoryDisk();
/** The store's content: first without the journal's commits, then after each of them. */
const states: string[] = [];

const nameOf = (path: string) => path.slice(STORE_DIRECTORY.length + 1);

async function startWith(path: string, bytes: Buffer): Promise<{ answer: string; warnings: string[] }> {
  const copy = disk.copy();
  copy.overwrite(path, bytes);
  const warnings: string[] = [];
  try {
    const store = await openOn(copy, undefined, undefined, (message) => warnings.push(message));
    return { answer: JSON.stringify(await observeWhole(store)), warnings };
  } catch (error) {
    const { message, stack } = error as Error;
    const isRefused = message.startsWith(`${path} is damaged at byte`);
    return { answer: isRefused ? 'refused' : String(stack), warnings };
  }
}

async function forEach(look: (path: string, bytes: Buffer, at: number) => Promise<void>): Promise<void> {
  for (const path of disk.files(STORE_DIRECTORY)) {
    const bytes = (await disk.read(path)) as Buffer;
    for (let at = 0; at < bytes.length; at += STRIDE) await look(path, bytes, at);
  }
}

beforeAll(async () => {
  await new FaultHistory(disk, 'default').play();
  const store = await openOn(disk);
  states.push(JSON.stringify(await observeWhole(store)));
  for (const id of ['a8', 'a9', 'a10']) {
    await commitStep(store, { do: 'put', account: 'a', id, status: 'pending' });
    states.push(JSON.stringify(await observeWhole(store)));
    await commitStep(store, { do: 'events', account: 'b', count: 2, sessionId: 'x' });
    states.push(JSON.stringify(await observeWhole(store)));
  }
  await bury(disk);
});

describe('an embedded store with a damaged file', () => {
  it('has a file of every kind to damage', () => {
    expect(disk.files(STORE_DIRECTORY).map(nameOf).toSorted()).toEqual([
      'db.json',
      'journal.jsonl',
      'lock',
      'trace/2026-01-01.jsonl',
    ]);
  });

  it('refuses to start and names the file if any bit has changed', async () => {
    let skippedChanges = 0;
    await forEach(async (path, bytes, at) => {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] as number) ^ (1 << (at % 8));
      const { answer } = await startWith(path, damaged);
      const what = `${path}, byte ${at}`;
      if (nameOf(path) === 'lock') expect(answer, what).toBe(states.at(-1));
      // Changes in events from before a reset have no effect, because nothing reads them.
      else if (path.includes('/trace/') && answer === states.at(-1)) skippedChanges++;
      else expect(answer, what).toBe('refused');
    });
    const trace = (await disk.read(join(STORE_DIRECTORY, 'trace', '2026-01-01.jsonl'))) as Buffer;
    expect(skippedChanges).toBeLessThan(trace.length / STRIDE / 2);
  }, 300_000);

  it('refuses to start with a shortened file, except a journal, which loses its incomplete commit', async () => {
    let commits = -1;
    await forEach(async (path, bytes, length) => {
      const { answer, warnings } = await startWith(path, bytes.subarray(0, length));
      const what = `${path}, ${length} bytes`;
      if (nameOf(path) === 'lock') expect(answer, what).toBe(states.at(-1));
      else if (!nameOf(path).startsWith('journal') || (commits === -1 && !states.includes(answer)))
        expect(answer, what).toBe('refused');
      else {
        const position = states.indexOf(answer);
        expect(position === commits || position === commits + 1, what).toBe(true);
        const cut = expect.stringContaining(`the last write to ${path} was incomplete`);
        if (warnings.length > 0) expect(warnings, what).toEqual([cut]);
        commits = position;
      }
    });
    expect(commits).toBe(states.length - 2);
  }, 300_000);
});
