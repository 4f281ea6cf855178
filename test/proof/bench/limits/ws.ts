/**
 * `limit-ws`, the simulator's side: sends bare webhook frames to a relay (`ws-relay.ts`, a process of its own), which posts them and
 * sends result frames back. Answers the frames a second, from the first frame sent to the last result back.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { work } from '../workers.ts';

export interface WsRequest {
  readonly url: string;
  readonly body: string;
  readonly count: number;
}

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
const connected = once(server, 'connection') as Promise<[WebSocket]>;
await once(server, 'listening');

work({ url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` }, async (request: WsRequest) => {
  const [socket] = await connected;
  const { url, count } = request;
  const headers = { 'content-type': 'application/json', 'svc-signature': 'f'.repeat(64) };
  const body_base64 = Buffer.from(request.body).toString('base64');
  const began = performance.now();
  await new Promise<void>((resolve) => {
    let left = count;
    socket.on('message', () => {
      left--;
      if (left === 0) resolve();
    });
    for (let delivery_id = 0; delivery_id < count; delivery_id++)
      socket.send(JSON.stringify({ type: 'webhook', delivery_id, attempt: 1, url, headers, body_base64 }));
  });
  socket.removeAllListeners('message');
  return (count / (performance.now() - began)) * 1000;
});
