import { setMaxListeners } from 'node:events';
import { CallLog } from '@svc-simulator/server/calls/call-log.ts';
import { boardScene } from '@svc-simulator/test-support/board-scene.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LiveFeed } from './live-feed.ts';

describe('the live feed of an account', () => {
  let scene: Awaited<ReturnType<typeof boardScene>>;
  let feed: LiveFeed;
  let calls: CallLog;
  let closing: AbortController;
  beforeEach(async () => {
    scene = await boardScene();
    closing = new AbortController();
    setMaxListeners(0, closing.signal);
    calls = new CallLog(scene.clock);
    feed = new LiveFeed({ calls, clock: scene.clock, store: scene.watched.store }, closing.signal);
  });
  afterEach(() => closing.abort());

  const follow = async (name: string, sessionId?: string) => {
    const stream = feed.follow(`acc_${name}`, sessionId).body;
    if (!stream) throw new Error('there is no stream');
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    const next = async () => (await reader.read()).value;
    expect(await next()).toBe('retry: 1000\n: connected\n\n');
    return { next, leave: () => reader.cancel() };
  };

  const addQuery = (sessionId: string) =>
    scene.watched.store.transact({ account: 'acc_ana' }, () => ({
      result: null,
      events: [{ type: 'session.status_queried', at: scene.clock.now(), sessionId, data: {} }],
    }));

  it('creates one message per event for all readers of an account, and none for other accounts', async () => {
    const readers = await Promise.all(Array.from({ length: 100 }, () => follow('ana')));
    await scene.addEvent('luis', 'login.succeeded', { surface: 'api' });
    await scene.addEvent('ana', 'relay.connected');
    const messages = await Promise.all(readers.map(({ next }) => next()));
    expect([...new Set(messages)]).toEqual(['id: 1\ndata: {"id":1,"type":"relay.connected"}\n\n']);
    expect([feed.messageCount, scene.watched.subscribers]).toEqual([1, 1]);
  });

  it('sends followers of a session only the events of that session', async () => {
    const { next } = await follow('ana', 'session-2');
    await addQuery('session-1');
    await addQuery('session-2');
    expect(await next()).toContain('"session_id":"session-2"');
  });

  it('subscribes while it has readers, sends heartbeats, and ends when the simulator closes', async () => {
    const [first, second] = [await follow('ana'), await follow('ana')];
    await first.leave();
    await scene.clock.advance(15_000);
    expect(await second.next()).toBe(': still here\n\n');
    closing.abort();
    expect(await second.next()).toBeUndefined();
    expect(scene.watched.subscribers).toBe(0);
  });

  it('sends refused calls to followers of the whole account', async () => {
    const accountStream = await follow('ana');
    const sessionStream = await follow('ana', 's-1');
    const call = {
      id: 0,
      size: 0,
      receivedAt: scene.clock.now(),
      durationMs: 1,
      method: 'GET',
      target: '/',
      requestId: 'r',
    };
    const absentFields = { operation: undefined, idempotencyKey: undefined, userAgent: undefined };
    for (const status of [200, 401])
      calls.add('acc_ana', { ...call, ...absentFields, status, request: undefined, response: undefined });
    await addQuery('s-1');
    expect(await accountStream.next()).toBe('data: {"type":"call.refused"}\n\n');
    expect(await sessionStream.next()).toContain('status_queried');
  });

  it('disconnects a reader that has fallen far behind', async () => {
    const { next } = await follow('ana');
    for (let index = 0; scene.watched.subscribers > 0; index++) {
      // A message has 50 bytes and the limit is 1 MiB, so about 21,000 messages suffice.
      expect(index).toBeLessThan(30_000);
      await scene.addEvent('ana', 'relay.connected');
    }
    let count = 0;
    while ((await next()) !== undefined) count++;
    // Only the messages that the test's decoder has buffered still arrive.
    expect(count).toBeLessThan(5);
  });
});
