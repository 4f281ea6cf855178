import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { expect, it } from 'vitest';
import { type EventWriter, openEventStream } from './event-stream.ts';
import { OpenStreams } from './limits/open-streams.ts';

/** Opens a stream. `cleanUps` counts how often it was cleaned up. */
function openStream() {
  let writer: EventWriter | undefined;
  const cleanUps = { count: 0 };
  const clock = new ManualClock();
  const { signal } = new AbortController();
  const answer = openEventStream({ clock, closing: signal }, (eventWriter) => {
    writer = eventWriter;
    return () => void cleanUps.count++;
  });
  if (!writer || !answer.body) throw new Error('the stream was not opened');
  return { writer, chunks: answer.body.getReader(), cleanUps };
}

const large = new Uint8Array(100_000);

it('ends a stream once more than a mebibyte waits for its reader', async () => {
  const { writer, chunks, cleanUps } = openStream();
  for (let count = 0; count < 10; count++) writer.write(large);
  expect([cleanUps.count, writer.waitingBytes > 1_000_000]).toEqual([0, true]);
  for (let count = 0; count < 2; count++) writer.write(large);
  expect(cleanUps.count).toBe(1);
  expect((await chunks.read()).done).toBe(true);
});

it('merges small messages into few writes, and delivers a single message that is larger than the limit', async () => {
  const { writer, chunks, cleanUps } = openStream();
  for (let count = 0; count < 5000; count++) writer.write(new Uint8Array(10));
  writer.write(new Uint8Array(5_000_000));
  const lengths: number[] = [];
  while (lengths.at(-1) !== 5_000_000) lengths.push((await chunks.read()).value?.length ?? 0);
  expect(lengths.reduce((sum, length) => sum + length)).toBeGreaterThan(5_050_000);
  // One write per message would be expensive.
  expect(lengths.length).toBeLessThan(10);
  expect([cleanUps.count, writer.waitingBytes]).toEqual([0, 0]);
});

it('ends a stream at once for HEAD, but counts it until the connection closes', () => {
  let cleanUpCount = 0;
  const { signal } = new AbortController();
  const answer = openEventStream(
    { clock: new ManualClock(), closing: signal },
    () => () => void cleanUpCount++,
  );
  const streams = new OpenStreams();
  const outgoing = Object.assign(new EventEmitter(), { req: { method: 'HEAD' } });
  streams.countUntilClosed(answer, 'a', outgoing as unknown as ServerResponse);
  expect([streams.total, cleanUpCount]).toEqual([1, 1]);
  outgoing.emit('close');
  expect([streams.total, cleanUpCount]).toEqual([0, 1]);
});

it('resolves `waitUntilDrained` when the reader has read everything or has disconnected', async () => {
  const { writer, chunks } = openStream();
  writer.write(large);
  let isDrained = false;
  const waiting = writer.waitUntilDrained().then(() => {
    isDrained = true;
  });
  await chunks.read();
  expect([isDrained, (await chunks.read()).value?.length]).toEqual([false, large.length]);
  const next = chunks.read();
  await waiting;
  writer.write(large);
  expect((await next).value).toHaveLength(large.length);
  writer.write(large);
  const drainPromise = writer.waitUntilDrained();
  await chunks.cancel();
  await drainPromise;
});
