import { describe, expect, it } from 'vitest';
import { endlessAnswers, startEndlessReceiver } from '../../../test/support/endless-answers.ts';
import { startRawServer, startReceiver } from '../../../test/support/receiver.ts';
import { startRelay } from '../test/relay.ts';
import { body } from '../test/simulator.ts';

describe('a relay', () => {
  it('delivers body and headers byte for byte to the local port, and returns the response', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(202).end('gracias ñ'));
    const { simulator, events } = await startRelay({ forward: { port: receiver.port } });
    simulator.sendWebhook({
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

  it('forwards no headers of the connection itself', async () => {
    const receiver = await startReceiver();
    const { simulator } = await startRelay({ forward: { url: `${receiver.url}/here` } });
    const headers = {
      Host: 'x',
      connection: 'close',
      'Transfer-Encoding': 'chunked',
      expect: '100-continue',
    };
    simulator.sendWebhook({
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

  it('returns a 204 even if the response has a Content-Length', async () => {
    const url = await startRawServer((socket) =>
      socket.end('HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok'),
    );
    const { simulator } = await startRelay({ forward: { url } });
    simulator.sendWebhook({});
    const [result] = await simulator.results.atLeast(1);
    expect(result).toMatchObject({ status: 204, response_base64: '' });
    expect(result).not.toHaveProperty('error');
  });

  it('returns only those header fields of a response that explain a refusal', async () => {
    const { url } = await startReceiver((_, response) =>
      response.writeHead(302, { location: '/login', server: 'nginx', 'set-cookie': 'secret=1' }).end(),
    );
    const { simulator } = await startRelay({ forward: { url } });
    simulator.sendWebhook({});
    const [result] = await simulator.results.atLeast(1);
    expect(result).toMatchObject({ status: 302, response_headers: { location: '/login', server: 'nginx' } });
    expect(JSON.stringify(result)).not.toContain('secret=1');
  });

  it('names the reason for a missing response', async () => {
    const { simulator, clock, events } = await startRelay();
    simulator.sendWebhook({ url: 'http://127.0.0.1:1/', delivery_id: 'refused' });
    simulator.sendWebhook({ url: 'no url at all', delivery_id: 'none' });
    const silent = await startReceiver(() => {});
    simulator.sendWebhook({ url: silent.url, delivery_id: 'silent' });
    const reset = await startRawServer((socket) => socket.resetAndDestroy());
    simulator.sendWebhook({ url: reset, delivery_id: 'reset' });
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

  // The other responses end only when the attempt times out, but this relay's clock doesn't advance.
  const endedBySize = endlessAnswers.filter(([what]) =>
    ['interim answers', 'header name', 'header fields'].includes(what),
  );
  it.each(endedBySize)(
    'names the cause if a response never ends: %s',
    async (_what, head, piece, { error }) => {
      const { simulator } = await startRelay({ forward: { url: await startEndlessReceiver(head, piece) } });
      simulator.sendWebhook({});
      const [frame] = await simulator.results.atLeast(1);
      expect(frame).toMatchObject({ type: 'result', error });
    },
  );

  it('responds itself to webhooks whose events are filtered out', async () => {
    const receiver = await startReceiver();
    const events = new Set(['payment_session.paid']);
    const { simulator } = await startRelay({ forward: { url: receiver.url }, events });
    const createdBody = Buffer.from('{"event":"payment_session.created"}').toString('base64');
    simulator.sendWebhook({ body_base64: createdBody, delivery_id: 'unwanted' });
    simulator.sendWebhook({ body_base64: Buffer.from('[]').toString('base64'), delivery_id: 'none' });
    simulator.sendWebhook({ delivery_id: 'wanted' });
    const results = await simulator.results.atLeast(3);
    const why = Buffer.from('left out by the relay: --events paid').toString('base64');
    expect(results.slice(0, 2)).toMatchObject([
      { delivery_id: 'unwanted', status: 204, response_base64: why },
      { delivery_id: 'none', status: 204, response_base64: why },
    ]);
    expect(results[2]).toMatchObject({ delivery_id: 'wanted', status: 200 });
    expect(receiver.received.all).toHaveLength(1);
  });

  it('delivers to other targets while the target of one rule is slow', async () => {
    const silent = await startReceiver(() => {});
    const receiver = await startReceiver();
    const rules = [{ events: null, urls: [/hang/], session: new Map(), forward: { url: silent.url } }];
    const { simulator } = await startRelay({ forward: { url: receiver.url }, rules });
    for (let number = 0; number < 65; number++) {
      simulator.sendWebhook({ url: 'http://x.example/hang', delivery_id: `hang${number}` });
    }
    simulator.sendWebhook({ delivery_id: 'fast' });
    expect((await simulator.results.atLeast(1))[0]).toMatchObject({ delivery_id: 'fast', status: 200 });
  });

  it('ignores unknown frames', async () => {
    const receiver = await startReceiver();
    const { simulator } = await startRelay({ forward: { url: receiver.url } });
    const [socket] = simulator.sockets.all;
    for (const text of ['', '{', 'null', '[]', '{"type":"webhook"}', '{"type":"new kind"}'])
      socket?.send(text);
    socket?.send(Buffer.from([1, 2, 3]));
    simulator.sendWebhook({});
    expect((await simulator.results.atLeast(1))[0]).toMatchObject({ status: 200 });
  });

  it('delivers a burst of 3000 webhooks once each, a few at a time', async () => {
    let openCount = 0;
    let maxOpenCount = 0;
    const receiver = await startReceiver((_, response) => {
      maxOpenCount = Math.max(maxOpenCount, ++openCount);
      setImmediate(() => {
        openCount--;
        response.end();
      });
    });
    const { simulator } = await startRelay({ forward: { url: receiver.url } });
    for (let number = 0; number < 3000; number++) simulator.sendWebhook({ delivery_id: `d${number}` });
    const results = await simulator.results.atLeast(3000);
    expect(new Set(results.map(({ delivery_id }) => delivery_id)).size).toBe(3000);
    expect(receiver.received.all).toHaveLength(3000);
    expect(maxOpenCount).toBeLessThanOrEqual(64);
  });
});
