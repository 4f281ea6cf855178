import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { ATTEMPT_TIMEOUT_MS } from '@svc-simulator/contract';
import { DeadlineQueue } from '@svc-simulator/outbound';
import { ManualClock } from '@svc-simulator/test-support/manual-clock.ts';
import { expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { RelayConnection } from './relay-connection.ts';
import { RelayForward } from './relay-forward.ts';

/** A ping frame of a client, whose frames are masked. */
const ping = Buffer.from([0x89, 0x80, 0, 0, 0, 0]);

/** Connects a relay that reads this many chunks per heartbeat and keeps sending pings. */
async function connectRelay(reads: number) {
  const clock = new ManualClock();
  const pendingWrites: (() => void)[] = [];
  const socket = new Duplex({
    read() {},
    write: (_chunk, _encoding, callback) => pendingWrites.push(callback),
  });
  const headers = {
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    'sec-websocket-version': '13',
  };
  const ends: string[] = [];
  const relay = await new Promise<RelayConnection>((resolve) =>
    new WebSocketServer({ noServer: true }).handleUpgrade(
      { method: 'GET', headers } as unknown as IncomingMessage,
      socket,
      Buffer.alloc(0),
      (ws) =>
        resolve(new RelayConnection({ id: 'r', clock, ws, socket, onEnd: (reason) => ends.push(reason) })),
    ),
  );
  relay.start('acc_1');
  const deadlines = new DeadlineQueue(clock, ATTEMPT_TIMEOUT_MS);
  const webhook = {
    type: 'webhook',
    sequence: 1,
    url: 'http://localhost:1/',
    headers: {},
    attempt: 1,
  } as const;
  for (let count = 0; count < 40; count++) {
    const frame = { ...webhook, delivery_id: `d${count}`, body_base64: 'x'.repeat(50_000) };
    relay.send(new RelayForward(frame, deadlines, () => {}));
  }
  const passHeartbeat = async () => {
    socket.push(ping);
    for (let count = 0; count < reads; count++) pendingWrites.shift()?.();
    await clock.advance(15_000);
  };
  return { relay, ends, passHeartbeat, clock, socket };
}

it('closes the connection of a relay that answers pings but reads no waiting frames', async () => {
  const { relay, ends, passHeartbeat } = await connectRelay(0);
  await passHeartbeat();
  expect(relay.isOpen).toBe(true);
  await passHeartbeat();
  expect([relay.isOpen, ends]).toEqual([false, ['silent']]);
});

it('keeps the connection of a relay that reads, however slowly', async () => {
  const { relay, passHeartbeat } = await connectRelay(6);
  for (let count = 0; count < 5; count++) await passHeartbeat();
  expect(relay.isOpen).toBe(true);
});

it("disconnects a relay that doesn't answer the closing frame", async () => {
  const { relay, ends, clock, socket } = await connectRelay(0);
  relay.close(4001, 'another relay of this key connected', 'displaced');
  expect([ends, socket.destroyed]).toEqual([['displaced'], false]);
  await clock.advance(500);
  expect(socket.destroyed).toBe(true);
});

it("disconnects a relay that violates the protocol and doesn't answer the closing frame", async () => {
  const { clock, socket } = await connectRelay(0);
  // A frame with reserved bits.
  socket.push(Buffer.from([0xf1, 0x80, 0, 0, 0, 0]));
  await new Promise(setImmediate);
  expect(socket.destroyed).toBe(false);
  await clock.advance(500);
  expect(socket.destroyed).toBe(true);
});
