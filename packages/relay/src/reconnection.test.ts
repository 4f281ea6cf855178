import { inEnglish, inSpanish } from '@svc-simulator/test-support/texts.ts';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../../../test/support/receiver.ts';
import { startRelay } from '../test/relay.ts';
import { API_KEY, FakeSimulator } from '../test/simulator.ts';
import { connectRelay } from './relay.ts';
import type { RelayEvent } from './relay-lines.ts';

describe('a lost connection', () => {
  it('is reopened indefinitely, after delays that grow to 1 s on this machine and start small again', async () => {
    const { simulator, clock, events } = await startRelay();
    simulator.refusal = { status: 503, detail: 'stopping' };
    simulator.sockets.all[0]?.terminate();
    const waits: number[] = [];
    for (let failure = 1; failure <= 6; failure++) {
      const disconnections = await events.atLeast(failure, ({ type }) => type === 'disconnected');
      const { retryInMs } = disconnections.at(-1) as Extract<RelayEvent, { type: 'disconnected' }>;
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
    const disconnections = await events.atLeast(7, ({ type }) => type === 'disconnected');
    expect(disconnections.at(-1)).toMatchObject({ retryInMs: 375 });
  });

  it("is reopened at the simulator's current URL with its current key", async () => {
    const newSimulator = await FakeSimulator.start();
    let currentPlace: { mock: string; key: string } | null = null;
    const { simulator, clock, events } = await startRelay({ locateSimulator: async () => currentPlace });
    simulator.sockets.all[0]?.terminate();
    await events.first(({ type }) => type === 'disconnected');
    await clock.advance(1000);
    await simulator.sockets.atLeast(2);
    currentPlace = { mock: newSimulator.url, key: 'sim_api_other' };
    simulator.sockets.all[1]?.terminate();
    await events.atLeast(2, ({ type }) => type === 'disconnected');
    await clock.advance(1000);
    const [upgrade] = await newSimulator.upgrades.atLeast(1);
    expect(upgrade?.headers.authorization).toBe('Bearer sim_api_other');
    expect(simulator.upgrades.all).toHaveLength(2);
  });

  it("is reported in the user's language if the simulator is stopping", async () => {
    const { simulator, events } = await startRelay({ t: inSpanish });
    simulator.sockets.all[0]?.close(1001, 'the simulator is stopping');
    expect(await events.first(({ type }) => type === 'disconnected')).toMatchObject({
      reason: 'el simulador se está deteniendo',
    });
  });

  it("is reopened at the relay's position, so that interrupted webhooks are sent again", async () => {
    const receiver = await startReceiver((request, response) => {
      if (request.url !== '/hang') response.end();
    });
    const { simulator, clock, events } = await startRelay({ forward: { port: receiver.port }, since: 2 });
    simulator.sendWebhook({ sequence: 4, delivery_id: 'cut off', url: 'http://x.example/hang' });
    simulator.sendWebhook({ sequence: 6, delivery_id: 'answered' });
    await simulator.results.atLeast(1);
    simulator.sockets.all[0]?.terminate();
    await events.first(({ type }) => type === 'disconnected');
    await clock.advance(1000);
    await simulator.sockets.atLeast(2);
    // As after the simulator's data was restored from a backup: its numbers are lower than the relay's.
    simulator.sendFrame({ type: 'replay', since: 0, count: 0 });
    await events.first(({ type }) => type === 'replay');
    simulator.sockets.all[1]?.terminate();
    await events.atLeast(2, ({ type }) => type === 'disconnected');
    await clock.advance(1000);
    await simulator.sockets.atLeast(3);
    expect(simulator.upgrades.all.map(({ url }) => url)).toEqual([
      '/relay?since=2',
      '/relay?since=3',
      '/relay?since=0',
    ]);
  });

  it('is detected after 30 s of silence, but not while pings arrive', async () => {
    const { simulator, clock, events } = await startRelay();
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
    expect(events.all[1]).toMatchObject({ type: 'disconnected', reason: 'no data for 30 s' });
    await clock.advance(1000);
    await simulator.sockets.atLeast(2);
  });

  it('is reopened as soon as the machine wakes up, even during a delay', async () => {
    const { simulator, clock, events } = await startRelay();
    clock.jump(-3_600_000);
    clock.jump(14_000);
    await clock.advance(1000);
    expect(events.all).toHaveLength(1);
    clock.jump(600_000);
    await events.atLeast(2, ({ type }) => type === 'connected');
    expect(events.all[1]).toMatchObject({
      type: 'disconnected',
      reason: 'the machine was asleep, or its clock was set forward',
      retryInMs: 0,
    });
    simulator.refusal = { status: 503, detail: 'stopping' };
    simulator.sockets.all[1]?.terminate();
    await events.atLeast(2, ({ type }) => type === 'disconnected');
    simulator.refusal = null;
    clock.jump(600_000);
    await events.atLeast(3, ({ type }) => type === 'connected');
    simulator.sockets.all[2]?.terminate();
    expect((await events.atLeast(3, ({ type }) => type === 'disconnected')).at(-1)).toMatchObject({
      retryInMs: 375,
    });
  });

  it("is detected by a clock that can't be set", async () => {
    const { clock, events } = await startRelay();
    await clock.advance(20_000);
    clock.jump(-3_600_000);
    await clock.advance(9_999);
    expect(events.all).toHaveLength(1);
    await clock.advance(1);
    expect(events.all[1]).toMatchObject({ type: 'disconnected', reason: 'no data for 30 s' });
  });

  it('lets running deliveries finish, and drops their results', async () => {
    let answer = () => {};
    const receiver = await startReceiver((_, response) => {
      answer = () => response.end();
    });
    const { simulator, clock, events } = await startRelay({ forward: { url: receiver.url } });
    simulator.sendWebhook({});
    await receiver.received.atLeast(1);
    simulator.sockets.all[0]?.terminate();
    await events.first(({ type }) => type === 'disconnected');
    await clock.advance(1000);
    await simulator.sockets.atLeast(2);
    answer();
    await events.first(({ type }) => type === 'webhook');
    simulator.sendWebhook({ delivery_id: 'delivery-2' });
    await receiver.received.atLeast(2);
    answer();
    expect((await simulator.results.atLeast(1))[0]).toMatchObject({ delivery_id: 'delivery-2' });
  });
});

describe('the end of a relay', () => {
  it('ends when its signal is aborted, even while it waits to reconnect', async () => {
    const stop = new AbortController();
    const { simulator, relay, events } = await startRelay({ signal: stop.signal });
    simulator.sockets.all[0]?.terminate();
    await events.first(({ type }) => type === 'disconnected');
    stop.abort();
    expect(await relay.ended).toEqual({ reason: 'stopped' });
    const aborted = connectRelay({
      t: inEnglish,
      key: API_KEY,
      mock: simulator.url,
      signal: AbortSignal.abort(),
    });
    expect(await aborted.ended).toEqual({ reason: 'stopped' });
    expect(simulator.upgrades.all).toHaveLength(1);
  });

  it('throws at once for an invalid URL', () => {
    expect(() => connectRelay({ t: inEnglish, key: API_KEY, mock: 'localhost' })).toThrow(
      /isn't a simulator URL/,
    );
  });

  it.each(['\n', '\r', 'é', '\0'])(
    'throws at once for a key that contains %j, without showing the key',
    (within) => {
      const connect = () =>
        connectRelay({ t: inEnglish, key: `${API_KEY}${within}more`, mock: 'http://127.0.0.1:1' });
      expect(connect).toThrow(
        /^character 13 of the token is U\+00[0-9A-F]{2}, which is never part of a token$/,
      );
    },
  );
});
