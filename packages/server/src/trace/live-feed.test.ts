import { setMaxListeners } from 'node:events';
import { CallLog } from '@svc-simulator/server/calls/call-log.ts';
import { boardScene } from '@svc-simulator/test-support/board-scene.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LiveFeed } from './live-feed.ts';

describe('the live feed of an account', () => {
  let at: Awaited<ReturnType<typeof boardScene>>;
  let feed: LiveFeed;
  let calls: CallLog;
  let closing: AbortController;
  beforeEach(async () => {
    at = await boardScene();
    closing = new AbortController();
    setMaxListeners(0, closing.signal);
    calls = new CallLog(at.clock);
    feed = new LiveFeed({ calls, clock: at.clock, store: at.watched.store }, closing.signal);
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

  const about = (sessionId: string) =>
    at.watched.store.transact({ account: 'acc_ana' }, () => ({
      result: null,
      events: [{ type: 'session.status_queried', at: at.clock.now(), sessionId, data: {} }],
    }));

  it('creates one message per event for all readers of the account, and none for another account', async () => {
    const readers = await Promise.all(Array.from({ length: 100 }, () => follow('ana')));
    await at.happen('luis', 'login.succeeded', { surface: 'api' });
    await at.happen('ana', 'relay.connected');
    const seen = await Promise.all(readers.map(({ next }) => next()));
    expect([...new Set(seen)]).toEqual(['id: 1\ndata: {"id":1,"type":"relay.connected"}\n\n']);
    expect([feed.messages, at.watched.subscribers]).toEqual([1, 1]);
  });

  it('sends followers of a session only the events of that session', async () => {
    const { next } = await follow('ana', 'session-2');
    await about('session-1');
    await about('session-2');
    expect(await next()).toContain('"session_id":"session-2"');
  });

  it('subscribes while it has readers, sends heartbeats, and ends with the simulator', async () => {
    const [one, other] = [await follow('ana'), await follow('ana')];
    await one.leave();
    await at.clock.advance(15_000);
    expect(await other.next()).toBe(': still here\n\n');
    closing.abort();
    expect(await other.next()).toBeUndefined();
    expect(at.watched.subscribers).toBe(0);
  });

  it('sends refused calls to followers of the whole account', async () => {
    const whole = await follow('ana');
    const one = await follow('ana', 's-1');
    const call = {
      id: 0,
      size: 0,
      receivedAt: at.clock.now(),
      durationMs: 1,
      method: 'GET',
      target: '/',
      requestId: 'r',
    };
    const none = { operation: undefined, idempotencyKey: undefined, userAgent: undefined };
    for (const status of [200, 401])
      calls.add('acc_ana', { ...call, ...none, status, request: undefined, response: undefined });
    await about('s-1');
    expect(await whole.next()).toBe('data: {"type":"call.refused"}\n\n');
    expect(await one.next()).toContain('status_queried');
  });

  it('cuts off a reader that has fallen far behind', async () => {
    const { next } = await follow('ana');
    for (let index = 0; at.watched.subscribers > 0; index++) {
      // Messages of 50 bytes up to the limit of one mebibyte.
      expect(index).toBeLessThan(30_000);
      await at.happen('ana', 'relay.connected');
    }
    let count = 0;
    while ((await next()) !== undefined) count++;
    // Messages that the test's decoder has buffered.
    expect(count).toBeLessThan(5);
  });
});
