import { accountOf, tagsOf, timerOf } from '@svc-simulator/core';
import { openEmbeddedStore } from '@svc-simulator/store/embedded/embedded-store.ts';
import type { Trace } from '@svc-simulator/store/store.ts';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { expect, it, onTestFinished } from 'vitest';
import { traceStream } from './trace-stream.ts';

/** A live trace, with the bytes of each page that it has read from the store. */
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
    const chunks = traceStream(runtime, 'a', { after }, signal).body?.getReader();
    if (!chunks) throw new Error('there is no stream');
    /** The ids of the next so many events. */
    return async (count: number) => {
      const ids: number[] = [];
      while (ids.length < count) {
        const text = Buffer.from((await chunks.read()).value ?? []).toString();
        const id = /^id: (\d+)$/m.exec(text)?.[1];
        if (id !== undefined) ids.push(Number(id));
        else if (text === '') throw new Error(`the stream ended after ${ids}`);
      }
      return ids;
    };
  };
  return { happen, follow, pages };
}

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

it('reads what a slow reader has left lying out of the store, as fast as it is read, and then goes on live', async () => {
  const { happen, follow, pages } = await openTrace();
  const next = follow();
  for (let round = 0; round < 20; round++) await happen(10, 10_000);
  // 2 MB were stored; what waits in memory is a fraction of that.
  expect(pages).toEqual([]);
  expect(await next(200)).toEqual(upTo(200));
  expect(pages.length).toBeGreaterThan(5);
  expect(Math.max(...pages)).toBeLessThan(300_000);
  await happen(2, 10);
  expect(await next(2)).toEqual([201, 202]);
});

it('brings what was stored before it began without holding it all, and misses nothing that comes meanwhile', async () => {
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
