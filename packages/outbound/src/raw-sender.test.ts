import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@svc-simulator/machine/system-clock.ts';
import { expect, it, onTestFinished } from 'vitest';
import { RawSender } from './raw-sender.ts';

const webhook = { headers: { 'Svc-Signature': 'x' }, body: Buffer.from('{"event":"one"}') };

/** Answers 202 to whole bodies, and keeps them. */
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
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { bodies, port };
}

it('sends a body whole, in pieces and cut off, and tells how it was answered', async () => {
  const { bodies, port } = await startServer();
  const sender = new RawSender(systemClock, `http://127.0.0.1:${port}/`);
  expect(await sender.send(webhook)).toMatchObject({ status: 202, error: null });
  const answers = await sender.sendInPieces([webhook, webhook], 4, webhook);
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  await sender.cutOff(webhook, [webhook, webhook]);
  // What was cut off never ended.
  expect(bodies).toEqual(Array(6).fill('{"event":"one"}'));
});

it('waits little for a server that works on one request at a time', async () => {
  let last = Promise.resolve();
  const server = createServer((request, response) => {
    last = last.then(async () => {
      for await (const _ of request);
      response.writeHead(202).end();
    });
    last = last.catch(() => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const sender = new RawSender(systemClock, `http://127.0.0.1:${port}/`);
  const answers = await sender.sendInPieces([webhook, webhook, webhook], 4, webhook);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  await sender.cutOff(webhook, [webhook, webhook]);
  expect(await sender.send(webhook)).toMatchObject({ status: 202 });
});

it.each(['127.0.0.1', 'localhost'])(
  'opens no connection to an address that is forbidden, as %s',
  async (host) => {
    const { bodies, port } = await startServer();
    const sender = new RawSender(systemClock, `http://${host}:${port}/`, () => true);
    expect(await sender.send(webhook)).toMatchObject({ status: null, error: 'refused address' });
    expect(bodies).toEqual([]);
  },
);
