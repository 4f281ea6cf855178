import { setMaxListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { accountOf, tagsOf, timerOf } from '@svc-simulator/core';
import { openEmbeddedStore } from '@svc-simulator/store/embedded/embedded-store.ts';
import type { Trace } from '@svc-simulator/store/store.ts';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { TraceStreams } from './trace-stream.ts';

/** A live trace, and the bytes of each page read from the store. */
async function openTrace(after?: number) {
  const clock = new ManualClock();
  const store = await openEmbeddedStore({ directory: null, clock, policy: { accountOf, timerOf, tagsOf } });
  onTestFinished(() => store.close());
  const { trace } = store;
  const pages: number[] = [];
  const page: Trace['page'] = async (...asked) => {
    const found = await trace.page(...asked);
    pages.push(found.items.reduce((sum, { json }) => sum + json.length, 0));
    return found;
  };
  const happen = (count: number, bytes: number) =>
    store.transact({ account: 'a' }, () => ({
      result: undefined,
      events: Array.from({ length: count }, () => ({
        type: 'login.succeeded' as const,
        at: clock.now(),
        data: { text: 'x'.repeat(bytes) },
      })),
    }));
  const follow = () => {
    const watched = { get: trace.get.bind(trace), subscribe: trace.subscribe.bind(trace), page };
    const runtime = { clock, store: Object.create(store, { trace: { value: watched } }) };
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
  return { happen, follow, pages, runtime: { clock, store } };
}

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

it("returns the backlog of a slow reader from the store at the reader's speed, then continues live", async () => {
  const { happen, follow, pages } = await openTrace();
  const next = follow();
  for (let round = 0; round < 20; round++) await happen(10, 10_000);
  // The store holds 2 MB; memory holds a fraction of that.
  expect(pages).toEqual([]);
  expect(await next(200)).toEqual(upTo(200));
  expect(pages.length).toBeGreaterThan(5);
  expect(Math.max(...pages)).toBeLessThan(300_000);
  await happen(2, 10);
  expect(await next(2)).toEqual([201, 202]);
});

it('sends earlier events without holding all of them, and misses none that are stored meanwhile', async () => {
  const { happen, follow, pages } = await openTrace(0);
  await happen(200, 10_000);
  const next = follow();
  expect(await next(100)).toEqual(upTo(100));
  expect(pages.length).toBeLessThan(6);
  await happen(50, 10);
  expect(await next(150)).toEqual(upTo(250, 101));
  await happen(1, 10);
  expect(await next(1)).toEqual([251]);
});

/** Several readers of one live trace, with the messages that each was sent. */
async function openReaders(count: number) {
  const { happen, runtime } = await openTrace();
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const streams = new TraceStreams(runtime, signal);
  const sent: Uint8Array[][] = [];
  for (let reader = 0; reader < count; reader++) {
    const chunks: Uint8Array[] = [];
    sent.push(chunks);
    const write = new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) });
    void streams.follow('a', {}).body?.pipeTo(write);
  }
  await setImmediate();
  const idsOf = (chunks: readonly Uint8Array[]) =>
    [
      ...Buffer.concat(chunks)
        .toString()
        .matchAll(/^id: (\d+)$/gm),
    ].map(([, id]) => Number(id));
  return { happen, sent, idsOf };
}

it('creates one message per event for all readers', async () => {
  const { happen, sent } = await openReaders(3);
  await happen(1, 20_000);
  await vi.waitFor(() => expect(sent.map((chunks) => chunks.length)).toEqual([2, 2, 2]));
  const [first, ...others] = sent.map((chunks) => chunks.at(-1));
  expect(first?.length).toBeGreaterThan(20_000);
  for (const other of others) expect(other).toBe(first);
});

it('sends many simultaneous events in portions, so that others get their turn in between', async () => {
  const { happen, sent, idsOf } = await openReaders(16);
  await happen(200, 1000);
  await setImmediate();
  expect(Math.max(...sent.map((chunks) => idsOf(chunks).length))).toBeLessThan(50);
  await vi.waitFor(() => expect(sent.map(idsOf)).toEqual(sent.map(() => upTo(200))), 5000);
});

it('sends everything once and in order when more comes than can be sent', async () => {
  const { happen, sent, idsOf } = await openReaders(4);
  await happen(200, 20_000);
  await happen(1, 10);
  await vi.waitFor(() => expect(sent.map(idsOf)).toEqual(sent.map(() => upTo(201))), 5000);
});
