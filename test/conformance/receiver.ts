import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { membersOf } from '@svc-simulator/contract';
import type { Clock } from '@svc-simulator/core';

/** A webhook as it arrived. */
export interface Received {
  readonly event: string;
  readonly session: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
  readonly body: unknown;
}

export interface Receiver {
  /** Where it listens. */
  readonly url: string;
  readonly port: number;
  /** What a case's receiver has got, in order of arrival. */
  of(name: string): readonly Received[];
  /** The webhook that `find` picks, once it is there; undefined when the deadline has passed. */
  await(
    name: string,
    find: (all: readonly Received[]) => Received | undefined,
    ms: number,
  ): Promise<Received | undefined>;
  close(): Promise<void>;
}

/**
 * Receives webhooks on loopback for all cases, each under a path of its own. The query of the path says what it answers:
 * `?answer=500,200` the first and then the second; the last one stays; without it 200.
 */
export async function openReceiver(clock: Clock, port = 0): Promise<Receiver> {
  const received = new Map<string, Received[]>();
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://receiver.invalid');
    const name = pathname.slice(1);
    const all = received.get(name) ?? [];
    received.set(name, all);
    const answers = (searchParams.get('answer') ?? '200').split(',');
    const status = Number(answers[Math.min(all.length, answers.length - 1)]);
    all.push(webhookOf(request.headers, Buffer.concat(parts)));
    const location = status >= 300 && status < 400 ? { location: '/elsewhere' } : {};
    response.writeHead(status, location).end();
    for (const look of waiting) look();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  const of = (name: string) => received.get(name) ?? [];
  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    of,
    await: (name, find, ms) =>
      new Promise((resolve) => {
        const end = (found: Received | undefined) => {
          waiting.delete(look);
          cancel();
          resolve(found);
        };
        const look = () => {
          const found = find(of(name));
          if (found) end(found);
        };
        const cancel = clock.after(ms, () => end(undefined));
        waiting.add(look);
        look();
      }),
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function webhookOf(headers: IncomingHttpHeaders, bytes: Buffer): Received {
  const body = parsed(bytes.toString('utf8'));
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

/** The JSON value of a text, or the text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
