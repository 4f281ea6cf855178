import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Clock } from '@svc-simulator/core';
import { createAuthority, createCertificate } from '@svc-simulator/server/tls/certificates.ts';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort, listenOnFreePort } from '../../../test/support/listening.ts';
import { startOneAtATime, startRawServer, startReceiver } from '../../../test/support/receiver.ts';
import { OutboundClient } from './outbound-client.ts';

function createPost(clock: Clock) {
  const client = new OutboundClient({ clock, timeoutMs: 5000 });
  onTestFinished(() => client.close());
  return (url: string) => client.send({ url, headers: {}, body: '{}' });
}

/** Starts an HTTP server whose connections the test can inspect. */
async function startServer(listener: RequestListener, at = '127.0.0.1') {
  const sockets: Socket[] = [];
  const server = createServer({ keepAliveTimeout: 0 }, listener);
  server.on('connection', (socket) => sockets.push(socket));
  return { port: await listenOnFreePort(server, at), sockets };
}

describe('a receiver that serves one connection at a time', () => {
  it('receives all of many simultaneous webhooks', async () => {
    const url = await startOneAtATime();
    const clock = new ManualClock();
    const post = createPost(clock);
    const answers = Array.from({ length: 60 }, () => post(url));
    await Promise.race(answers);
    // Closes the idle first connection. From now on, each connection closes after its response, because
    // others have waited for 100 ms.
    await clock.advance(100);
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual(Array(60).fill(200));
  });

  it('has no open connection 100 ms after the last response', async () => {
    const { port, sockets } = await startServer((_, response) => response.end());
    const clock = new ManualClock();
    const post = createPost(clock);
    await post(`http://127.0.0.1:${port}`);
    await clock.advance(60);
    await post(`http://127.0.0.1:${port}`);
    const [socket] = sockets;
    await clock.advance(99);
    expect([sockets.length, socket?.destroyed]).toEqual([1, false]);
    const closing = socket && once(socket, 'close');
    await clock.advance(1);
    await closing;
    expect((await post(`http://127.0.0.1:${port}`)).status).toBe(200);
    expect(sockets).toHaveLength(2);
  });
});

describe('a connection that was closed before the next request', () => {
  /** How the server ends a connection at its second request, before or after a byte of the response. */
  const ends: [string, (socket: Socket) => void, number | null][] = [
    ['a reset', (socket) => socket.resetAndDestroy(), 200],
    ['an end', (socket) => socket.end(), 200],
    ['an end after the first byte of an answer', (socket) => socket.end('H'), null],
    ['an end after an interim answer', (socket) => socket.end('HTTP/1.1 103 \r\n\r\n'), null],
  ];

  it.each(ends)('is replaced for a second try only if no response had begun: %s', async (_, end, status) => {
    let requestCount = 0;
    const { port } = await startServer((request, response) => {
      if (++requestCount === 2) end(request.socket);
      else response.end();
    });
    const post = createPost(new ManualClock());
    const url = `http://127.0.0.1:${port}`;
    expect((await post(url)).status).toBe(200);
    expect((await post(url)).status).toBe(status);
    expect(requestCount).toBe(status === 200 ? 3 : 2);
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('is also replaced over %s', async (version) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    const period = { from: Date.now() - 1000, to: Date.now() + 60_000 };
    const { cert, key } = createCertificate(['localhost'], period, createAuthority(period));
    let requestCount = 0;
    const server = createTlsServer(
      { cert, key, minVersion: version, maxVersion: version },
      (request, response) => {
        if (++requestCount === 2) request.socket.end();
        else response.end();
      },
    );
    const post = createPost(new ManualClock());
    const url = `https://localhost:${await listenOnFreePort(server)}`;
    expect(await post(url)).toMatchObject({ status: 200 });
    expect(await post(url)).toMatchObject({ status: 200 });
    expect(requestCount).toBe(3);
  });

  it('is replaced only once, even if the new connection closes as well', async () => {
    let requestCount = 0;
    const { port } = await startServer((request, response) => {
      if (++requestCount === 1) response.end();
      else request.socket.resetAndDestroy();
    });
    const post = createPost(new ManualClock());
    const url = `http://127.0.0.1:${port}`;
    expect((await post(url)).status).toBe(200);
    expect((await post(url)).error).toBe('ECONNRESET');
    expect(requestCount).toBe(3);
    expect((await post(url)).error).toBe('ECONNRESET');
    expect(requestCount).toBe(4);
  });
});

describe('the reader of responses', () => {
  const final = 'HTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\nok';
  const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n';
  it.each([
    ['100 Continue that nobody asked for', ['HTTP/1.1 100 Continue\r\n\r\n', final]],
    ['in one piece with the answer', [`HTTP/1.1 100 Continue\r\n\r\n${final}`]],
    ['several', [`HTTP/1.1 100 \r\n\r\n${hint}HTTP/1.1 102 Processing\r\n\r\n`, hint + final]],
    ['a byte at a time', [...`${hint}HTTP/1.0 100 Continue\r\n\r\n${final}`]],
  ])('skips interim responses: %s', async (_, pieces) => {
    const url = await startRawServer(async (socket) => {
      socket.setNoDelay(true);
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    const post = createPost(new ManualClock());
    expect(await post(url)).toEqual({ status: 201, error: null, body: Buffer.from('ok') });
  });

  it('keeps bytes of a response that look like an interim response', async () => {
    const body = 'HTTP/1.1 100 Continue\r\n\r\n';
    const receiver = await startReceiver((_, response) => {
      response.write('more: ');
      setImmediate(() => response.end(body));
    });
    const post = createPost(new ManualClock());
    for (let turn = 0; turn < 2; turn++)
      expect(String((await post(receiver.url)).body)).toBe(`more: ${body}`);
  });
});

describe('a request', () => {
  it.each(['tenant1.localhost', 'a.b.LOCALHOST', 'localhost.', 'localhost'])(
    'connects to this machine for %s, and keeps the name in the host header',
    async (host) => {
      const receiver = await startReceiver();
      const post = createPost(new ManualClock());
      expect((await post(`http://${host}:${receiver.port}/`)).status).toBe(200);
      expect(receiver.received.all[0]?.headers.host).toBe(`${host.toLowerCase()}:${receiver.port}`);
    },
  );

  it('reaches a name under .localhost if the server listens only on ::1', async () => {
    const { port } = await startServer((_, response) => response.end(), '::1');
    const post = createPost(new ManualClock());
    expect((await post(`http://tenant1.localhost:${port}/`)).status).toBe(200);
  });

  it.each([
    ['127.0.0.1', '::1'],
    ['[::1]', '127.0.0.1'],
  ])(
    'reports after a refusal by %s whether a server listens on %s, without sending a request',
    async (host, other) => {
      let requestCount = 0;
      const { port } = await startServer(() => requestCount++, other);
      const post = createPost(new ManualClock());
      expect((await post(`http://${host}:${port}/`)).error).toBe(`ECONNREFUSED (${other} listens)`);
      expect((await post(`http://${host}:${await freePort()}/`)).error).toBe('ECONNREFUSED');
      expect(requestCount).toBe(0);
    },
  );

  it.each([
    ['shop:pw', 'shop:pw'],
    ['caf%C3%A9:p%3Aw%20%25', 'café:p:w %'],
    ['ñandú:€', 'ñandú:€'],
    ['only-a-name', 'only-a-name:'],
    [':only-a-password', ':only-a-password'],
    ['100%:%F1', '100%:%F1'],
  ])('sends the credentials %s as Basic', async (urlText, credentials) => {
    const receiver = await startReceiver();
    const post = createPost(new ManualClock());
    expect((await post(`http://${urlText}@127.0.0.1:${receiver.port}/h`)).status).toBe(200);
    const { authorization = '' } = receiver.received.all[0]?.headers ?? {};
    expect(authorization).toMatch(/^Basic /);
    expect(Buffer.from(authorization.slice(6), 'base64').toString()).toBe(credentials);
  });
});
