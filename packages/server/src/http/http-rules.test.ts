import { once } from 'node:events';
import { get, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { startAccountForBlock } from '@svc-simulator/test-support/account.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const BUTTONS = '/api/v1/ext/payment-sessions/buttons';

describe('rules of every operation (contract sections 1 and 9)', async () => {
  const { sim, account } = await startAccountForBlock();

  const create = (body: unknown, headers = {}) =>
    sim.send('POST', BUTTONS, { token: account.token, body, headers });

  it('refuses a body over 1 MiB with 413, whether its length is declared or not', async () => {
    const refusal = await create(JSON.stringify({ x: 'a'.repeat(1_048_576) }));
    expect(refusal.status).toBe(413);
    const chunked = await new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' };
      const upload = request(sim.url + BUTTONS, { method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      upload.on('error', reject);
      for (let i = 0; i < 17; i++) upload.write('a'.repeat(65_536));
      upload.end();
    });
    expect(chunked).toBe(413);
    expect((await sim.send('GET', '/health')).status).toBe(200);
  });

  it('refuses a compressed body with 415 and names its encoding', async () => {
    const compressedResponse = await create(gzipSync('{}'), {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    });
    expect([compressedResponse.status, compressedResponse.json.detail]).toEqual([
      415,
      expect.stringContaining('Content-Encoding gzip'),
    ]);
  });

  it.each([
    ['/api/v1/ext//payment-sessions/buttons', BUTTONS],
    ['//api/v1/ext/payment-sessions/buttons', BUTTONS],
    [`${BUTTONS}/`, BUTTONS],
    ['/api/v1/payment-sessions/button', BUTTONS],
    ['/api/v1/payment-sessions/buttons', BUTTONS],
    ['/api/v1/ext/payment-sessions/Buttons', BUTTONS],
    ['/api/v1/ext/payment-sessions/requests', '/api/v1/ext/payment-sessions/request'],
    ['/api/v1/ext/payment-sessions/batch', '/api/v1/ext/payment-sessions/request/batch'],
    ['/api/v1/ext/payment-stop/links/query', '/api/v1/ext/payment-stops/query'],
    ['/api/v1/ext/payment-stop/links/reorder', '/api/v1/ext/payment-stops/reorder'],
  ])('responds to a POST to %s with 404 and suggests the right path', async (path, near) => {
    const answer = await sim.send('POST', path, { token: account.token, body: {} });
    expect([answer.status, answer.json.detail]).toEqual([404, expect.stringContaining(` ${near}`)]);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  it('treats every empty query parameter as absent', async () => {
    const [trace, calls] = [
      'session_id=&after=&limit=&order=&cursor=&type=',
      'errors=&status=&since=&by=&q=',
    ];
    for (const path of [
      `/console/trace?${trace}`,
      `/console/calls?${calls}`,
      '/console/sessions?limit=&q=',
    ]) {
      const answer = await sim.ask(account, 'GET', path);
      expect([path, answer.status, answer.json.errors]).toEqual([path, 200, undefined]);
    }

    const unfiltered = await sim.ask(account, 'GET', '/console/trace');
    expect(await sim.ask(account, 'GET', '/console/trace?cursor=&type=')).toMatchObject({
      json: unfiltered.json,
    });
    expect(await sim.ask(account, 'GET', '/console/sessions?status=&cursor=')).toMatchObject({ status: 200 });
  });

  it('accepts the type filter as repeated parameters, and refuses every other repeated parameter', async () => {
    const commas = await sim.ask(account, 'GET', '/console/trace?type=account.registered,agreement.created');
    const repeatedParameters = '/console/trace?type=account.registered&type=agreement.created';
    expect(commas.json.data).not.toEqual([]);
    expect((await sim.ask(account, 'GET', repeatedParameters)).json.data).toEqual(commas.json.data);
    for (const name of ['limit', 'session_id', 'order', 'cursor']) {
      const answer = await sim.ask(account, 'GET', `/console/trace?${name}=1&${name}=1`);
      expect([answer.status, answer.json.errors]).toEqual([
        400,
        [{ pointer: `/${name}`, detail: expect.stringContaining('more than once') }],
      ]);
    }
  });

  it('returns 405 if the path is right but the method is wrong', async () => {
    expect(await sim.send('PATCH', BUTTONS, { token: account.token, body: {} })).toMatchObject({
      status: 405,
    });
  });

  it('serves HTTP/1.0, which needs no host', async () => {
    for (const path of ['/health', '/']) {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(sim.url).port) });
      socket.write(`GET ${path} HTTP/1.0\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
    }
  });

  it('lets a client that is still sending an oversized body read the 413 and reuse the connection', async () => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(sim.url).port) });
    const body = 'a'.repeat(1_200_000);
    socket.write(
      `POST ${BUTTONS} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${account.token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}` +
        'GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
    );
    const answers = (await text(socket)).match(/HTTP\/1\.1 \d+/g);
    expect(answers).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });
});

it('closes a connection if the body continues after a 404', async () => {
  await using sim = await TestSimulator.start();
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(sim.url).port) });
  socket.write('POST /nope HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /);
  await expect.poll(() => sim.clock.advance(500).then(() => socket.closed)).toBe(true);
});

it('sends a request id in every response, including pages and refusals', async () => {
  await using sim = await TestSimulator.start();
  const html = { accept: 'text/html' };
  for (const [method, path] of [
    ['GET', '/'],
    ['HEAD', '/'],
    ['HEAD', '/health'],
    ['GET', '/console'],
    ['GET', '/console/login'],
    ['GET', '/console/nothing'],
    ['GET', '/docs'],
    ['GET', '/docs/api'],
    ['GET', '/docs/nothing.js'],
    ['GET', '/terminal'],
    ['GET', '/fidelidad'],
    ['GET', '/pay/nothing'],
    ['POST', '/'],
    ['DELETE', '/health'],
    ['OPTIONS', '/health'],
    ['GET', '/nothing'],
  ] as const) {
    const answer = await fetch(sim.url + path, { method, headers: html });
    await answer.arrayBuffer();
    expect([method, path, answer.headers.get('x-request-id')]).toEqual([
      method,
      path,
      expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    ]);
  }
});

it('returns 401 if a request sends two tokens', async () => {
  await using sim = await TestSimulator.start();
  const [one, other] = [await sim.account(), await sim.account()];
  const tokens = [one.token, other.token].flatMap((token) => ['authorization', `Bearer ${token}`]);
  const status = await new Promise((resolve, reject) => {
    get(
      `${sim.url}/api/v1/ext/agreements`,
      { headers: ['host', 'localhost', ...tokens], agent: false },
      (answer) => resolve(answer.resume().statusCode),
    ).on('error', reject);
  });
  expect(status).toBe(401);
});
