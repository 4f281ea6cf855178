import { expect, it } from 'vitest';
import type { Database } from './database.ts';
import { RecordReader, type RecordRow, recordKey } from './record-reader.ts';

it('makes a commit wait only for earlier reads of its own records', async () => {
  let resolveRows = (_: RecordRow[]) => {};
  const pendingRows = new Promise<RecordRow[]>((resolve) => {
    resolveRows = resolve;
  });
  const reader = new RecordReader({ rows: () => pendingRows } as unknown as Database);
  const record = reader.get('session', 's1');
  await reader.whenReadsEnd(new Set(['acc-2', recordKey('session', 's2')]));
  let isFinished = false;
  const wait = reader.whenReadsEnd(new Set(['acc-1', recordKey('session', 's1')])).then(() => {
    isFinished = true;
  });
  await new Promise(setImmediate);
  expect(isFinished).toBe(false);
  resolveRows([]);
  await wait;
  expect(await record).toBeUndefined();
});

it('lets a commit begin after an earlier read of its record has failed', async () => {
  const reader = new RecordReader({
    rows: () => Promise.reject(new Error('the database is away')),
  } as unknown as Database);
  const record = reader.get('session', 's1');
  await reader.whenReadsEnd(new Set([recordKey('session', 's1')]));
  await expect(record).rejects.toThrow('the database is away');
});
