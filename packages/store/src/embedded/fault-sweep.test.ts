import { describe, expect, it } from 'vitest';
import { FaultHistory } from '../../test/fault-history.ts';
import { bury, observeWhole, openOn, STORE_DIRECTORY } from '../../test/fault-store.ts';
import type { DiskCall } from '../../test/faulty-files.ts';
import { commitStep, type Observed } from '../../test/history-model.ts';
import { type Leftover, leftovers, MemoryDisk } from '../../test/memory-disk.ts';
import type { Durability } from './journal/journal.ts';

/**
 * `SIM_FAULT_SWEEP=full` tries every file operation in every way, which takes minutes. Otherwise each
 * durability tries a quarter of them.
 */
const FULL = process.env.SIM_FAULT_SWEEP === 'full';

/**
 * Returns the numbers of the file operations to try: all, or every fourth one. Each durability begins with
 * another one.
 */
function stepsToTry(durability: Durability, count: number): readonly number[] {
  const first = durability === 'strict' ? 0 : 2;
  return range(count).filter((step) => FULL || step % 4 === first);
}

async function rehearse(durability: Durability): Promise<FaultHistory> {
  const history = new FaultHistory(new MemoryDisk(), durability);
  await history.play();
  return history;
}

/** Opens the store as the next process does and compares it with every allowed content. */
async function expectWhole(history: FaultHistory, disk: MemoryDisk, least: number, what: string) {
  await bury(disk);
  const warnings: string[] = [];
  const store = await openOn(disk, undefined, 'strict', (text) => warnings.push(text)).catch((cause) => {
    throw new Error(`${what}: the store does not open: ${cause.stack}`);
  });
  const observed = await observeWhole(store);
  const possible = [...history.possible(least)];
  if (!possible.some((one) => JSON.stringify(one) === JSON.stringify(observed))) {
    expect(observed, `${what}: lost, torn or out of order`).toEqual(possible.at(-1));
  }
  // The store must still work: it serves, loses power, serves again and closes.
  await commitStep(store, { do: 'events', account: 'a', count: 1, sessionId: 'y' });
  const after = await observeWhole(store);
  expect(after.nextEventIds.a, `${what}: a gap in the ids`).toBe((observed.nextEventIds.a as number) + 1);
  const cut = disk.afterPowerCut('nothing');
  await store.close();
  await bury(cut);
  expect(await reopened(cut), `${what}, then a power cut`).toEqual(after);
  expect(await reopened(disk), `${what}, closed`).toEqual(after);
  expect(
    warnings.filter((text) => !text.includes('was incomplete')),
    what,
  ).toEqual([]);
}

async function reopened(disk: MemoryDisk): Promise<Observed> {
  const store = await openOn(disk);
  const observed = await observeWhole(store);
  await store.close();
  return observed;
}

/** Returns for example `write /trace/.jsonl` for a write to the trace of any day. */
function kindOf({ name, path }: DiskCall): string {
  const file = path.replace(STORE_DIRECTORY, '').replace(/\d{4}-\d\d-\d\d/g, '');
  return `${name} ${file.replace(/\.new$/, '')}`;
}

describe.each(['default', 'strict'] as const)(
  'the embedded store at every file operation (%s)',
  (durability) => {
    it('uses every kind of file operation in the test history', async () => {
      const { calls, acknowledged, inDoubt, warnings } = await rehearse(durability);
      expect([warnings, inDoubt]).toEqual([[], []]);
      expect(acknowledged).toHaveLength(24);
      expect(new Set(calls.map(kindOf))).toEqual(
        new Set([
          ...['makeDirectory ', 'makeDirectory /trace'],
          ...['syncDirectory /', 'syncDirectory /srv', 'syncDirectory ', 'syncDirectory /trace'],
          ...['create /lock', 'remove /lock'],
          ...['open /journal.jsonl', 'write /journal.jsonl', 'sync /journal.jsonl', 'rename /journal.jsonl'],
          ...['open /db.json', 'write /db.json', 'sync /db.json', 'rename /db.json'],
          ...['open /trace/.jsonl', 'write /trace/.jsonl', 'sync /trace/.jsonl'],
          // Files that an earlier process left are removed.
          ...['remove /db.json', 'remove /journal.jsonl'],
        ]),
      );
    });

    it('loses nothing if the process or the machine stops at any file operation', async () => {
      const { calls } = await rehearse(durability);
      for (const step of stepsToTry(durability, calls.length)) {
        const disk = new MemoryDisk();
        const history = new FaultHistory(disk, durability);
        history.fate = (number) => (number === step ? 'dies' : 'happens');
        await history.play();
        expect(history.dead).toBe(true);
        const what = `${durability}, step ${step}, ${kindOf(history.calls.at(-1) as DiskCall)}`;
        await expectWhole(history, disk.copy(), history.acknowledged.length, `${what}: killed`);
        const sample: readonly Leftover[] = [leftovers[(step >> 2) % leftovers.length] as Leftover];
        for (const left of FULL ? leftovers : sample) {
          const cut = `${what}: power cut that leaves ${left}`;
          await expectWhole(history, disk.afterPowerCut(left), history.safeCommits(), cut);
        }
      }
    }, 300_000);

    it.each([1, 5])(
      "refuses only the commits that can't be written because of %i failing calls",
      async (failing) => {
        const { calls } = await rehearse(durability);
        for (const step of stepsToTry(durability, calls.length)) {
          const disk = new MemoryDisk();
          const history = new FaultHistory(disk, durability);
          history.fate = (number) => (number >= step && number < step + failing ? 'fails' : 'happens');
          await history.play();
          const what = `${durability}, step ${step}, ${kindOf(history.calls[step - 1] as DiskCall)}: fails`;
          await expectWhole(history, disk, history.acknowledged.length, what);
        }
      },
      300_000,
    );

    it('loses nothing if the process stops some time after a failed call', async () => {
      const { calls } = await rehearse(durability);
      for (const step of stepsToTry(durability, calls.length - 1)) {
        const left = calls.length - step;
        // Half of the processes stop two calls later. A commit has then written to the file that the failed
        // call should have replaced, and that file isn't synced yet.
        const later = FULL ? range(left) : [step % 8 < 4 ? Math.min(2, left) : 1 + ((step * 7) % left)];
        for (const distance of later) {
          const disk = new MemoryDisk();
          const history = new FaultHistory(disk, durability);
          history.fate = (number) =>
            number === step ? 'fails' : number === step + distance ? 'dies' : 'happens';
          await history.play();
          const what = `${durability}, step ${step} fails, ${distance} later it dies`;
          await expectWhole(history, disk.copy(), history.acknowledged.length, what);
          if (durability === 'default') continue;
          await expectWhole(
            history,
            disk.afterPowerCut('nothing'),
            history.safeCommits(),
            `${what}, power cut`,
          );
        }
      }
    }, 1_200_000);
  },
);

function range(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}
