import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, type HttpBindings, RequestError } from '@hono/node-server';
import type { Refusal } from '@svc-simulator/contract';
import type { RandomSource } from '@svc-simulator/core';
import { systemClock } from '@svc-simulator/machine/system-clock.ts';
import { message } from '@svc-simulator/texts/message.ts';
import type { Hono } from 'hono';
import { refuseWith } from '../refusals.ts';
import type { EarlyAnswer } from './early-answers.ts';
import type { Env } from './env.ts';
import { continueWhenRead } from './expect-continue.ts';
import { brokenInside, notHttp } from './http-refusals.ts';
import {
  buildServerOptions,
  type ConnectionLimits,
  limitConnections,
  serveInOrder,
} from './limits/connection-limits.ts';
import { problemOf, type TextResponse } from './problem.ts';
import { answerOnSocket } from './socket-answer.ts';

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface Listener {
  readonly port: number;
  /** Open connections, including those of relays. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly upgrade: UpgradeHandler;
  readonly problem: (refusal: Refusal, incoming?: IncomingMessage) => Promise<TextResponse>;
  readonly certificate?: { readonly cert: string; readonly key: string };
  readonly answerEarly?: EarlyAnswer;
  readonly readdress?: (request: IncomingMessage) => void;
  readonly limits?: ConnectionLimits;
  /** Returns true for addresses of proxies, whose connections serve many clients. */
  readonly isProxy?: (address: string | undefined) => boolean;
}

const DRAIN_MS = 5_000;
/** Half a year. */
const HSTS = 'max-age=15768000';
/** Longer than clients keep a connection idle, so none sends a request to a connection that is just being closed. */
const KEEP_ALIVE_MS = 65_000;
/** Interval at which a stopping simulator closes idle connections. */
const IDLE_SWEEP_MS = 50;

/**
 * Serves requests on a port.
 * @throws the system's error (`EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`, …) if it can't listen.
 */
export async function listen(serve: RequestListener, options: ListenOptions): Promise<Listener> {
  const {
    host,
    port,
    upgrade,
    problem,
    certificate,
    limits,
    readdress,
    answerEarly = () => undefined,
    isProxy = () => false,
  } = options;
  const inOrder = limits ? serveInOrder(limits) : <T>(serve: T) => serve;
  const answer = inOrder((incoming, outgoing) => {
    const earlyResponse = answerEarly(incoming);
    if (earlyResponse) void earlyResponse.then((response) => send(outgoing, response));
    else serve(incoming, outgoing);
  });
  const serverOptions = {
    // A request without a host gets a problem.
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    ...(limits && buildServerOptions(limits)),
  };
  const server = certificate
    ? (await import('node:https')).createServer({ ...serverOptions, ...certificate }, answer)
    : createServer(serverOptions, answer);
  if (limits) limitConnections(server, limits, isProxy);
  // HSTS applies to all ports of a host, and a developer's machine may run other servers without TLS.
  if (limits && certificate)
    server.prependListener('request', (_request, outgoing) => {
      outgoing.setHeader('strict-transport-security', HSTS);
    });
  if (readdress) {
    server.prependListener('request', readdress);
    server.prependListener('upgrade', readdress);
  }
  const unused = trackUnusedConnections(server, certificate ? 'secureConnection' : 'connection');
  server.on('upgrade', (request, socket, head) => {
    if (!isForWebSocket(request)) return serveAsItIs(server, request, socket, head);
    const earlyResponse = answerEarly(request);
    if (earlyResponse) void earlyResponse.then((response) => answerOnSocket(socket, response));
    else upgrade(request, socket, head);
  });
  server.on('connect', (request, socket) => {
    const earlyResponse = answerEarly(request);
    if (earlyResponse) void earlyResponse.then((response) => answerOnSocket(socket, response));
    else socket.destroy();
  });
  const unexpected = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const why = message('problem.http.expectation', { expected: incoming.headers.expect ?? '' });
    const { refusal } = refuseWith(417, 'problem.title.expectation', why);
    void problem(refusal, incoming).then((response) => send(outgoing, response));
  };
  server.on('checkContinue', (incoming, outgoing) => {
    continueWhenRead(incoming, outgoing);
    server.emit('request', incoming, outgoing);
  });
  server.on('checkExpectation', inOrder(unexpected));
  server.on('clientError', (error, socket) => answerClientError(error, socket, problem));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    connections: () =>
      new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0))),
    close: () => stop(server, unused),
  };
}

function send(outgoing: ServerResponse, { status, headers, text }: TextResponse): void {
  outgoing.writeHead(status, headers).end(text);
}

/** A client that disconnects, sends invalid HTTP or is too slow must affect only its own connection. */
function answerClientError(
  { code, message: reason }: NodeJS.ErrnoException,
  socket: Duplex,
  problem: ListenOptions['problem'],
): void {
  if (!socket.writable || code === 'ERR_TLS_HANDSHAKE_TIMEOUT') return void socket.destroy();
  const { refusal } =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? refuseWith(408, 'problem.title.timeout', message('problem.http.too_slow'))
      : code === 'HPE_HEADER_OVERFLOW'
        ? refuseWith(431, 'problem.title.headers_too_large', message('problem.http.headers_too_large'))
        : notHttp(reason);
  void problem(refusal).then((answer) => answerOnSocket(socket, answer));
}

function isForWebSocket({ headers: { upgrade = '' } }: IncomingMessage): boolean {
  return /\bwebsocket\b/i.test(upgrade);
}

/**
 * Serves a request that offers another protocol (Java sends `Upgrade: h2c`) as plain HTTP/1.1 (RFC 9110,
 * 7.8). Node.js treats every offer as an upgrade, so the request is parsed again without it.
 */
function serveAsItIs(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, headers, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (!/^(upgrade|connection|http2-settings)$/i.test(rawHeaders[at] ?? ''))
      lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  const isChunked = headers['transfer-encoding'] !== undefined;
  const body = isChunked ? head : head.subarray(0, Number(headers['content-length'] ?? 0));
  // Parsing thousands of pipelined requests twice would hold up everybody, so a request with others behind it is the last.
  if (isChunked || body.length < head.length || /\bclose\b/i.test(headers.connection ?? ''))
    lines.push('connection: close');
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]));
  server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
}

/** Returns the connections without a request yet, which browsers open in advance and Node.js does not count as idle. */
function trackUnusedConnections(
  server: Server,
  event: 'connection' | 'secureConnection',
): ReadonlySet<Duplex> {
  const unused = new Set<Duplex>();
  const known = new WeakSet<Duplex>();
  server.on(event, (socket: Duplex) => {
    // A connection is emitted again when its request is parsed again without its upgrade.
    if (known.has(socket)) return;
    known.add(socket);
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  for (const use of ['request', 'upgrade', 'connect', 'checkContinue', 'checkExpectation'])
    server.prependListener(use, ({ socket }: IncomingMessage) => unused.delete(socket));
  return unused;
}

async function stop(server: Server, unused: ReadonlySet<Duplex>): Promise<void> {
  // A connection whose response is still under way closes after it, instead of waiting for another request.
  server.keepAliveTimeout = 1;
  const serverClosed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of unused) socket.destroy();
  const deadline = systemClock.elapsed() + DRAIN_MS;
  let cancel = () => {};
  const sweep = () => {
    if (systemClock.elapsed() >= deadline) server.closeAllConnections();
    else server.closeIdleConnections();
    cancel = systemClock.after(IDLE_SWEEP_MS, sweep);
  };
  sweep();
  await serverClosed;
  cancel();
}

interface RequestListenerOptions {
  readonly random: RandomSource;
  /**
   * Lets @hono/node-server replace the process's `Request` and `Response`, which is faster; default false,
   * because other code may share them.
   */
  readonly ownsProcess?: boolean | undefined;
}

export function createRequestListener(
  app: Pick<Hono<Env>, 'fetch'>,
  { random, ownsProcess = false }: RequestListenerOptions,
): RequestListener {
  const serve = getRequestListener((request, env) => app.fetch(request, env as HttpBindings), {
    overrideGlobalObjects: ownsProcess,
    errorHandler: async (error) => {
      const { refusal } = error instanceof RequestError ? notHttp(error.message) : brokenInside();
      const { status, headers, text } = await problemOf(refusal, { requestId: random.uuid() });
      return new Response(text, { status, headers });
    },
  });
  return (incoming, outgoing) => {
    // HTTP/1.0 allows requests without `Host`.
    if (incoming.httpVersion === '1.0') incoming.headers.host ??= 'localhost';
    void serve(incoming, outgoing);
  };
}
