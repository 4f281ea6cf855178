import type { Socket } from 'node:net';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { expect, it, onTestFinished } from 'vitest';
import { startRawServer, startReceiver } from '../../../test/support/receiver.ts';
import { until } from '../../../test/support/until.ts';
import { OutboundClient } from './outbound-client.ts';

const PER_SENDER = 16;
const MAX_TOTAL = 256;

/** Starts a client, and a receiver that accepts at once and never ends its response. */
async function startHolding() {
  const clock = new ManualClock();
  const client = new OutboundClient({ clock, timeoutMs: 5000 });
  onTestFinished(() => client.close());
  const sockets: Socket[] = [];
  const url = await startRawServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf');
  });
  /** Sends `count` webhooks for each account, all accepted although no response ends. */
  const send = async (count: number, ...senders: string[]) => {
    const previousCount = sockets.length;
    let acceptedCount = 0;
    const posts = senders.flatMap((sender) => Array<string>(count).fill(sender));
    for (const sender of posts)
      void client.send({ url, headers: {}, body: '{}', sender }).then(({ status }) => {
        if (status === 200) acceptedCount++;
      });
    await until(() => sockets.length === previousCount + posts.length);
    await until(
      () => acceptedCount === posts.length,
      () => clock.advance(10),
    );
  };
  const closedCount = () => sockets.filter(({ closed }) => closed).length;
  return { clock, client, send, closedCount };
}

/** Waits until the receiver has noticed all closed connections, by sending other requests. */
async function settle(client: OutboundClient): Promise<void> {
  const other = await startReceiver();
  for (let turn = 0; turn < 3; turn++) await client.send({ url: other.url, headers: {}, body: '{}' });
}

it('closes the connections of accepted webhooks beyond the limit of an account', async () => {
  const { clock, client, send, closedCount } = await startHolding();
  await send(PER_SENDER, 'one');
  await settle(client);
  expect(closedCount()).toBe(0);
  await send(3, 'one');
  await until(() => closedCount() === 3);
  await send(PER_SENDER, 'another');
  await settle(client);
  expect(closedCount()).toBe(3);
  await clock.advance(5000);
  await until(() => closedCount() === 2 * PER_SENDER + 3);
  await send(PER_SENDER, 'one');
  await settle(client);
  expect(closedCount()).toBe(2 * PER_SENDER + 3);
});

it('closes the connections of accepted webhooks beyond the limit of all accounts', async () => {
  const { client, send, closedCount } = await startHolding();
  await send(PER_SENDER, ...Array.from({ length: MAX_TOTAL / PER_SENDER }, (_, account) => `acc_${account}`));
  await settle(client);
  expect(closedCount()).toBe(0);
  await send(1, 'late');
  await until(() => closedCount() === 1);
});
