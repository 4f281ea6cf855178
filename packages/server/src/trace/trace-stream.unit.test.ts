import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { createRecordPolicy } from '@svc-simulator/core';
import { openEmbeddedStore } from '@svc-simulator/store/embedded/embedded-store.ts';
import type { Trace } from '@svc-simulator/store/store.ts';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { TraceStreams } from './trace-stream.ts';

/** Opens a live trace that records the bytes of each page read from the store. */
async function openTrace(after?: number) {
  const clock = new ManualClock();
  const store = await openEmbeddedStore({ directory: null, clock, policy: createRecordPolicy() });
  onTestFinished(() => store.close());
  const { trace } = store;
  const pages: number[] = [];
  const page: Trace['page'] = async (...args) => {
    const result = await trace.page(...args);
    pages.push(result.items.reduce((sum, { json }) => sum + json.length, 0));
    return result;
  };
  const addEvents = (count: number, bytes: number) =>
    store.transact({ account: 'a' }, () => ({
      result: undefined,
      events: Array.from({ length: count }, () => ({
        type: 'login.succeeded' as const,
        at: clock.now(),
        data: { text: 'x'.repeat(bytes) },
      })),
    }));
  const follow = () => {
    const watchedTrace = { get: trace.get.bind(trace), subscribe: trace.subscribe.bind(trace), page };
    const runtime = { clock, store: Object.create(store, { trace: { value: watchedTrace } }) };
    const { signal } = new AbortController();
    const streams = new TraceStreams(runtime, signal);
    const chunks = streams.follow('a', { after }).body?.getReader();
    if (!chunks) throw new Error('there is no stream');
    /** Returns the ids of the next events. */
    return async (count: number) => {
      const ids: number[] = [];
      while (ids.length < count) {
        const text = Buffer.from((await chunks.read()).value ?? []).toString();
        for (const [, id] of text.matchAll(/^id: (\d+)$/gm)) ids.push(Number(id));
        if (text === '') throw new Error(`the stream ended after ${ids}`);
      }
      return ids;
    };
  };
  return { addEvents, follow, pages, runtime: { clock, store } };
}

const idRange = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

it('lets a slow reader read its backlog from the store at its own speed, then continues live', async () => {
  const { addEvents, follow, pages } = await openTrace();
  const readIds = follow();
  for (let round = 0; round < 20; round++) await addEvents(10, 10_000);
  // The store contains 2 MB, of which only a small part is in memory.
  expect(pages).toEqual([]);
  expect(await readIds(200)).toEqual(idRange(200));
  expect(pages.length).toBeGreaterThan(5);
  expect(Math.max(...pages)).toBeLessThan(300_000);
  await addEvents(2, 10);
  expect(await readIds(2)).toEqual([201, 202]);
});

it('sends earlier events page by page, and misses none that are stored in the meantime', async () => {
  const { addEvents, follow, pages } = await openTrace(0);
  await addEvents(200, 10_000);
  const readIds = follow();
  expect(await readIds(100)).toEqual(idRange(100));
  expect(pages.length).toBeLessThan(6);
  await addEvents(50, 10);
  expect(await readIds(150)).toEqual(idRange(250, 101));
  await addEvents(1, 10);
  expect(await readIds(1)).toEqual([251]);
});

/** Opens several readers of one live trace, and records the chunks that each receives. */
async function openReaders(count: number) {
  const { addEvents, runtime } = await openTrace();
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const streams = new TraceStreams(runtime, signal);
  const chunksByReader: Uint8Array[][] = [];
  for (let reader = 0; reader < count; reader++) {
    const chunks: Uint8Array[] = [];
    chunksByReader.push(chunks);
    const sink = new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) });
    void streams.follow('a', {}).body?.pipeTo(sink);
  }
  await setImmediate();
  const idsOf = (chunks: readonly Uint8Array[]) =>
    [
      ...Buffer.concat(chunks)
        .toString()
        .matchAll(/^id: (\d+)$/gm),
    ].map(([, id]) => Number(id));
  return { addEvents, chunksByReader, idsOf };
}

it('creates one message per event for all readers', async () => {
  const { addEvents, chunksByReader } = await openReaders(3);
  await addEvents(1, 20_000);
  await expect.poll(() => chunksByReader.map((chunks) => chunks.length)).toEqual([2, 2, 2]);
  const [first, ...others] = chunksByReader.map((chunks) => chunks.at(-1));
  expect(first?.length).toBeGreaterThan(20_000);
  for (const other of others) expect(other).toBe(first);
});

it('sends many simultaneous events in slices, so that other work runs in between', async () => {
  const { addEvents, chunksByReader, idsOf } = await openReaders(16);
  await addEvents(200, 1000);
  await setImmediate();
  expect(Math.max(...chunksByReader.map((chunks) => idsOf(chunks).length))).toBeLessThan(50);
  await vi.waitFor(
    () => expect(chunksByReader.map(idsOf)).toEqual(chunksByReader.map(() => idRange(200))),
    30_000,
  );
});

it('sends every event once and in order if events arrive faster than they can be sent', async () => {
  const { addEvents, chunksByReader, idsOf } = await openReaders(4);
  await addEvents(200, 20_000);
  await addEvents(1, 10);
  await vi.waitFor(
    () => expect(chunksByReader.map(idsOf)).toEqual(chunksByReader.map(() => idRange(201))),
    30_000,
  );
});
