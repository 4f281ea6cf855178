import { createHmac } from 'node:crypto';
import { type FakeRelay, startRelays } from '@svc-simulator/test-support/relay.ts';
import {
  type TestWebhooks,
  type TestWebhooksOptions,
  WEBHOOK_SECRET,
} from '@svc-simulator/test-support/webhooks.ts';
import { describe, expect, it, vi } from 'vitest';
import { startReceiver } from '../../../../../test/support/receiver.ts';
import { until } from '../../../../../test/support/until.ts';

const account = 'acc_0000000000000001';
/** Nothing listens on port 1: without a relay, the simulator connects directly and is refused. */
const url = 'http://127.0.0.1:1/hook';

async function start(options?: TestWebhooksOptions) {
  const { test, connect } = await startRelays(options);
  return { test, connectRelay: async (since = 0) => replayOf(await connect({ since })) };
}

async function replayOf(relay: FakeRelay) {
  const replayFrame = await relay.frames.first(({ type }) => type === 'replay', 'replay');
  /** Answers all further webhook frames with 200. */
  const answerAll = () => {
    for (const frame of relay.frames.all) if (frame.type === 'webhook') relay.answer(frame, { status: 200 });
    relay.socket.on('message', (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type === 'webhook') relay.answer(frame, { status: 200 });
    });
  };
  const replayEnd = () => relay.frames.first(({ type }) => type === 'replayed', 'replayed');
  const nextWebhooks = (count: number) =>
    relay.frames.atLeast(count, ({ type }) => type === 'webhook', 'webhook');
  return { relay, replayFrame, answerAll, replayEnd, nextWebhooks };
}

/** Creates webhooks of separate sessions, and lets all their attempts fail. */
async function createAbandoned(test: TestWebhooks, count: number): Promise<string[]> {
  const lostSessions: string[] = [];
  for (let number = 0; number < count; number++) lostSessions.push(await test.send(url));
  for (const id of lostSessions) await test.attempted(id, 1);
  await test.clock.advance(2000);
  for (const id of lostSessions) await test.attempted(id, 2);
  await test.clock.advance(5000);
  for (const id of lostSessions) await test.seen('webhook.gave_up', id);
  return lostSessions;
}

const sessionIn = (frame: { readonly body_base64: string }): string =>
  JSON.parse(Buffer.from(frame.body_base64, 'base64').toString()).data.session_payment.id;

describe('a relay that reconnects', () => {
  it('ends the search for its missed webhooks when it disconnects', async () => {
    const { test, connect } = await startRelays();
    const session = test.session(url);
    const names = Array.from({ length: 250 }, () => 'payment_session.created' as const);
    await test.emit(session, names);
    let pages = 0;
    const departure = test.seen('relay.disconnected');
    const { trace } = test.runtime.store;
    const readPage = trace.page.bind(trace);
    using _page = vi.spyOn(trace, 'page').mockImplementation(async (accountId, query) => {
      if (query.types?.includes('webhook.emitted') && ++pages === 1) await departure;
      return readPage(accountId, query);
    });
    const relay = await connect({ since: 0 });
    await until(async () => pages === 1);
    relay.socket.terminate();
    const next = await connect({ since: 0 });
    await next.frames.first(({ type }) => type === 'replay', 'replay');
    // The search of the first relay read one page, and that of the second relay reads both.
    expect(pages).toBe(1 + 2);
  });

  it('receives abandoned webhooks in order, before new ones, as resends with a new signature', async () => {
    const { test, connectRelay } = await start();
    const lostSessions = await createAbandoned(test, 3);
    const { relay, replayFrame, replayEnd, nextWebhooks } = await connectRelay();
    expect(replayFrame).toEqual({ type: 'replay', since: 0, count: 3 });
    const newSession = await test.send(url);
    for (let place = 1; place <= 3; place++) {
      const [frame] = (await nextWebhooks(place)).slice(-1);
      // The next webhook is sent only after the response to this one.
      expect(relay.frames.all.filter(({ type }) => type === 'webhook')).toHaveLength(place);
      relay.answer(frame, { status: 200 });
    }
    expect(await replayEnd()).toEqual({ type: 'replayed', count: 3, delivered: 3 });
    const frames = await nextWebhooks(4);
    expect(frames.map(sessionIn)).toEqual([...lostSessions, newSession]);
    expect(frames.map(({ replay }) => replay)).toEqual([true, true, true, undefined]);

    const emissions = test.trace.all.filter(({ type }) => type === 'webhook.emitted');
    const resends = emissions.filter(({ data }) => data.resend_of);
    const [first, second, third, newest] = emissions.filter(({ data }) => !data.resend_of);
    expect(frames.map(({ sequence }) => sequence)).toEqual([first?.id, second?.id, third?.id, newest?.id]);
    expect(resends.map(({ data }) => data.resend_of)).toEqual(
      [first, second, third].map((emission) => emission?.data.delivery_id),
    );
    const [frame] = frames;
    const body = Buffer.from(frame.body_base64, 'base64').toString();
    expect(body).toBe(first?.data.raw_body);
    expect(frame.headers['idempotency-key']).toBe(first?.data.idempotency_key);
    const timestamp = new Date(test.clock.now()).toISOString().replace('.000Z', 'Z');
    expect(frame.headers['svc-timestamp']).toBe(timestamp);
    expect(frame.headers['svc-timestamp']).not.toBe(first?.data.headers['svc-timestamp']);
    expect(frame.headers['svc-signature']).toBe(
      createHmac('sha256', WEBHOOK_SECRET).update(`${timestamp}.${body}`).digest('hex'),
    );
  });

  it('receives a webhook that waits for a retry at once, and the retry is cancelled', async () => {
    const { test, connectRelay } = await start();
    const id = await test.send(url);
    await test.attempted(id, 1);
    const { replayFrame, answerAll, replayEnd, nextWebhooks } = await connectRelay();
    answerAll();
    expect(replayFrame.count).toBe(1);
    await replayEnd();
    expect((await test.seen('webhook.gave_up', id)).data).toMatchObject({
      attempts: 1,
      status: null,
      error: 'sent again by a replay',
    });
    await test.clock.advance(10_000);
    expect(await nextWebhooks(1)).toHaveLength(1);
    expect(test.attempts(id).map(({ via, status }) => [via, status])).toEqual([
      ['local', null],
      ['relay', 200],
    ]);
  });

  it("receives no webhooks that were delivered, that aren't for relays or that precede its position", async () => {
    const { test, connectRelay } = await start();
    const receiver = await startReceiver();
    const deliveredSession = await test.send(receiver.url);
    await test.seen('webhook.delivered', deliveredSession);
    const [, second] = await createAbandoned(test, 2);
    const [first] = test.trace.all.filter(
      ({ type, session_id }) => type === 'webhook.emitted' && session_id !== deliveredSession,
    );
    const later = await connectRelay(first?.id);
    expect(later.replayFrame).toEqual({ type: 'replay', since: first?.id, count: 1 });
    expect((await later.nextWebhooks(1)).map(sessionIn)).toEqual([second]);
    later.answerAll();
    await later.replayEnd();
    // Only the first webhook is still missing.
    const again = await connectRelay();
    expect(again.replayFrame.count).toBe(1);
    again.answerAll();
    await again.replayEnd();
    expect((await connectRelay()).replayFrame.count).toBe(0);
  });

  it("starts from the beginning if its position is beyond the account's last event", async () => {
    const { test, connectRelay } = await start();
    await createAbandoned(test, 1);
    expect((await connectRelay(999_999)).replayFrame).toEqual({ type: 'replay', since: 0, count: 1 });
  });

  it('receives the remaining webhooks after it disconnects during a replay', async () => {
    const { test, connectRelay } = await start();
    const lostSessions = await createAbandoned(test, 3);
    const first = await connectRelay();
    const [frame] = await first.nextWebhooks(1);
    first.relay.answer(frame, { status: 200 });
    await first.nextWebhooks(2);
    first.relay.socket.terminate();
    await test.seen('relay.disconnected');
    await test.trace.first(({ data }) => data.error === 'relay disconnected');
    const second = await connectRelay();
    second.answerAll();
    expect(second.replayFrame.count).toBe(2);
    expect((await second.replayEnd()).delivered).toBe(2);
    expect((await second.nextWebhooks(2)).map(sessionIn)).toEqual(lostSessions.slice(1));
  });

  it("receives a session's events in order, even if one is emitted during the replay", async () => {
    const { test, connectRelay } = await start();
    const session = test.session(url);
    await test.emit(session, ['payment_session.created', 'payment_session.paid']);
    const waitForEvents = (type: string, count: number) =>
      test.trace.atLeast(count, (event) => event.type === type);
    await waitForEvents('webhook.attempted', 2);
    await test.clock.advance(2000);
    await waitForEvents('webhook.attempted', 4);
    await test.clock.advance(5000);
    await waitForEvents('webhook.gave_up', 2);
    const { relay, replayFrame, replayEnd, nextWebhooks } = await connectRelay();
    expect(replayFrame.count).toBe(2);
    const [created] = await nextWebhooks(1);
    // The simulator orders this event before the resend of `paid`.
    await test.emit(session, ['payment_session.accredited']);
    relay.answer(created, { status: 200 });
    const [, paid] = await nextWebhooks(2);
    relay.answer(paid, { status: 200 });
    const [, , accredited] = await nextWebhooks(3);
    relay.answer(accredited, { status: 200 });
    expect(await replayEnd()).toEqual({ type: 'replayed', count: 3, delivered: 3 });
    const names = (await nextWebhooks(3)).map(
      ({ body_base64 }) => JSON.parse(Buffer.from(body_base64, 'base64').toString()).event,
    );
    expect(names).toEqual(['payment_session.created', 'payment_session.paid', 'payment_session.accredited']);
  });

  it('receives webhooks emitted during a replay, even if their attempts time out', async () => {
    const { test, connectRelay } = await start();
    const [lostSession] = await createAbandoned(test, 1);
    const { relay, replayEnd, nextWebhooks } = await connectRelay();
    await nextWebhooks(1);
    const lateSession = await test.send(url);
    const newSession = test.session(url);
    await test.clock.advance(5000);
    expect(await test.attempted(lateSession, 1)).toMatchObject({ via: 'relay', error: 'timeout' });
    const [, second] = await nextWebhooks(2);
    expect([sessionIn(second), second.replay]).toEqual([lateSession, true]);
    await test.emit(newSession);
    relay.answer(second, { status: 200 });
    expect(await replayEnd()).toEqual({ type: 'replayed', count: 2, delivered: 1 });
    const frames = await nextWebhooks(3);
    expect(frames.map(sessionIn)).toEqual([lostSession, lateSession, newSession.id]);
    expect(frames[2]?.replay).toBeUndefined();
    // The unanswered webhook is retried as usual, with its own sequence.
    await test.clock.advance(2000);
    const [, , , again] = await nextWebhooks(4);
    expect(again).toMatchObject({ attempt: 2, sequence: frames[0]?.sequence, replay: true });
  });

  it("receives webhooks that a hosted simulator hasn't sent yet after the missed ones", async () => {
    const { test, connectRelay } = await start({ hosted: true });
    const lostSession = await test.send(url);
    for (const waitMs of [5000, 2000, 5000, 5000, 5000]) await test.clock.advance(waitMs);
    await test.seen('webhook.gave_up', lostSession);
    const waitingSession = await test.send(url);
    await test.clock.advance(1000);
    const { replayFrame, answerAll, nextWebhooks } = await connectRelay();
    // The webhook waits for a relay and was never sent, so the replay contains it.
    expect(replayFrame.count).toBe(2);
    answerAll();
    expect((await nextWebhooks(2)).map(sessionIn)).toEqual([lostSession, waitingSession]);
    expect(await test.attempted(waitingSession, 1)).toMatchObject({ via: 'relay', status: 200 });
    expect(test.attempts(waitingSession)).toHaveLength(1);
  });

  it.each([
    [500, 1],
    [200, 0],
  ])(
    'waits for a running direct attempt: after a response %i, it receives %i webhooks',
    async (status, count) => {
      const { test, connectRelay } = await start();
      let answer = () => {};
      const receiver = await startReceiver((_, response) => {
        answer = () => response.writeHead(status).end();
      });
      const id = await test.send(receiver.url);
      await receiver.received.atLeast(1);
      const { replayFrame, answerAll, replayEnd } = await connectRelay();
      expect(replayFrame.count).toBe(1);
      answerAll();
      answer();
      expect((await replayEnd()).count).toBe(count);
      expect(test.attempts(id).map((attempt) => [attempt.via, attempt.status])).toEqual(
        count === 0
          ? [['local', 200]]
          : [
              ['local', 500],
              ['relay', 200],
            ],
      );
    },
  );

  it("receives a session's events in order, even if none was sent before", async () => {
    const { test, connectRelay } = await start({ hosted: true });
    const session = test.session(url);
    await test.emit(session, ['payment_session.created', 'payment_session.paid']);
    const { answerAll, replayEnd, nextWebhooks } = await connectRelay();
    answerAll();
    expect(await replayEnd()).toEqual({ type: 'replayed', count: 2, delivered: 2 });
    const newSession = await test.send(url);
    const frames = await nextWebhooks(3);
    expect(frames.map(sessionIn)).toEqual([session.id, session.id, newSession]);
    expect(frames.map(({ sequence }) => sequence)).toEqual([1, 2, expect.any(Number)]);
  });

  it('continues with new webhooks after a reset deleted a missed one', async () => {
    const { test, connectRelay } = await start();
    const [lostSession] = await createAbandoned(test, 1);
    const { relay, nextWebhooks, replayEnd } = await connectRelay();
    await nextWebhooks(1);
    const { store } = test.runtime;
    await store.transact({ account, exclusive: true }, () => ({
      result: null,
      clear: ['delivery'],
      clearTrace: true,
    }));
    relay.answer((await nextWebhooks(1))[0], { status: 200 });
    await test.clock.advance(15_000);
    expect(await replayEnd()).toMatchObject({ count: 1, delivered: 0 });
    const newSession = await test.send(url);
    expect((await nextWebhooks(2)).map(sessionIn)).toEqual([lostSession, newSession]);
  });

  it.each(['', 'x', '-1', '1e3'])('connects with since=%j like any other relay', async (since) => {
    const { test, connect } = await startRelays();
    await createAbandoned(test, 1);
    const relay = await connect({ since });
    const id = await test.send(url);
    await relay.webhook(id);
    expect(relay.frames.all.map(({ type }) => type)).toEqual(['ready', 'webhook']);
  });
});
