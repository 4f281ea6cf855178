import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { ManualClock } from '@svc-simulator/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutboundClient } from './outbound-client.ts';

const closers: (() => unknown)[] = [];
let clock: ManualClock;
let client: OutboundClient;

beforeEach(() => {
  clock = new ManualClock();
  client = new OutboundClient({ clock, timeoutMs: 5000 });
  closers.push(() => client.close());
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function listen(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Answering = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

function receiver(answer: Answering): Promise<string> {
  return listen(
    createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      answer(request, response, Buffer.concat(chunks));
    }),
  );
}

const post = (url: string, body: Uint8Array | string = '{}') =>
  client.post({ url, headers: { 'content-type': 'application/json', 'user-agent': 'svc-sim' }, body });

describe('OutboundClient', () => {
  it('sends bytes, path, query and headers exactly as they are given', async () => {
    const seen: { url: string | undefined; headers: string[]; body: Buffer }[] = [];
    const url = await receiver((request, response, body) => {
      seen.push({ url: request.url, headers: request.rawHeaders, body });
      response.writeHead(201).end('thank you');
    });
    const bytes = Buffer.from([0x7b, 0x20, 0xc3, 0xb1, 0x00, 0xff, 0x0a, 0x7d]);
    const answer = await post(`${url}/a%20b/ñ?x=1&x=%2F#gone`, bytes);
    expect(answer).toEqual({ status: 201, error: null, body: Buffer.from('thank you') });
    expect(seen[0]?.url).toBe('/a%20b/%C3%B1?x=1&x=%2F');
    expect(seen[0]?.body.equals(bytes)).toBe(true);
    const names = seen[0]?.headers.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
    expect(names).toEqual(['host', 'connection', 'content-type', 'user-agent', 'content-length']);
  });

  it('uses one connection for requests that follow one another', async () => {
    const ports = new Set<number | undefined>();
    const url = await receiver((request, response) => {
      ports.add(request.socket.remotePort);
      response.end();
    });
    for (let turn = 0; turn < 20; turn++) expect((await post(url)).status).toBe(200);
    expect(ports.size).toBe(1);
  });

  it('does not follow a redirect', async () => {
    let followed = 0;
    const url = await receiver((request, response) => {
      if (request.url === '/next') followed++;
      response.writeHead(307, { location: '/next' }).end();
    });
    expect(await post(url)).toMatchObject({ status: 307, error: null });
    expect(followed).toBe(0);
  });

  it('keeps the first 4 KiB of an answer and reads the rest', async () => {
    const url = await receiver((_, response) => response.end('x'.repeat(900_000)));
    const answer = await post(url);
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toBe('x'.repeat(4096));
  });

  it('cuts an endless answer and closes its connection', async () => {
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const url = await receiver((request, response) => {
      request.socket.on('close', close);
      const chunk = 'y'.repeat(64 * 1024);
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    expect(await post(url)).toMatchObject({ status: null, error: 'response too large' });
    await closed;
  });

  it('gives up 5 s after the call when the receiver is silent, before or after its status', async () => {
    let asked = 0;
    let allAsked = () => {};
    const bothAsked = new Promise<void>((resolve) => {
      allAsked = resolve;
    });
    const url = await receiver((request, response) => {
      if (request.url === '/half') response.writeHead(200, { 'content-length': '10' }).write('half');
      if (++asked === 2) allAsked();
    });
    const answers = [post(url), post(`${url}/half`)];
    await bothAsked;
    await clock.advance(4999);
    const settled = Promise.race([...answers, 'none yet']);
    expect(await settled).toBe('none yet');
    await clock.advance(1);
    for (const answer of answers) expect(await answer).toMatchObject({ status: null, error: 'timeout' });
  });

  it('names the failures of the system', async () => {
    const refused = createTcpServer();
    const closedUrl = await listen(refused);
    refused.close();
    await once(refused, 'close');
    expect(await post(closedUrl)).toMatchObject({ status: null, error: 'ECONNREFUSED' });

    const reset = await listen(
      createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
    );
    expect(await post(reset)).toMatchObject({ status: null, error: 'ECONNRESET' });
    const hungUp = await listen(createTcpServer((socket) => socket.once('data', () => socket.end())));
    expect(await post(hungUp)).toMatchObject({ status: null, error: 'ECONNRESET' });
    const nonsense = await listen(
      createTcpServer((socket) => socket.once('data', () => socket.end('SSH-2.0\r\n'))),
    );
    expect((await post(nonsense)).error).toMatch(/does not match the HTTP\/1.1 protocol/);
    expect(await post('not a url')).toMatchObject({ status: null, error: 'ERR_INVALID_URL' });
    expect((await post('ftp://127.0.0.1/')).error).toMatch(/^UND_ERR/);
  });

  it('speaks TLS to https', async () => {
    const hello = new Promise<number | undefined>((resolve) => {
      const server = createTcpServer((socket) =>
        socket.once('data', (bytes) => {
          resolve(bytes[0]);
          socket.destroy();
        }),
      );
      listen(server).then((url) => post(url.replace('http:', 'https:')));
    });
    // The first byte of a TLS handshake.
    expect(await hello).toBe(0x16);
  });

  it('goes on after failures: the next request to the same origin has a sound connection', async () => {
    let turn = 0;
    const url = await receiver((request, response) => {
      if (turn++ % 2 === 0) request.socket.resetAndDestroy();
      else response.end('fine');
    });
    for (let round = 0; round < 5; round++) {
      expect((await post(url)).error).toBe('ECONNRESET');
      expect((await post(url)).status).toBe(200);
    }
  });

  it('is not held up by hundreds of hanging exchanges with the same origin', async () => {
    const url = await receiver((request, response) => {
      if (request.url === '/fast') response.end();
    });
    const hanging = Array.from({ length: 400 }, () => post(`${url}/hang`));
    expect((await post(`${url}/fast`)).status).toBe(200);
    await client.close();
    for (const answer of await Promise.all(hanging)) expect(answer.error).toBe('closed');
    expect((await post(`${url}/fast`)).error).toBe('closed');
  });

  it('opens no connection to a forbidden address, whether it is written in the URL or found by name', async () => {
    let connections = 0;
    const server = createTcpServer(() => connections++);
    const { port } = new URL(await listen(server));
    const names: Record<string, string[]> = {
      'inside.example': ['127.0.0.1'],
      'both.example': ['203.0.113.9', '127.0.0.1'],
      'mapped.example': ['::ffff:127.0.0.1'],
    };
    const guarded = new OutboundClient({
      clock,
      timeoutMs: 5000,
      forbids: (address) => /127\.0\.0\.1|::1$|7f00:1/.test(address),
      lookup: (hostname, _options, callback) => {
        const found = (names[hostname] ?? []).map((address) => ({ address, family: 4 }));
        callback(null, found);
      },
    });
    closers.push(() => guarded.close());
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', ...Object.keys(names)]) {
      const answer = await guarded.post({ url: `http://${host}:${port}/`, headers: {}, body: '{}' });
      expect({ host, ...answer }).toMatchObject({ host, status: null, error: 'refused address' });
    }
    expect(connections).toBe(0);
  });

  it('asks for a name once for all that need it at the same time', async () => {
    const url = await receiver((_, response) => response.end());
    let asked = 0;
    const named = new OutboundClient({
      clock,
      timeoutMs: 5000,
      lookup: (_hostname, _options, callback) => {
        asked++;
        setImmediate(() => callback(null, [{ address: '127.0.0.1', family: 4 }]));
      },
    });
    closers.push(() => named.close());
    const target = url.replace('127.0.0.1', 'receiver.example');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => named.post({ url: target, headers: {}, body: '{}' })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(asked).toBe(1);
  });
});
