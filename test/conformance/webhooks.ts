import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import words from 'texts:relay';
import { membersOf } from '@svc-simulator/contract';
import { connectRelay } from '@svc-simulator/relay';
import { textsIn } from '../../packages/texts/src/texts.ts';
import { parseJsonOrText } from './request.ts';

/** A webhook as it arrived. */
export interface Received {
  readonly event: string;
  readonly session: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Buffer;
  readonly body: unknown;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  /** Returns the webhooks of a case's receiver in order of arrival. */
  of(name: string): readonly Received[];
  /** Returns the webhook that `find` selects, once it has arrived; undefined after the deadline. */
  await(
    name: string,
    find: (all: readonly Received[]) => Received | undefined,
    ms: number,
  ): Promise<Received | undefined>;
  close(): void;
}

/**
 * Receives webhooks on loopback for all cases, each under its own path. The query sets the responses:
 * `?answer=500,200` returns 500 first and then always 200. Default: 200.
 */
export async function openReceiver(port = 0): Promise<Receiver> {
  const received = new Map<string, Received[]>();
  const waiting = new Set<() => void>();
  const of = (name: string) => received.get(name) ?? [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://receiver.invalid');
    const all = of(pathname.slice(1));
    const answers = (searchParams.get('answer') ?? '200').split(',');
    const status = Number(answers[Math.min(all.length, answers.length - 1)]);
    received.set(pathname.slice(1), [...all, webhookOf(request.headers, Buffer.concat(parts))]);
    response.writeHead(status, status >= 300 && status < 400 ? { location: '/elsewhere' } : {}).end();
    for (const look of waiting) look();
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    of,
    await: (name, find, ms) =>
      new Promise((resolve) => {
        const end = (webhook: Received | undefined) => {
          waiting.delete(look);
          clearTimeout(timer);
          resolve(webhook);
        };
        const look = () => {
          const webhook = find(of(name));
          if (webhook) end(webhook);
        };
        const timer = setTimeout(() => end(undefined), ms);
        waiting.add(look);
        look();
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function webhookOf(headers: IncomingHttpHeaders, bytes: Buffer): Received {
  const body = parseJsonOrText(bytes.toString('utf8'));
  const members = membersOf(body);
  const data = membersOf(members.data);
  const payment = membersOf(members.session_payment ?? data.session_payment);
  return {
    event: String(members.event),
    // The specification does not say whether the payment's id is the session's.
    session: String(data.session_id ?? members.session_id ?? payment.id),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    bytes,
    body,
  };
}

/** Relays that forward a target's webhooks to a port of this machine. */
export interface Relays {
  /**
   * Connects an account's relay; `since` requests the webhooks after this sequence number. Returns
   * `connected`, or the reason of a refusal.
   */
  open(key: unknown, since?: number): Promise<string>;
  close(): Promise<void>;
}

const relayTexts = textsIn('en', words.en);

export function relaysOf(mock: string, port: number): Relays {
  const servers: { close(): Promise<void> }[] = [];
  return {
    open: (key, since) =>
      new Promise((resolve) => {
        const relay = connectRelay({
          t: relayTexts,
          mock,
          key: String(key),
          forward: { port },
          ...(since !== undefined && { since }),
          onEvent: ({ type }) => resolve(type),
        });
        servers.push(relay);
        void relay.ended.then(({ reason }) => resolve(reason));
      }),
    close: async () => {
      await Promise.all(servers.map((relay) => relay.close()));
    },
  };
}
