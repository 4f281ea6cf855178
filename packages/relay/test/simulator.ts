import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { Sightings } from '../../../test/support/sightings.ts';

export const API_KEY = 'sim_api_test';
export const body = '{"event":"payment_session.paid","session_payment":{"id":"session-1"},"ñ": "😀 "}';

type UpgradeRefusal =
  | { readonly status: number; readonly detail: string }
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string };

function responseFor(refusal: UpgradeRefusal): string {
  const { status } = refusal;
  const { headers, body } =
    'body' in refusal
      ? refusal
      : {
          headers: { 'content-type': 'application/problem+json; charset=utf-8', 'x-request-id': 'r' },
          body: JSON.stringify({ status, title: 'No', detail: refusal.detail }),
        };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} No\r\n${lines.join('')}connection: close\r\n\r\n${body}`;
}

export class FakeSimulator {
  readonly url: string;
  readonly upgrades = new Sightings<IncomingMessage>('upgrade');
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the frame holds, and fail where it doesn't.
  readonly results = new Sightings<any>('result frame');
  readonly sockets = new Sightings<WebSocket>('connection');
  /** If set, the response to further upgrade requests: a problem, or an error page of a proxy. */
  refusal: UpgradeRefusal | null = null;

  private constructor(url: string) {
    this.url = url;
  }

  static async start(port = 0): Promise<FakeSimulator> {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    const fake = new FakeSimulator(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const sockets = new WebSocketServer({ noServer: true });
    server.on('upgrade', (request, socket, head) => {
      fake.upgrades.add(request);
      if (fake.refusal) {
        socket.end(responseFor(fake.refusal));
        return;
      }
      sockets.handleUpgrade(request, socket, head, (ws) => {
        ws.on('error', () => {});
        ws.on('message', (data) => fake.results.add(JSON.parse(String(data))));
        ws.send(JSON.stringify({ type: 'ready', account_id: 'acc_1' }));
        fake.sockets.add(ws);
      });
    });
    onTestFinished(() => {
      for (const socket of fake.sockets.all) socket.terminate();
      server.close();
      server.closeAllConnections();
    });
    return fake;
  }

  sendFrame(frame: object): void {
    this.sockets.all.at(-1)?.send(JSON.stringify(frame));
  }

  sendWebhook(frame: object): void {
    this.sendFrame({
      type: 'webhook',
      sequence: 1,
      delivery_id: 'delivery-1',
      attempt: 1,
      url: 'http://localhost:1/hook?x=1',
      headers: { 'content-type': 'application/json', 'svc-signature': 'abc' },
      body_base64: Buffer.from(body).toString('base64'),
      ...frame,
    });
  }
}
