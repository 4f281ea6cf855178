import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { expect, it } from 'vitest';

/** Returns the simulator's response to raw bytes, up to the end of the connection. */
async function rawReply(sim: TestSimulator, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(sim.url).port), '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

const close = 'connection: close\r\n\r\n';
const body = '{"short_name":"rebound","password":"correct horse"}';
const register = (host: string) =>
  `POST /console/register HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${close}${body}`;
const upgradeHeaders = 'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n';

it("returns 421 for every request whose host name isn't local or the simulator's own", async () => {
  await using sim = await TestSimulator.start();
  for (const request of [
    register('evil.example'),
    register('evil.example:4010'),
    `GET /console HTTP/1.1\r\nhost: evil.example\r\naccept: text/html\r\n${close}`,
    `GET /health HTTP/1.1\r\nhost: evil.example\r\n${close}`,
    `OPTIONS /api/v1/ext/agreements HTTP/1.1\r\nhost: evil.example\r\norigin: http://evil.example\r\n${close}`,
    `GET /relay HTTP/1.1\r\nhost: evil.example\r\n${upgradeHeaders}\r\n`,
    `GET /health HTTP/1.1\r\nhost: evil.example\r\nconnection: upgrade, close\r\nupgrade: h2c\r\n\r\n`,
  ]) {
    const answer = await rawReply(sim, request);
    expect(answer, request).toMatch(/^HTTP\/1\.1 421 Misdirected Request\r\n/);
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/);
    expect(answer).toContain('--allow-host evil.example');
  }
  expect(await rawReply(sim, register('localhost'))).toMatch(/^HTTP\/1\.1 201 /);
  expect(await rawReply(sim, `GET /relay HTTP/1.1\r\nhost: localhost\r\n${upgradeHeaders}\r\n`)).toMatch(
    / 401 /,
  );
});

it('serves the hosts of --allow-host and the host of its public URL', async () => {
  await using sim = await TestSimulator.start({
    allowedHosts: ['Sim.Example'],
    publicUrl: 'https://pagos.example/base',
  });
  const statusFor = async (host: string) =>
    (await rawReply(sim, `GET /health HTTP/1.1\r\nhost: ${host}\r\n${close}`)).slice(9, 12);
  expect(await Promise.all(['sim.example', 'pagos.example', 'x.sim.example'].map(statusFor))).toEqual([
    '200',
    '200',
    '421',
  ]);
});

it('accepts any host in hosted mode, where the proxy checks it', async () => {
  await using sim = await TestSimulator.start({ hosted: true });
  expect(await rawReply(sim, register('sim.example'))).toMatch(/^HTTP\/1\.1 201 /);
});

it.each([{}, { hosted: true }])('refuses two Host headers with 400: %j', async (options) => {
  await using sim = await TestSimulator.start(options);
  const answer = await rawReply(
    sim,
    `GET /health HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n${close}`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*more than one Host header/s);
});

it('responds to OPTIONS * with 204 and to CONNECT with 405', async () => {
  await using sim = await TestSimulator.start();
  const optionsReply = await rawReply(sim, `OPTIONS * HTTP/1.1\r\nhost: localhost\r\n${close}`);
  expect(optionsReply).toMatch(/^HTTP\/1\.1 204 No Content\r\n/);
  expect(optionsReply).toMatch(/\r\nallow: GET, HEAD, /i);
  expect(optionsReply).toMatch(/\r\nx-request-id: /i);
  expect(optionsReply).not.toMatch(/content-length/i);
  const tunnel = await rawReply(sim, 'CONNECT shop.example:443 HTTP/1.1\r\nhost: shop.example:443\r\n\r\n');
  expect(tunnel).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n.*allow: GET/s);
});
