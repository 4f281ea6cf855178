import { type Clock, ManualClock } from '@svc-simulator/core';
import { describe, expect, it } from 'vitest';
import { until } from '../../../../test/support/until.ts';
import { note } from '../../test/store/conformance-steps.ts';
import { FaultyFiles } from '../../test/store/faulty-files.ts';
import { MemoryDisk } from '../../test/store/memory-disk.ts';
import { TestDirectories } from '../../test/store/test-directories.ts';
import type { EmbeddedStore } from './embedded-store.ts';

const directories = new TestDirectories();
const HOUR_MS = 3_600_000;

function syncsOf({ calls }: FaultyFiles): number {
  return calls.filter(({ name, path }) => name === 'sync' && path.includes('journal.jsonl')).length;
}

async function opened(clock: Clock): Promise<{ store: EmbeddedStore; files: FaultyFiles; errors: string[] }> {
  const files = new FaultyFiles(new MemoryDisk());
  const errors: string[] = [];
  const log = (level: string, message: string) => level === 'error' && errors.push(message);
  return { files, errors, store: await directories.open('/srv/simulator', { clock, files, log }) };
}

describe('the journal', () => {
  it('is synced within 50 ms of a commit, also when the clock of the machine is set back', async () => {
    const manual = new ManualClock();
    // Set back so far that no time of day comes for as long as anybody looks.
    const clock = {
      now: () => manual.now() - HOUR_MS,
      at: () => () => {},
      after: (ms: number, callback: () => void) => manual.after(ms, callback),
    };
    const { store, files } = await opened(clock);
    const before = syncsOf(files);
    await note(store, 'a');
    await manual.advance(50);
    expect(syncsOf(files)).toBe(before + 1);
  });

  it('makes way for a new db.json when a sync has failed, since the next sync proves nothing', async () => {
    const clock = new ManualClock();
    const { store, files, errors } = await opened(clock);
    files.fate = ({ name }) => (name === 'sync' ? 'fails' : 'happens');
    await note(store, 'a');
    await until(
      () => errors.length > 0,
      () => clock.advance(50),
    );
    expect(errors[0]).toMatch(/journal\.jsonl could not be synced; a power cut now may lose commits$/);
    files.fate = () => 'happens';
    const made = files.calls.length;
    await note(store, 'a');
    const called = (what: string, part: string, from: number) =>
      files.calls.findIndex(({ name, path }, at) => at >= from && name === what && path.includes(part));
    await until(
      () => called('rename', 'journal.jsonl', made) >= 0,
      () => clock.advance(50),
    );
    const kept = called('rename', 'db.json', made);
    expect(kept).toBeGreaterThanOrEqual(0);
    expect(kept).toBeLessThan(called('rename', 'journal.jsonl', made));
  });

  it('is synced when it is closed and db.json could not be written', async () => {
    const { store, files } = await opened(new ManualClock());
    await note(store, 'a');
    const before = syncsOf(files);
    files.fate = ({ path }) => (path.includes('db.json') ? 'fails' : 'happens');
    await store.close();
    expect(syncsOf(files)).toBe(before + 1);
  });
});
