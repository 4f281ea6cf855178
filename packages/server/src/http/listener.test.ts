import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { connect, type Socket } from 'node:net';
import { cryptoRandom } from '@svc-simulator/machine/crypto-random.ts';
import { Hono } from 'hono';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadProblemTexts } from '../format-refusal.ts';
import { createAuthority, createCertificate } from '../tls/certificates.ts';
import type { Env } from './env.ts';
import { type ConnectionLimits, hostedLimits } from './limits/connection-limits.ts';
import { createRequestListener, listen } from './listener.ts';
import { problemOf } from './problem.ts';

const SHORT_MS = 250;
const REQUEST_ID = '6f9c0c3e-27f1-4f0e-9ac5-7f1d2c6a1e55';
const REQUEST = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';
const LAST_REQUEST = 'GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';
const period = { from: Date.now() - 1000, to: Date.now() + 86_400_000 };

/**
 * Listens with `hostedLimits` and the given changes. If `limits` is undefined, listens without limits, like a
 * local simulator.
 */
async function start(
  limits: Partial<ConnectionLimits> | undefined,
  isProxy?: (address: string | undefined) => boolean,
  more: Partial<Parameters<typeof listen>[1]> = {},
) {
  const random = { ...cryptoRandom, uuid: () => REQUEST_ID };
  const app = new Hono<Env>();
  let handledCount = 0;
  app.post('/', async (c) => {
    handledCount++;
    return c.text(String((await c.req.text().catch(() => '')).length));
  });
  app.get('/', (c) => c.text('here'));
  let [startedCount, runningCount, maxConcurrency] = [0, 0, 0];
  app.get('/slow/:number', async (c) => {
    startedCount++;
    maxConcurrency = Math.max(maxConcurrency, ++runningCount);
    await new Promise((resolve) => setTimeout(resolve, 5));
    runningCount--;
    return c.text(c.req.path);
  });
  app.get('/large', (c) => {
    startedCount++;
    return c.text('x'.repeat(32 * 2 ** 20));
  });
  const listener = await listen(createRequestListener(app, random), {
    host: '127.0.0.1',
    port: 0,
    onUpgrade: (_request, socket) => void socket.destroy(),
    formatProblem: (refusal) => problemOf(refusal, { requestId: REQUEST_ID }),
    ...(limits && { limits: { ...hostedLimits, ...limits } }),
    ...(isProxy && { isProxy }),
    ...more,
  });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await listener.close();
  });
  return {
    listener,
    handledCount: () => handledCount,
    startedCount: () => startedCount,
    maxConcurrency: () => maxConcurrency,
    /**
     * Opens a raw socket. When the connection ends, `connectionEnd` resolves to everything that was received.
     */
    async client(bytes = '', from = '127.0.0.1') {
      const socket = connect({ host: '127.0.0.1', port: listener.port, localAddress: from });
      sockets.push(socket);
      let text = '';
      socket.on('data', (part) => {
        text += part;
      });
      socket.on('error', () => {});
      const connectionEnd = new Promise<string>((resolve) => socket.on('close', () => resolve(text)));
      await once(socket, 'connect');
      socket.write(bytes);
      return { socket, connectionEnd, receivedText: () => text };
    },
  };
}

it.each([
  ['in hosted mode', {}],
  ['locally', undefined],
])('keeps idle connections open for 65 seconds, %s', async (_, limits) => {
  const { client } = await start(limits);
  const { receivedText } = await client(REQUEST);
  await expect.poll(() => receivedText()).toMatch(/keep-alive: timeout=65\r\n/i);
});

it('ends a kept-alive connection with its next response once it drains', async () => {
  const { listener, client } = await start({});
  const { socket, connectionEnd, receivedText } = await client(REQUEST);
  await expect.poll(() => receivedText()).toMatch(/connection: keep-alive\r\n.*here$/is);
  listener.drain();
  socket.write(REQUEST);
  expect(await connectionEnd).toMatch(/keep-alive.*here.*200 OK\r\n.*connection: close\r\n.*here$/is);
  expect(await (await client(REQUEST)).connectionEnd).toMatch(/connection: close\r\n.*here$/is);
});

describe('close', () => {
  it('serves a request on a connection that was opened just before', async () => {
    const { listener, client } = await start({});
    const { socket, connectionEnd } = await client();
    await expect.poll(() => listener.connections()).toBe(1);
    const closing = listener.close();
    socket.write(REQUEST);
    expect(await connectionEnd).toMatch(/200 OK\r\n.*here$/s);
    await closing;
  });

  it('closes a connection without a request', async () => {
    const { listener, client } = await start(undefined);
    const { connectionEnd } = await client();
    await expect.poll(() => listener.connections()).toBe(1);
    await listener.close();
    expect(await connectionEnd).toBe('');
  });

  it('waits for a running response', async () => {
    const { listener, client, startedCount } = await start(undefined);
    const { connectionEnd } = await client('GET /slow/1 HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(() => startedCount()).toBe(1);
    await listener.close();
    expect(await connectionEnd).toMatch(/200 OK.*slow\/1$/s);
  });
});

describe('pipelined requests', () => {
  const requestFor = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

  it('responds in the order of the requests', async () => {
    const { client, maxConcurrency } = await start({});
    const { receivedText } = await client(
      ['/1', '/2', '/3', '/4'].map((path) => requestFor(`/slow${path}`)).join(''),
    );
    await expect.poll(() => receivedText().match(/slow\/\d/g)).toHaveLength(4);
    expect(receivedText().match(/slow\/\d/g)).toEqual(['slow/1', 'slow/2', 'slow/3', 'slow/4']);
    expect(maxConcurrency()).toBe(1);
  });

  it('closes the connection if too many requests wait, after starting only the first', async () => {
    const { client, maxConcurrency, startedCount } = await start({});
    const { connectionEnd } = await client(requestFor('/slow/1').repeat(3000));
    await connectionEnd;
    expect([maxConcurrency(), startedCount()]).toEqual([1, 1]);
    const other = await client(LAST_REQUEST);
    expect(await other.connectionEnd).toMatch(/200 OK.*here$/s);
  });

  it('stops parsing the remaining bytes if too many requests wait', async () => {
    let parsedCount = 0;
    const { client } = await start({ waitingPerConnection: 3 }, undefined, {
      rewriteUrl: () => void parsedCount++,
    });
    await (await client(requestFor('/slow/1').repeat(1500))).connectionEnd;
    expect(parsedCount).toBe(5);
  });

  it('refuses only the first of many requests with an unknown expectation', async () => {
    const { client } = await start({ waitingPerConnection: 3 });
    const request = requestFor('/').replace('\r\n\r\n', '\r\nexpect: wonders\r\n\r\n');
    // Loads the texts first. Otherwise the refusal would wait for them, and more requests would be parsed.
    await loadProblemTexts('en');
    const { connectionEnd } = await client(request.repeat(100));
    expect((await connectionEnd).match(/HTTP/g) ?? []).toHaveLength(1);
  });

  it('starts a request only after the previous response was read', async () => {
    const { client, startedCount } = await start({});
    const { socket } = await client();
    socket.pause();
    socket.write(requestFor('/large') + requestFor('/slow/1'));
    await expect.poll(() => startedCount()).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, SHORT_MS));
    expect(startedCount()).toBe(1);
    socket.resume();
    await expect.poll(() => startedCount()).toBe(2);
  });
});

it.each([
  ['with', {}],
  ['without', { limits: undefined as never }],
])(
  'serves requests that offer another protocol completely and on the same connection, %s limits',
  async (_, more) => {
    const { client, handledCount } = await start({}, undefined, more);
    const { socket, receivedText } = await client(
      'POST / HTTP/1.1\r\nhost: x\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMA\r\ncontent-length: 10\r\n\r\nhello',
    );
    await new Promise(setImmediate);
    socket.write('later');
    await expect.poll(() => receivedText()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\r\n10$/s);
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(() => receivedText()).toMatch(/here$/);
    expect(handledCount()).toBe(1);
  },
);

it('counts a connection once, even if it offers another protocol several times', async () => {
  const { client } = await start({ connectionsPerAddress: 3 });
  const { socket, receivedText } = await client();
  for (let count = 1; count <= 10; count++) {
    socket.write('GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n');
    await expect.poll(() => receivedText().match(/200 OK/g)).toHaveLength(count);
  }
});

it('closes a connection after a request that offers another protocol if more requests are pipelined', async () => {
  const { client } = await start({});
  const offer = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n';
  const { connectionEnd } = await client(offer.repeat(1000));
  const received = await connectionEnd;
  expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(1);
  expect(received).toMatch(/connection: close/i);
});

it("closes a connection whose TLS handshake doesn't end", async () => {
  const authority = await createAuthority(period);
  const certificate = await createCertificate(['localhost'], period, authority);
  const { client } = await start({ headersMs: SHORT_MS }, undefined, { certificate });
  // The beginning of a TLS record whose rest never arrives.
  expect(await (await client('\x16\x03\x01\x02\x00\x01')).connectionEnd).toBe('');
});

const head = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 10\r\n';

it.each([
  ['headers that do not end', { headersMs: SHORT_MS }, head],
  ['a request line that does not end', { headersMs: SHORT_MS }, 'GE'],
  ['a body that does not end', { headersMs: SHORT_MS, requestMs: 2 * SHORT_MS }, `${head}\r\nhalf`],
])('responds with 408 and disconnects a client with %s', async (_name, limits, bytes) => {
  const { client, listener } = await start(limits);
  const slow = await client(bytes);
  expect(await slow.connectionEnd).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  const quick = await client(`${head}connection: close\r\n\r\n0123456789`);
  expect(await quick.connectionEnd).toMatch(/^HTTP\/1\.1 200 .*\r\n10$/s);
  expect(listener.port).toBeGreaterThan(0);
});

it.each([
  ["bytes that aren't HTTP", 'what is this\r\n\r\n', 400],
  ['no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
  ['an invalid host', 'GET / HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n', 400],
  ['headers over 16 KiB', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['an expectation', 'GET / HTTP/1.1\r\nhost: localhost\r\nexpect: tea\r\nconnection: close\r\n\r\n', 417],
])('responds to %s with a problem that has a request id', async (_name, bytes, status) => {
  const { client } = await start({});
  const answer = await (await client(bytes)).connectionEnd;
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head.toLowerCase()).toContain(`x-request-id: ${REQUEST_ID}`);
  expect(head.toLowerCase()).toContain('content-type: application/problem+json');
  expect(JSON.parse(body)).toMatchObject({ status, instance: `urn:uuid:${REQUEST_ID}` });
});

it('cuts off a client that sends its headers byte by byte', async () => {
  const { client } = await start({ headersMs: SHORT_MS });
  const slow = await client(head);
  const drip = () => slow.socket.write('x', () => setImmediate(() => !slow.socket.destroyed && drip()));
  slow.socket.write('x-drip: ');
  drip();
  expect(await slow.connectionEnd).toMatch(/^HTTP\/1\.1 (408|431) /);
});

it('stops even if the rest of a body arrives after the response', async () => {
  const { client, listener } = await start(undefined);
  const { socket, connectionEnd } = await client(
    'POST /late HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\nabc',
  );
  await once(socket, 'data');
  const closing = listener.close();
  socket.write('def');
  await closing;
  expect(await connectionEnd).toContain('HTTP/1.1 404');
});

it('closes idle connections and connections that never send anything', async () => {
  const idle = await start({ idleMs: SHORT_MS });
  const client = await idle.client(REQUEST);
  expect(await client.connectionEnd).toMatch(/^HTTP\/1\.1 200 .*here$/s);
  const silent = await start({ silenceMs: SHORT_MS });
  expect(await (await silent.client()).connectionEnd).toBe('');
});

it('limits the connections of an address, and accepts other addresses meanwhile', async () => {
  const { client, listener } = await start({ connectionsPerAddress: 3 });
  const clients = await Promise.all([client(REQUEST), client(REQUEST), client(REQUEST)]);
  for (let round = 0; round < 5; round++) expect(await (await client(REQUEST)).connectionEnd).toBe('');
  const other = await client(LAST_REQUEST, '127.0.0.5');
  expect(await other.connectionEnd).toContain('200 OK');
  expect(await listener.connections()).toBe(3);
  for (const { socket, connectionEnd } of clients) {
    socket.end();
    await connectionEnd;
  }
  const again = await client(LAST_REQUEST);
  expect(await again.connectionEnd).toContain('200 OK');
});

it('limits an address to the number of free connections', async () => {
  const { client, listener } = await start({ connections: 8 });
  for (const address of ['127.0.0.2', '127.0.0.3'])
    for (let n = 0; n < 8; n++) await client(REQUEST, address);
  expect(await listener.connections()).toBe(6);
  const other = await client(LAST_REQUEST, '127.0.0.4');
  expect(await other.connectionEnd).toContain('200 OK');
});

it("doesn't limit the connections of a proxy by its address", async () => {
  const { client } = await start({ connectionsPerAddress: 1 }, (address) => address === '127.0.0.1');
  await client();
  await client();
  expect(await (await client(LAST_REQUEST)).connectionEnd).toContain('200 OK');
});

it('limits the total number of connections', async () => {
  const { client } = await start({ connections: 2 });
  await client(REQUEST, '127.0.0.2');
  await client(REQUEST, '127.0.0.3');
  expect(await (await client(REQUEST, '127.0.0.4')).connectionEnd).toBe('');
});

it('sends HSTS only with TLS and limits, as in hosted mode', async () => {
  const authority = createAuthority(period);
  const certificate = createCertificate(['localhost'], period, authority);
  const policyOf = async (more: Parameters<typeof start>[2]) => {
    const { listener } = await start({}, undefined, more);
    const options = { host: '127.0.0.1', port: listener.port, servername: 'localhost', agent: false };
    const [answer] = await once(
      more?.certificate ? https.get({ ...options, ca: authority.cert }) : http.get(options),
      'response',
    );
    answer.resume();
    return answer.headers['strict-transport-security'];
  };
  expect(await policyOf({ certificate })).toBe('max-age=15768000');
  expect(await policyOf({ certificate, limits: undefined as never })).toBeUndefined();
  expect(await policyOf({})).toBeUndefined();
});

it('serves a request that offers another protocol over https', async () => {
  const authority = createAuthority(period);
  const certificate = createCertificate(['localhost'], period, authority);
  const { listener } = await start({}, undefined, { certificate });
  const headers = { connection: 'Upgrade', upgrade: 'h2c' };
  const options = { host: '127.0.0.1', port: listener.port, servername: 'localhost', agent: false, headers };
  const [response] = await once(https.get({ ...options, ca: authority.cert }), 'response');
  response.resume();
  expect(response.statusCode).toBe(200);
});

it('sends 100 Continue once the body is read, and never if the request is refused before', async () => {
  const { client, handledCount } = await start({});
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: 5\r\n\r\n`;
  const read = await client(head('/'));
  await expect.poll(() => read.receivedText()).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  read.socket.write('hello');
  await expect.poll(() => read.receivedText()).toMatch(/HTTP\/1\.1 200 OK\r\n.*\r\n5$/s);
  const refusedClient = await client(head('/nowhere'));
  expect(await refusedClient.connectionEnd).toMatch(/^HTTP\/1\.1 404 /);
  expect(handledCount()).toBe(1);
});
