import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createRecordPolicy } from '@svc-simulator/core';
import { openEmbeddedStore } from '@svc-simulator/store/embedded/embedded-store.ts';
import { put } from '@svc-simulator/store/store.ts';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { expect, it } from 'vitest';
import { session } from '../../../../store/test/store-samples.ts';
import { CallLog } from '../../calls/call-log.ts';
import { textMemoryBytes } from './memory-pool.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Returns the additional memory of the process after `fill`, which returns the data to keep. */
async function measureMemory<T>(fill: () => Promise<T>): Promise<readonly [bytes: number, kept: T]> {
  // Repeats the collection, because buffers are freed one turn later.
  const measureUsedBytes = async () => {
    for (let round = 0; round < 3; round++) {
      collectGarbage();
      await setImmediate();
    }
    return process.memoryUsage().heapUsed;
  };
  const before = await measureUsedBytes();
  const data = await fill();
  return [(await measureUsedBytes()) - before, data];
}

/** Letters that take 1, 1 and 2 bytes in memory, and 1, 2 and 3 bytes in UTF-8. */
const texts = { ascii: 'x', accents: 'ñ', wide: '漢' } as const;
const text = (letter: string, length: number, number: number) => `${number}${letter.repeat(length)}`;
/** Returns a text that shares no memory with others. */
const copyText = (letter: string, length: number, number: number) =>
  Buffer.from(text(letter, length, number)).toString();

it.each(Object.entries(texts))(
  'uses at most 15 % more memory than counted for a call log with %s',
  async (_, letter) => {
    const clock = new ManualClock();
    const [bytes, log] = await measureMemory(async () => {
      const log = new CallLog(clock, textMemoryBytes);
      for (let account = 0; account < 3; account++)
        for (let call = 0; call < 1000; call++)
          log.add(`a${account}`, {
            id: 0,
            size: 0,
            receivedAt: clock.now(),
            durationMs: 1,
            method: 'POST',
            target: copyText('t', 100, call),
            operation: 'createAgreement',
            status: 400,
            requestId: copyText('r', 36, call),
            idempotencyKey: undefined,
            userAgent: copyText('u', 100, call),
            request: { text: copyText(letter, 3000, call), characters: 3000 },
            response: { text: copyText('x', 1000, call), characters: 1000 },
          });
      return log;
    });
    const countedBytes = [0, 1, 2]
      .flatMap((account) => log.page(`a${account}`, { order: 'asc', limit: 1e6, maxBytes: 1e9 }).items)
      .reduce((sum, { size }) => sum + size, 0);
    expect(countedBytes).toBeGreaterThan(8e6);
    expect(bytes / countedBytes).toBeLessThan(1.15);
  },
);

it.each(Object.entries(texts))(
  'uses less than twice the counted size for records with %s',
  async (_, letter) => {
    const clock = new ManualClock();
    const policy = createRecordPolicy();
    const [bytes, store] = await measureMemory(async () => {
      const store = await openEmbeddedStore({ directory: null, clock, policy });
      for (let batch = 0; batch < 30; batch++) {
        const puts = Array.from({ length: 100 }, (_, at) => {
          const id = `${batch}-${at}`;
          return put(
            'session',
            id,
            session('a', id, 'pending', null, { description: copyText(letter, 500, at) }),
          );
        });
        await store.transact({ account: 'a' }, () => ({ result: null, puts }));
      }
      return store;
    });
    const countedBytes = (await store.usageOf('a')).bytes;
    expect(bytes / countedBytes).toBeLessThan(2);
    await store.close();
  },
);
