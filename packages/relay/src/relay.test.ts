import { ManualClock } from '@svc-simulator/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startRawServer, startReceiver } from '../../../test/support/receiver.ts';
import { Sightings } from '../../../test/support/sightings.ts';
import { connectRelay, type RelayOptions } from './relay.ts';
import type { RelayEvent } from './relay-event.ts';
import { body, FakeSimulator, KEY } from './test-simulator.ts';

async function start(options: Partial<RelayOptions> = {}) {
  const simulator = await FakeSimulator.start();
  const clock = new ManualClock();
  const events = new Sightings<RelayEvent>('event of the relay');
  const relay = connectRelay({
    key: KEY,
    mock: simulator.url,
    onEvent: (event) => events.add(event),
    clock,
    chance: () => 0.5,
    ...options,
  });
  onTestFinished(async () => {
    await Promise.all([relay.close(), clock.advance(1000)]);
  });
  await events.first(({ type }) => type === 'connected', 'connected');
  return { simulator, clock, events, relay };
}

describe('a relay', () => {
  it('connects to /relay with the key, and says as whom', async () => {
    const { simulator, events } = await start();
    expect(simulator.upgrades.all).toHaveLength(1);
    expect(simulator.upgrades.all[0]?.url).toBe('/relay');
    expect(simulator.upgrades.all[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(events.all).toMatchObject([{ type: 'connected', accountId: 'acc_1' }]);
  });

  it('delivers body and headers byte for byte to the local port, and answers with what it answered', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(202).end('gracias ñ'));
    const { simulator, events } = await start({ forward: { port: receiver.port } });
    simulator.send({
      url: 'https://shop.example:9/hook?x=1&y=%20',
      headers: {
        'content-type': 'application/json',
        'svc-signature': 'abc',
        'svc-timestamp': '2026-11-20T21:27:00.000Z',
        'idempotency-key': 'key',
        'user-agent': 'svc-sim',
      },
    });
    const [request] = await receiver.received.atLeast(1);
    expect(request?.url).toBe('/hook?x=1&y=%20');
    expect(request?.rawBody.equals(Buffer.from(body))).toBe(true);
    expect(request?.headers).toEqual({
      host: `127.0.0.1:${receiver.port}`,
      connection: 'keep-alive',
      'content-length': String(Buffer.byteLength(body)),
      'content-type': 'application/json',
      'svc-signature': 'abc',
      'svc-timestamp': '2026-11-20T21:27:00.000Z',
      'idempotency-key': 'key',
      'user-agent': 'svc-sim',
    });
    const [result] = await simulator.results.atLeast(1);
    expect(result).toEqual({
      type: 'result',
      delivery_id: 'delivery-1',
      attempt: 1,
      status: 202,
      response_base64: Buffer.from('gracias ñ').toString('base64'),
      duration_ms: 0,
    });
    expect(await events.first(({ type }) => type === 'webhook')).toMatchObject({
      event: 'payment_session.paid',
      sessionId: 'session-1',
      target: `http://127.0.0.1:${receiver.port}/hook?x=1&y=%20`,
      status: 202,
      error: null,
      attempt: 1,
    });
  });

  it('keeps the headers of connections to itself', async () => {
    const receiver = await startReceiver();
    const { simulator } = await start({ forward: { url: `${receiver.url}/here` } });
    const headers = {
      Host: 'x',
      connection: 'close',
      'Transfer-Encoding': 'chunked',
      expect: '100-continue',
    };
    simulator.send({
      headers: { ...headers, 'content-length': '3', upgrade: 'h2c', te: 'x', 'x-kept': 'yes' },
    });
    const [request] = await receiver.received.atLeast(1);
    expect(request?.headers).toEqual({
      host: `127.0.0.1:${receiver.port}`,
      connection: 'keep-alive',
      'content-length': String(Buffer.byteLength(body)),
      'x-kept': 'yes',
    });
  });

  it('answers with at most 4 KiB of a long answer', async () => {
    const receiver = await startReceiver((_, response) => response.end('x'.repeat(100_000)));
    const { simulator } = await start({ forward: { url: receiver.url } });
    simulator.send({});
    const [result] = await simulator.results.atLeast(1);
    expect(Buffer.from(result.response_base64, 'base64').toString()).toBe('x'.repeat(4096));
  });

  it('names why there was no answer', async () => {
    const { simulator, clock, events } = await start();
    simulator.send({ url: 'http://127.0.0.1:1/', delivery_id: 'refused' });
    simulator.send({ url: 'no url at all', delivery_id: 'none' });
    const silent = await startReceiver(() => {});
    simulator.send({ url: silent.url, delivery_id: 'silent' });
    const reset = await startRawServer((socket) => socket.resetAndDestroy());
    simulator.send({ url: reset, delivery_id: 'reset' });
    await silent.received.atLeast(1);
    await simulator.results.atLeast(3);
    await clock.advance(5000);
    const results = await simulator.results.atLeast(4);
    expect(Object.fromEntries(results.map(({ delivery_id, error }) => [delivery_id, error]))).toEqual({
      refused: 'ECONNREFUSED',
      none: 'ERR_INVALID_URL',
      silent: 'timeout',
      reset: 'ECONNRESET',
    });
    expect(results.every((result) => !('status' in result))).toBe(true);
    const [timedOut] = events.all.filter((event) => event.type === 'webhook' && event.error === 'timeout');
    expect(timedOut).toMatchObject({ status: null, durationMs: 5000 });
  });

  it('lets frames pass that it does not understand', async () => {
    const receiver = await startReceiver();
    const { simulator } = await start({ forward: { url: receiver.url } });
    const [socket] = simulator.sockets.all;
    for (const text of ['', '{', 'null', '[]', '{"type":"webhook"}', '{"type":"new kind"}'])
      socket?.send(text);
    socket?.send(Buffer.from([1, 2, 3]));
    simulator.send({});
    expect((await simulator.results.atLeast(1))[0]).toMatchObject({ status: 200 });
  });

  it('delivers a burst of 3000, each once, with few at a time', async () => {
    let underWay = 0;
    let most = 0;
    const receiver = await startReceiver((_, response) => {
      most = Math.max(most, ++underWay);
      setImmediate(() => {
        underWay--;
        response.end();
      });
    });
    const { simulator } = await start({ forward: { url: receiver.url } });
    for (let number = 0; number < 3000; number++) simulator.send({ delivery_id: `d${number}` });
    const results = await simulator.results.atLeast(3000);
    expect(new Set(results.map(({ delivery_id }) => delivery_id)).size).toBe(3000);
    expect(receiver.received.all).toHaveLength(3000);
    expect(most).toBeLessThanOrEqual(64);
  });

  it('delivers past receivers that hang', async () => {
    const receiver = await startReceiver((request, response) => {
      if (request.url !== '/hang') response.end();
    });
    const { simulator, clock } = await start();
    for (let number = 0; number < 300; number++) {
      simulator.send({ url: `${receiver.url}/hang`, delivery_id: `hang${number}` });
    }
    simulator.send({ url: `${receiver.url}/fast`, delivery_id: 'fast' });
    await receiver.received.atLeast(64);
    await clock.advance(1000);
    expect((await simulator.results.atLeast(1))[0]).toMatchObject({ delivery_id: 'fast', status: 200 });
  });
});

describe('a lost connection', () => {
  it('is made again, for ever, after waits that grow to 1 s on this machine and start small again', async () => {
    const { simulator, clock, events } = await start();
    simulator.refusal = { status: 503, body: '' };
    simulator.sockets.all[0]?.terminate();
    const waits: number[] = [];
    for (let failure = 1; failure <= 6; failure++) {
      const lost = await events.atLeast(failure, ({ type }) => type === 'disconnected');
      const { retryInMs } = lost.at(-1) as Extract<RelayEvent, { type: 'disconnected' }>;
      waits.push(retryInMs);
      expect(simulator.upgrades.all).toHaveLength(failure);
      await clock.advance(retryInMs - 1);
      expect(simulator.upgrades.all).toHaveLength(failure);
      if (failure === 6) simulator.refusal = null;
      await clock.advance(1);
      await simulator.upgrades.atLeast(failure + 1);
    }
    expect(waits).toEqual([375, 625, 625, 625, 625, 625]);
    await events.atLeast(2, ({ type }) => type === 'connected');
    simulator.sockets.all[1]?.terminate();
    const lost = await events.atLeast(7, ({ type }) => type === 'disconnected');
    expect(lost.at(-1)).toMatchObject({ retryInMs: 375 });
  });

  it('is also one on which nothing is heard for 30 s; pings are heard', async () => {
    const { simulator, clock, events } = await start();
    const [socket] = simulator.sockets.all;
    for (let ping = 0; ping < 4; ping++) {
      await clock.advance(20_000);
      const ponged = new Promise((resolve) => socket?.once('pong', resolve));
      socket?.ping();
      await ponged;
    }
    expect(events.all).toHaveLength(1);
    await clock.advance(29_999);
    expect(events.all).toHaveLength(1);
    await clock.advance(1);
    expect(events.all[1]).toMatchObject({ type: 'disconnected', reason: 'nothing heard for 30 s' });
    await clock.advance(1000);
    await simulator.sockets.atLeast(2);
  });

  it('takes nothing with it: what was under way goes on, its result is dropped', async () => {
    let answer = () => {};
    const receiver = await startReceiver((_, response) => {
      answer = () => response.end();
    });
    const { simulator, clock, events } = await start({ forward: { url: receiver.url } });
    simulator.send({});
    await receiver.received.atLeast(1);
    simulator.sockets.all[0]?.terminate();
    await events.first(({ type }) => type === 'disconnected');
    await clock.advance(1000);
    await simulator.sockets.atLeast(2);
    answer();
    await events.first(({ type }) => type === 'webhook');
    simulator.send({ delivery_id: 'delivery-2' });
    await receiver.received.atLeast(2);
    answer();
    expect((await simulator.results.atLeast(1))[0]).toMatchObject({ delivery_id: 'delivery-2' });
  });
});

describe('the end of a relay', () => {
  it('is its displacement: it does not connect again', async () => {
    const { simulator, relay, clock } = await start();
    simulator.sockets.all[0]?.close(4001, 'another relay of this key connected');
    expect(await relay.ended).toEqual({ reason: 'displaced' });
    await clock.advance(60_000);
    expect(simulator.upgrades.all).toHaveLength(1);
  });

  it('is a refused key: it says why, and does not try again', async () => {
    const simulator = await FakeSimulator.start();
    simulator.refusal = { status: 401, body: '{"status":401,"detail":"The token is unknown."}' };
    const clock = new ManualClock();
    const relay = connectRelay({ key: 'wrong', mock: simulator.url, clock });
    expect(await relay.ended).toEqual({ reason: 'unauthorized', detail: 'The token is unknown.' });
    await clock.advance(60_000);
    expect(simulator.upgrades.all).toHaveLength(1);
  });

  it('is its signal, also while it waits to connect again', async () => {
    const stop = new AbortController();
    const { simulator, relay, events } = await start({ signal: stop.signal });
    simulator.sockets.all[0]?.terminate();
    await events.first(({ type }) => type === 'disconnected');
    stop.abort();
    expect(await relay.ended).toEqual({ reason: 'stopped' });
    const aborted = connectRelay({ key: KEY, mock: simulator.url, signal: AbortSignal.abort() });
    expect(await aborted.ended).toEqual({ reason: 'stopped' });
    expect(simulator.upgrades.all).toHaveLength(1);
  });

  it('comes at once when it is given no address', () => {
    expect(() => connectRelay({ key: KEY, mock: 'localhost' })).toThrow(/no address of a simulator/);
  });
});
