/**
 * `limit-ws`, the simulator's side: sends bare webhook frames to a relay (`ws-relay.ts`, a process of its own), which
 * posts them and sends result frames back. Answers the p50 in milliseconds of frames sent at a steady pace, or the
 * frames a second of a burst, from the first frame sent to the last result back.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { quantile } from '../rounds.ts';
import { work } from '../workers.ts';

export interface WsRequest {
  readonly url: string;
  readonly body: string;
  readonly count: number;
  /** Frames a second; null: all at once. */
  readonly pace: number | null;
}

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
const connected = once(server, 'connection') as Promise<[WebSocket]>;
await once(server, 'listening');

work({ url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` }, async (request: WsRequest) => {
  const [socket] = await connected;
  const { url, count, pace } = request;
  const headers = { 'content-type': 'application/json', 'svc-signature': 'f'.repeat(64) };
  const body_base64 = Buffer.from(request.body).toString('base64');
  const sentAt: number[] = [];
  const times: number[] = [];
  const send = () => {
    const delivery_id = sentAt.push(performance.now()) - 1;
    socket.send(JSON.stringify({ type: 'webhook', delivery_id, attempt: 1, url, headers, body_base64 }));
  };

  const began = performance.now();
  await new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const { delivery_id } = JSON.parse(String(data)) as { delivery_id: number };
      times.push(performance.now() - (sentAt[delivery_id] ?? 0));
      if (times.length === count) resolve();
    });
    if (pace === null) {
      for (let sent = 0; sent < count; sent++) send();
      return;
    }
    const timer = setInterval(() => {
      send();
      if (sentAt.length === count) clearInterval(timer);
    }, 1000 / pace);
  });
  socket.removeAllListeners('message');
  return pace === null ? (count / (performance.now() - began)) * 1000 : quantile(times, 0.5);
});
