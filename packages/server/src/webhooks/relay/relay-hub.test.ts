import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect as connectTo } from 'node:net';
import { FakeRelay, issueToken, startRelays } from '@svc-simulator/test-support/relay.ts';
import type { TestWebhooksOptions } from '@svc-simulator/test-support/webhooks.ts';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../../../test/support/receiver.ts';

const account = 'acc_0000000000000001';
const url = 'http://localhost:3000/hook?x=1';

type Frame = { readonly delivery_id: string; readonly attempt: number };

const resultFrame = (frame: object) => JSON.stringify({ type: 'result', status: 200, ...frame });

async function start(options?: TestWebhooksOptions) {
  const scene = await startRelays(options);
  return { ...scene, relay: await scene.connect() };
}

describe('a relay', () => {
  it("receives the bytes and headers of the emitted webhook, and its result becomes the attempt's", async () => {
    const { test, relay } = await start();
    expect(relay.frames.all[0]).toEqual({ type: 'ready', account_id: account });
    const id = await test.send(url);
    const { id: emittedEventId, data: emission } = await test.seen('webhook.emitted', id);
    const frame = await relay.webhook(id);
    expect(frame).toEqual({
      type: 'webhook',
      sequence: emittedEventId,
      delivery_id: emission.delivery_id,
      attempt: 1,
      url,
      headers: emission.headers,
      body_base64: Buffer.from(emission.raw_body).toString('base64'),
    });
    relay.answer(frame, {
      status: 418,
      response_base64: Buffer.from('té').toString('base64'),
      duration_ms: 3,
    });
    expect(await test.attempted(id, 1)).toMatchObject({ via: 'relay', status: 418, response_body: 'té' });

    await test.clock.advance(2000);
    relay.answer(await relay.webhook(id, 2), { error: 'ECONNREFUSED' });
    expect(await test.attempted(id, 2)).toMatchObject({ via: 'relay', status: null, error: 'ECONNREFUSED' });

    await test.clock.advance(5000);
    relay.answer(await relay.webhook(id, 3), { status: 200 });
    expect((await test.seen('webhook.delivered', id)).data).toMatchObject({ via: 'relay', attempts: 3 });
    const bodies = relay.frames.all.slice(1).map(({ headers, body_base64 }) => ({ headers, body_base64 }));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  it('serves its own account only', async () => {
    const { test, relay } = await start();
    const receiver = await startReceiver();
    const other = await test.send(receiver.url, 'acc_0000000000000002');
    expect(await test.attempted(other, 1)).toMatchObject({ via: 'local', status: 200 });
    expect(relay.frames.all).toHaveLength(1);
  });

  it('has 5 s to respond, and later responses are ignored', async () => {
    const { test, relay } = await start();
    const id = await test.send(url);
    const frame = await relay.webhook(id);
    await test.clock.advance(5000);
    expect(await test.attempted(id, 1)).toMatchObject({ via: 'relay', error: 'timeout', duration_ms: 5000 });
    relay.answer(frame, { status: 200 });
    await test.clock.advance(2000);
    await relay.webhook(id, 2);
    expect(test.attempts(id)).toHaveLength(1);
  });

  it.each<[string, (relay: FakeRelay, frame: Frame) => void, string]>([
    ['no JSON', ({ socket }) => socket.send('{"type":"result"'), 'not_json'],
    ['an array', ({ socket }) => socket.send('[]'), 'not_json'],
    ['a binary frame', ({ socket }) => socket.send(Buffer.from('{"type":"result"}')), 'binary'],
    ['a frame of another type', ({ socket }) => socket.send('{"type":"hello"}'), 'type'],
    ['a status of 99', (relay, frame) => relay.answer(frame, { status: 99 }), 'status'],
    ['a status and an error', (relay, frame) => relay.answer(frame, { status: 200, error: 'x' }), 'both'],
    ['neither', (relay, frame) => relay.answer(frame, { status: null, error: null }), 'neither'],
    ['no attempt', ({ socket }, { delivery_id }) => socket.send(resultFrame({ delivery_id })), 'attempt'],
    ['no delivery', ({ socket }) => socket.send(resultFrame({ attempt: 1 })), 'delivery_id'],
  ])('receives an error about %s, and can still answer', async (_, send, reason) => {
    const { test, relay } = await start();
    const id = await test.send(url);
    const frame = await relay.webhook(id);
    send(relay, frame);
    const { detail } = await relay.frames.first(({ type }) => type === 'error', 'error');
    expect((await test.seen('relay.frame_rejected')).data).toMatchObject({ reason, detail });
    relay.answer(frame, { status: 200 });
    expect((await test.seen('webhook.delivered', id)).data).toMatchObject({ attempts: 1 });
  });

  it.each<[object, object]>([
    [{ status: 200, error: null, duration_ms: null, response_base64: null }, { status: 200 }],
    [{ status: '200', attempt: '1' }, { status: 200 }],
    [
      { status: null, error: 'reset' },
      { status: null, error: 'reset' },
    ],
    [
      { status: 200, response_base64: 'YWI' },
      { status: 200, response_body: 'ab' },
    ],
    [
      { status: 500, response_base64: Buffer.alloc(100_000, 'a').toString('base64') },
      { status: 500, response_body: expect.stringMatching(/^a{4096}/) },
    ],
  ])('is understood if its JSON has other types or nulls: %j', async (result, expected) => {
    const { test, relay } = await start();
    const id = await test.send(url);
    relay.answer(await relay.webhook(id), result);
    expect(await test.attempted(id, 1)).toMatchObject({ via: 'relay', ...expected });
    expect(relay.frames.all.filter(({ type }) => type === 'error')).toEqual([]);
  });

  it("receives a notice about an unexpected result in its language, and the trace doesn't show it", async () => {
    const { test, connect } = await startRelays();
    const relay = await connect({ headers: { 'accept-language': 'es' } });
    relay.answer({ delivery_id: 'none', attempt: 3 }, { status: 200 });
    const { detail } = await relay.frames.first(({ type }) => type === 'error', 'error');
    expect(detail).toMatch(/^el intento 3 de la entrega none no espera un resultado/);
    relay.socket.send('x');
    await test.seen('relay.frame_rejected');
    expect(test.trace.all.filter(({ type }) => type === 'relay.frame_rejected')).toHaveLength(1);
  });

  it('adds few events to the trace, however many unusable frames it sends', async () => {
    const { test, relay } = await start();
    for (let frame = 0; frame < 300; frame++) relay.socket.send('x');
    await relay.frames.atLeast(300, ({ type }) => type === 'error');
    relay.socket.close();
    // A relay's events are stored in order, so all its rejected frames are in the trace by then.
    await test.seen('relay.disconnected');
    expect(test.trace.all.filter(({ type }) => type === 'relay.frame_rejected')).toHaveLength(100);
  });

  it('ignores invalid frames and frames about webhooks it was not sent', async () => {
    const { test, relay } = await start();
    const id = await test.send(url);
    const frame = await relay.webhook(id);
    const rubbish = ['', '{', 'null', '[]', '42', '{"type":"result"}', '{"type":"ready","account_id":1}'];
    for (const text of rubbish) relay.socket.send(text);
    relay.socket.send(Buffer.from([0xff, 0, 0xfe]));
    relay.answer({ ...frame, delivery_id: '00000000-0000-4000-8000-000000000000' }, { status: 200 });
    relay.answer({ ...frame, attempt: 2 }, { status: 200 });
    relay.answer(frame, { status: 200, error: 'both' });
    relay.answer(frame, { status: 700 });
    relay.answer(frame, { status: 204 });
    relay.answer(frame, { status: 500 });
    expect((await test.seen('webhook.delivered', id)).data).toMatchObject({ attempts: 1 });
    expect(test.attempts(id)).toMatchObject([{ status: 204 }]);
    expect(relay.socket.readyState).toBe(relay.socket.OPEN);
  });

  it('is disconnected if it sends a frame larger than any result', async () => {
    const { test, relay } = await start();
    relay.socket.send('x'.repeat(5_000_000));
    expect((await relay.closed).code).toBe(1009);
    expect((await test.seen('relay.disconnected')).data.reason).toBe('frame too large');
  });
});

describe('a hosted relay that sends frames which answer no webhook', () => {
  const answersNothing = { delivery_id: 'none', attempt: 1 };
  const flood: [string, (relay: FakeRelay) => void][] = [
    ['results of nothing', (relay) => relay.answer(answersNothing, { status: 200 })],
    ['pongs', ({ socket }) => socket.pong()],
    ['bytes', ({ socket }) => socket.send(Buffer.from([1]))],
  ];

  it.each(flood)('receives the reason and is closed: %s', async (_, send) => {
    const { test, relay } = await start({ hosted: true });
    for (let frame = 0; frame < 500; frame++) send(relay);
    const id = await test.send(url);
    relay.answer(await relay.webhook(id), { status: 200 });
    await test.seen('webhook.delivered', id);
    for (let frame = 0; frame < 2000; frame++) send(relay);
    expect(await relay.closed).toEqual({ code: 1008, reason: 'too many frames that answer no webhook' });
    expect((await test.seen('relay.disconnected')).data.reason).toBe('too many frames');
  });

  it('keeps its rate limit when it reconnects, while another account has a limit of its own', async () => {
    const { test, address, relay, connect } = await start({ hosted: true });
    const [, send] = flood[0] as (typeof flood)[0];
    for (let frame = 0; frame < 2001; frame++) send(relay);
    await relay.closed;
    const again = await connect();
    const other = await FakeRelay.connect(address, await issueToken(test, 'acc_0000000000000002'));
    for (let frame = 0; frame < 100; frame++) send(other);
    send(again);
    expect((await again.closed).code).toBe(1008);
    await test.clock.advance(5000);
    const later = await connect();
    for (let frame = 0; frame < 100; frame++) send(later);
    for (const { socket } of [later, other]) {
      const pong = once(socket, 'pong');
      socket.ping();
      await (socket === later.socket ? once(socket, 'close') : pong);
    }
  });

  it('is closed within half a second if the frames are pings', async () => {
    const { test, connect } = await startRelays({ hosted: true });
    const { socket, closed } = await connect();
    for (let frame = 0; frame < 3000; frame++) socket.ping();
    await test.seen('relay.disconnected');
    await test.clock.advance(500);
    expect((await closed).code).toBeGreaterThan(1001);
  });

  it('is closed if a frame has too many fragments', async () => {
    const { connect } = await startRelays({ hosted: true });
    const relay = await connect();
    for (let piece = 0; piece < 100; piece++) relay.socket.send('', { fin: false });
    expect((await relay.closed).code).toBe(1008);
  });
});

describe('the loss of a relay', () => {
  it('fails its running attempts, and retries go to the next relay', async () => {
    const { test, connect } = await startRelays({ hosted: true });
    const first = await connect();
    const id = await test.send(url);
    await first.webhook(id);
    first.socket.terminate();
    expect(await test.attempted(id, 1)).toMatchObject({ via: 'relay', error: 'relay disconnected' });
    const second = await connect();
    await test.clock.advance(2000);
    second.answer(await second.webhook(id, 2), { status: 200 });
    await test.seen('webhook.delivered', id);
    const relayEvents = test.trace.all.filter(({ type }) => type.startsWith('relay.'));
    expect(relayEvents.map(({ type, data }) => [type, data.reason])).toEqual([
      ['relay.connected', undefined],
      ['relay.disconnected', 'closed'],
      ['relay.connected', undefined],
    ]);
    expect(relayEvents[0]?.data.relay_id).toBe(relayEvents[1]?.data.relay_id);
  });

  it('occurs when a second relay with the same key connects: the first is closed with 4001', async () => {
    const { test, connect } = await startRelays();
    const first = await connect();
    const id = await test.send(url);
    await first.webhook(id);
    const second = await connect();
    expect((await first.closed).code).toBe(4001);
    expect(await test.attempted(id, 1)).toMatchObject({ error: 'relay disconnected' });
    expect((await test.seen('relay.disconnected')).data.reason).toBe('displaced');
    const next = await test.send(url);
    second.answer(await second.webhook(next), { status: 200 });
    await test.seen('webhook.delivered', next);
  });

  it('occurs after 30 s of silence; a relay that answers pings stays', async () => {
    const { test, address, connect } = await startRelays();
    const other = 'acc_0000000000000002';
    const mute = await connect({ autoPong: false });
    const alive = await FakeRelay.connect(address, await issueToken(test, other));
    for (let ping = 0; ping < 4; ping++) {
      const pingArrival = once(alive.socket, 'ping');
      await test.clock.advance(15_000);
      await pingArrival;
      // Waits for a delivery, so that the pong arrives before the clock advances again.
      const deliveredSession = await test.send(url, other);
      alive.answer(await alive.webhook(deliveredSession), { status: 200 });
      await test.seen('webhook.delivered', deliveredSession);
    }
    expect((await mute.closed).code).toBe(1006);
    const disconnections = test.trace.all.filter(({ type }) => type === 'relay.disconnected');
    expect(disconnections).toMatchObject([{ accountId: account, data: { reason: 'silent' } }]);
  });
});

describe('a simulator without a relay', () => {
  it('waits for a relay during the attempt if it is hosted', async () => {
    const { test, connect } = await startRelays({ hosted: true });
    const id = await test.send(url);
    await test.clock.advance(4000);
    const relay = await connect();
    relay.answer(await relay.webhook(id), { status: 200 });
    expect(await test.attempted(id, 1)).toMatchObject({ via: 'relay', status: 200, duration_ms: 4000 });
  });

  it('fails the attempt after 5 s if it is hosted', async () => {
    const { test } = await startRelays({ hosted: true });
    const id = await test.send(url);
    await test.clock.advance(5000);
    expect(await test.attempted(id, 1)).toMatchObject({
      via: 'relay',
      status: null,
      error: 'no relay connected',
      duration_ms: 5000,
    });
  });
});

describe('an upgrade', () => {
  it.each([
    ['no token', '/relay', undefined, 401],
    ['an unknown token', '/relay', 'sim_api_unknown', 401],
    ['another path', '/elsewhere', 'sim_api_acc_0000000000000001', 404],
  ])('returns a problem for %s', async (_, path, token, status) => {
    const { address } = await startRelays();
    const { socket } = new FakeRelay(`${address}${path === '/relay' ? '' : path}`, token);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    let text = '';
    for await (const chunk of response) text += chunk;
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(JSON.parse(text)).toMatchObject({ status, title: expect.any(String), detail: expect.any(String) });
    if (status === 401) expect(response.headers['www-authenticate']).toBe('Bearer');
  });

  const validHeaders = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    'sec-websocket-version': '13',
  };
  it.each([
    ['POST', {}, 405, { allow: 'GET' }],
    ['GET', { 'sec-websocket-key': 'short' }, 400, {}],
    ['GET', { upgrade: 'websocket, h2c' }, 400, {}],
    ['GET', { 'sec-websocket-version': '7' }, 426, { 'sec-websocket-version': '13', upgrade: 'websocket' }],
    ['GET', { 'sec-websocket-protocol': ',' }, 400, {}],
  ])('returns a problem with a request id by %s for %j', async (method, wrongHeaders, status, headers) => {
    const { address, token } = await startRelays();
    const clientRequest = request(`${address}/relay`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...validHeaders, ...wrongHeaders },
    }).end();
    const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of response) text += chunk;
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject({ 'x-request-id': expect.any(String), ...headers });
    expect(JSON.parse(text)).toMatchObject({ status, detail: expect.any(String) });
  });

  it('ends only its own connection if it breaks off or isn’t a WebSocket', async () => {
    const { test, address, token, connect } = await startRelays();
    const { port } = new URL(address);
    const heads = [
      'GET /relay HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: short\r\n',
      'GET /relay HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n',
      'POST /relay HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n',
    ];
    for (const head of heads) {
      for (const end of ['end', 'resetAndDestroy'] as const) {
        const socket = connectTo(Number(port), '127.0.0.1');
        socket.on('error', () => {});
        await once(socket, 'connect');
        socket.resume();
        socket.write(`${head}authorization: Bearer ${token}\r\n\r\n`);
        socket[end]();
        await once(socket, 'close');
      }
    }
    const relay = await connect();
    const id = await test.send(url);
    relay.answer(await relay.webhook(id), { status: 200 });
    expect((await test.seen('webhook.delivered', id)).data).toMatchObject({ via: 'relay', attempts: 1 });
  });
});

describe('a burst of webhooks', () => {
  it('reaches a slow relay completely, each of the thousands of webhooks exactly once', async () => {
    const { test, relay } = await start();
    relay.socket.on('message', (data) => {
      const frame = JSON.parse(String(data));
      relay.answer(frame, { status: 200 });
    });
    const sessions = Array.from({ length: 3000 }, () => test.session(url));
    relay.socket.pause();
    for (const session of sessions) await test.emit(session);
    relay.socket.resume();
    const deliveries = await test.trace.atLeast(3000, ({ type }) => type === 'webhook.delivered');
    expect(new Set(deliveries.map(({ session_id }) => session_id)).size).toBe(3000);
    expect(relay.frames.all.filter(({ type }) => type === 'webhook')).toHaveLength(3000);
  });
});
