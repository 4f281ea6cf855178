import type { Clock } from '@svc-simulator/core';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../../../../../test/support/until.ts';
import { clockSetBack } from '../../../test/clock-set-back.ts';
import { eventTypes, noteEvent } from '../../../test/conformance-steps.ts';
import { bury } from '../../../test/fault-store.ts';
import { type DiskCall, FaultyFiles } from '../../../test/faulty-files.ts';
import { MemoryDisk } from '../../../test/memory-disk.ts';
import { TestDirectories } from '../../../test/test-directories.ts';

/** Delays file operations until `open` is called. */
class Gate {
  open = () => {};
  readonly whenOpen = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}

const directories = new TestDirectories();
const HOUR_MS = 3_600_000;

function callsOf({ calls }: FaultyFiles, callName: DiskCall['name'], file: string): readonly DiskCall[] {
  return calls.filter(({ name, path }) => name === callName && path.includes(file));
}

function countSyncs(files: FaultyFiles): number {
  return callsOf(files, 'sync', 'journal.jsonl').length;
}

async function openStore(clock: Clock, foldBytes = 2 ** 20) {
  const disk = new MemoryDisk();
  const files = new FaultyFiles(disk);
  const errors: string[] = [];
  const log = (level: string, message: string) => level === 'error' && errors.push(message);
  const store = await directories.open('/srv/simulator', { clock, files, log, foldBytes });
  return { disk, files, errors, store };
}

/** Returns a copy of the disk as the next process finds it after a kill. */
async function copyAfterDeath(disk: MemoryDisk): Promise<MemoryDisk> {
  const copy = disk.copy();
  await bury(copy);
  return copy;
}

describe('the journal', () => {
  it("is synced within 50 ms of a commit, even if the machine's clock is set back", async () => {
    const manual = new ManualClock();
    const { store, files } = await openStore(clockSetBack(manual));
    const before = countSyncs(files);
    await noteEvent(store, 'a');
    await manual.advance(50);
    expect(countSyncs(files)).toBe(before + 1);
  });

  it('is replaced after a failed sync, once db.json was written from memory', async () => {
    const clock = new ManualClock();
    const { store, files, errors } = await openStore(clock);
    files.fate = ({ name, path }) => (name === 'sync' && !path.includes('trace') ? 'fails' : 'happens');
    await noteEvent(store, 'a');
    const countDatabaseSyncs = () => callsOf(files, 'sync', 'db.json').length;
    await until(
      () => countDatabaseSyncs() === 2,
      () => clock.advance(50),
    );
    expect(errors[0]).toMatch(/journal\.jsonl could not be synced; a power cut now may lose commits$/);
    expect(callsOf(files, 'rename', 'db.json')).toEqual([]);
    files.fate = () => 'happens';
    // The journal retries by itself, without another commit.
    await until(
      () => callsOf(files, 'rename', 'journal.jsonl').length === 2,
      () => clock.advance(50),
    );
    const databaseRenameNumber = callsOf(files, 'rename', 'db.json')[0]?.number;
    expect(databaseRenameNumber).toBeLessThan(callsOf(files, 'rename', 'journal.jsonl')[1]?.number as number);
    await clock.advance(5000);
    const syncs = countSyncs(files);
    await clock.advance(HOUR_MS);
    expect(countSyncs(files), 'trusted again').toBe(syncs);
  });

  it('is replaced after a sync that fails while the next journal is created, once db.json was written again', async () => {
    const clock = new ManualClock();
    const { store, files, errors } = await openStore(clock, 1);
    const gate = new Gate();
    let isFailing = false;
    files.fate = async ({ name, path }) => {
      if (name === 'open' && path.endsWith('journal.jsonl.new')) await gate.whenOpen;
      return isFailing && name === 'sync' ? 'fails' : 'happens';
    };
    await noteEvent(store, 'a');
    await until(() => callsOf(files, 'open', 'journal.jsonl.new').length === 2);
    isFailing = true;
    await noteEvent(store, 'a');
    await until(
      () => errors.length > 0,
      () => clock.advance(50),
    );
    isFailing = false;
    gate.open();
    await until(
      () => callsOf(files, 'rename', 'journal.jsonl').length === 2,
      () => clock.advance(50),
    );
    expect(callsOf(files, 'rename', 'db.json'), 'written from memory').toHaveLength(2);
  });

  it('is truncated only between two commits, even while db.json is written', async () => {
    const { store, files, disk } = await openStore(new ManualClock(), 1);
    const [databaseGate, truncateGate] = [new Gate(), new Gate()];
    let isFull = false;
    files.fate = async ({ name, path }) => {
      if (name === 'sync' && path.endsWith('db.json.new')) await databaseGate.whenOpen;
      if (isFull && path.includes('journal.jsonl')) return 'fails';
      if (name === 'truncate') await truncateGate.whenOpen;
      return 'happens';
    };
    await noteEvent(store, 'a');
    await until(() => callsOf(files, 'sync', 'db.json').length === 1);
    isFull = true;
    await expect(noteEvent(store, 'a')).rejects.toThrow('nothing was changed');
    isFull = false;
    const [earlierCuts, syncs] = [callsOf(files, 'truncate', 'journal'), countSyncs(files)];
    const commit = noteEvent(store, 'a');
    const countNewCuts = () => callsOf(files, 'truncate', 'journal').length - earlierCuts.length;
    await until(() => countNewCuts() === 1);
    databaseGate.open();
    await until(() => countSyncs(files) > syncs || countNewCuts() > 1);
    truncateGate.open();
    await commit;
    expect(countNewCuts()).toBe(1);
    const next = await directories.open('/srv/simulator', { files: await copyAfterDeath(disk) });
    expect(await eventTypes(next, 'a')).toHaveLength(2);
  });
});
