import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { systemClock } from '@svc-simulator/machine/system-clock.ts';
import { createAuthority, createCertificate } from '@svc-simulator/server/tls/certificates.ts';
import { expect, it } from 'vitest';
import { listenOnFreePort } from '../../../test/support/listening.ts';
import { RawSender } from './raw-sender.ts';

const webhook = { headers: { 'Svc-Signature': 'x' }, body: Buffer.from('{"event":"one"}') };

/** Starts a server that responds with 202 to whole bodies and stores them. */
async function startServer() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('error', () => {});
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      bodies.push(body);
      response.writeHead(202).end();
    });
  });
  return { bodies, port: await listenOnFreePort(server) };
}

it('sends a body whole, in chunks and cut off, and reports the responses', async () => {
  const { bodies, port } = await startServer();
  const sender = new RawSender(systemClock, `http://127.0.0.1:${port}/`);
  expect(await sender.send(webhook)).toMatchObject({ status: 202, error: null });
  const answers = await sender.sendInPieces([webhook, webhook], 4, webhook);
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  await sender.cutOff(webhook, [webhook, webhook]);
  // The server stores no body that was cut off.
  expect(bodies).toEqual(Array(6).fill('{"event":"one"}'));
});

it('waits briefly for a server that handles one request at a time', async () => {
  let last = Promise.resolve();
  const server = createServer((request, response) => {
    last = last.then(async () => {
      for await (const _ of request);
      response.writeHead(202).end();
    });
    last = last.catch(() => {});
  });
  const sender = new RawSender(systemClock, `http://127.0.0.1:${await listenOnFreePort(server)}/`);
  const answers = await sender.sendInPieces([webhook, webhook, webhook], 4, webhook);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  await sender.cutOff(webhook, [webhook, webhook]);
  expect(await sender.send(webhook)).toMatchObject({ status: 202 });
});

it('succeeds although this machine pauses while it connects', async () => {
  const { port } = await startServer();
  const sender = new RawSender(systemClock, `http://localhost:${port}/`);
  const answer = sender.send(webhook);
  // Blocks while the connection opens; Node would try the next address after 250 ms.
  process.nextTick(() => process.nextTick(blockThread));
  expect(await answer).toMatchObject({ status: 202, error: null });
});

function blockThread() {
  const untilMs = performance.now() + 300;
  while (performance.now() < untilMs);
}

it.each(['127.0.0.1', 'localhost'])('opens no connection to a forbidden address: %s', async (host) => {
  const { bodies, port } = await startServer();
  const sender = new RawSender(systemClock, `http://${host}:${port}/`, () => true);
  expect(await sender.send(webhook)).toMatchObject({ status: null, error: 'refused address' });
  expect(bodies).toEqual([]);
});

it('finds a port that expects TLS, even with an untrusted certificate', async () => {
  const period = { from: Date.now() - 60_000, to: Date.now() + 60_000 };
  const tlsServer = createTlsServer(createCertificate(['localhost'], period, createAuthority(period)));
  const findsTls = (port: number, scheme = 'http') =>
    new RawSender(systemClock, `${scheme}://localhost:${port}/hook`).findsTls();
  const tlsPort = await listenOnFreePort(tlsServer);
  const { port, bodies } = await startServer();
  expect(await Promise.all([findsTls(tlsPort), findsTls(port), findsTls(tlsPort, 'https')])).toEqual([
    true,
    false,
    false,
  ]);
  expect(bodies).toEqual([]);
});
