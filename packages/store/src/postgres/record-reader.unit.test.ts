import { expect, it } from 'vitest';
import type { Database } from './database.ts';
import { RecordReader, type RecordRow, recordKey } from './record-reader.ts';

it('makes a commit wait for earlier reads of its own records, and for no others', async () => {
  let answer = (_: RecordRow[]) => {};
  const rows = new Promise<RecordRow[]>((resolve) => {
    answer = resolve;
  });
  const reader = new RecordReader({ rows: () => rows } as unknown as Database);
  const record = reader.get('session', 's1');
  await reader.finished(new Set(['acc-2', recordKey('session', 's2')]));
  let isFinished = false;
  const finished = reader.finished(new Set(['acc-1', recordKey('session', 's1')])).then(() => {
    isFinished = true;
  });
  await new Promise(setImmediate);
  expect(isFinished).toBe(false);
  answer([]);
  await finished;
  expect(await record).toBeUndefined();
});

it('lets a commit begin when an earlier read of its record has failed', async () => {
  const reader = new RecordReader({
    rows: () => Promise.reject(new Error('the database is away')),
  } as unknown as Database);
  const record = reader.get('session', 's1');
  await reader.finished(new Set([recordKey('session', 's1')]));
  await expect(record).rejects.toThrow('the database is away');
});
