import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { listenOnFreePort } from './listening.ts';
import { Sightings } from './sightings.ts';

/** A webhook as it arrived. */
export interface Received {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Names of the headers, in the case in which they were sent. */
  readonly headerNames: readonly string[];
  readonly rawBody: Buffer;
  /** The body's `event`; undefined if the body isn't a JSON object. */
  readonly event: string | undefined;
  readonly sessionId: string | undefined;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Sightings<Received>;
}

/**
 * Starts a receiver on a local port, which records every request. `answer` responds to it, closes the
 * connection or does nothing. Default: responds with 200.
 */
export async function startReceiver(
  answer: (request: Received, response: ServerResponse) => void = (_request, response) => response.end('ok'),
  address: '127.0.0.1' | '::1' = '127.0.0.1',
): Promise<Receiver> {
  const received = new Sightings<Received>('request at the receiver');
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const rawBody = Buffer.concat(parts);
    const { event, sessionId } = kindOf(rawBody);
    const receivedRequest = {
      method: request.method as string,
      url: request.url as string,
      headers: request.headers,
      headerNames: request.rawHeaders.filter((_, index) => index % 2 === 0),
      rawBody,
      event,
      sessionId,
    };
    received.add(receivedRequest);
    answer(receivedRequest, response);
  });
  const port = await listenOnFreePort(server, address);
  return { url: `http://${address === '::1' ? '[::1]' : address}:${port}`, port, received };
}

/** Starts a server that serves one connection after the other, like Python's `HTTPServer`. */
export async function startOneAtATime(): Promise<string> {
  const waiting: Socket[] = [];
  let serving: Socket | null = null;
  const http = createServer((request, response) => request.resume().once('end', () => response.end('ok')));
  http.keepAliveTimeout = 0;
  const serveNext = () => {
    serving = waiting.shift() ?? null;
    serving?.once('close', serveNext);
    if (serving) http.emit('connection', serving);
    serving?.resume();
  };
  const server = createTcpServer({ pauseOnConnect: true }, (socket) => {
    waiting.push(socket);
    if (!serving) serveNext();
  });
  return `http://127.0.0.1:${await listenOnFreePort(server)}/webhooks`;
}

function kindOf(rawBody: Buffer): { event: string | undefined; sessionId: string | undefined } {
  try {
    const body = JSON.parse(rawBody.toString('utf8'));
    return { event: body.event, sessionId: body.session_payment?.id };
  } catch {
    return { event: undefined, sessionId: undefined };
  }
}

/** Starts a TCP server that runs `answer` on a connection's first bytes. */
export async function startRawServer(answer: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => void socket.once('data', () => answer(socket)));
  return `http://127.0.0.1:${await listenOnFreePort(server)}/webhooks`;
}
