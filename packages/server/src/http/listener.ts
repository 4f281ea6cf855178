import { once } from 'node:events';
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
import type { RespondEarly } from './early-responder.ts';
import type { Env } from './env.ts';
import { continueWhenRead } from './expect-continue.ts';
import { internalError, notHttp } from './http-refusals.ts';
import {
  buildServerOptions,
  type ConnectionLimits,
  limitConnections,
  serveInOrder,
} from './limits/connection-limits.ts';
import { problemOf, type TextResponse } from './problem.ts';
import { respondOnSocket } from './respond-on-socket.ts';

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface Listener {
  readonly port: number;
  /** Number of open connections, including those of relays. */
  connections(): Promise<number>;
  /** Ends each connection with its next response, so no client sends a request on a connection that `close` cuts. */
  drain(): void;
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly onUpgrade: UpgradeHandler;
  readonly formatProblem: (refusal: Refusal, incoming?: IncomingMessage) => Promise<TextResponse>;
  readonly certificate?: { readonly cert: string; readonly key: string };
  readonly respondEarly?: RespondEarly;
  readonly rewriteUrl?: (request: IncomingMessage) => void;
  readonly limits?: ConnectionLimits;
  readonly isProxy?: (address: string | undefined) => boolean;
}

const CLOSE_TIMEOUT_MS = 5_000;
/** 15 768 000 s are half a year. */
const HSTS = 'max-age=15768000';
/**
 * Longer than clients keep an idle connection, so a client rarely sends a request just when the server closes
 * it.
 */
const KEEP_ALIVE_MS = 65_000;
const IDLE_SWEEP_MS = 50;

/**
 * Serves requests on a port.
 * @throws the system's error (`EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`, …) if the server can't listen
 */
export async function listen(serve: RequestListener, options: ListenOptions): Promise<Listener> {
  const {
    host,
    port,
    onUpgrade,
    formatProblem,
    certificate,
    limits,
    rewriteUrl,
    respondEarly = () => undefined,
    isProxy = () => false,
  } = options;
  const inOrder = limits ? serveInOrder(limits) : <T>(serve: T) => serve;
  const respond = inOrder((incoming, outgoing) => {
    const earlyResponse = respondEarly(incoming);
    if (earlyResponse) void earlyResponse.then((response) => send(outgoing, response));
    else serve(incoming, outgoing);
  });
  const serverOptions = {
    // With `true`, Node.js itself would refuse a request without a host, with an empty 400 instead of a
    // problem.
    requireHostHeader: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    ...(limits && buildServerOptions(limits)),
  };
  const server = certificate
    ? (await import('node:https')).createServer({ ...serverOptions, ...certificate }, respond)
    : createServer(serverOptions, respond);
  if (limits) limitConnections(server, limits, isProxy);
  // Only hosted simulators send HSTS. It applies to all ports of a host, and a developer's machine can also
  // run servers without TLS.
  if (limits && certificate)
    server.prependListener('request', (_request, outgoing) => {
      outgoing.setHeader('strict-transport-security', HSTS);
    });
  if (rewriteUrl) {
    server.prependListener('request', rewriteUrl);
    server.prependListener('upgrade', rewriteUrl);
  }
  const unusedConnections = trackUnusedConnections(server, certificate ? 'secureConnection' : 'connection');
  server.on('upgrade', (request, socket, head) => {
    if (!isForWebSocket(request)) return serveWithoutUpgrade(server, request, socket, head);
    const earlyResponse = respondEarly(request);
    if (earlyResponse) void earlyResponse.then((response) => respondOnSocket(socket, response));
    else onUpgrade(request, socket, head);
  });
  server.on('connect', (request, socket) => {
    const earlyResponse = respondEarly(request);
    if (earlyResponse) void earlyResponse.then((response) => respondOnSocket(socket, response));
    else socket.destroy();
  });
  const refuseExpectation = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const why = message('problem.http.expectation', { expected: incoming.headers.expect ?? '' });
    const { refusal } = refuseWith(417, 'problem.title.expectation', why);
    void formatProblem(refusal, incoming).then((response) => send(outgoing, response));
  };
  server.on('checkContinue', (incoming, outgoing) => {
    continueWhenRead(incoming, outgoing);
    server.emit('request', incoming, outgoing);
  });
  server.on('checkExpectation', inOrder(refuseExpectation));
  server.on('clientError', (error, socket) => respondToClientError(error, socket, formatProblem));
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    connections: () =>
      new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0))),
    drain: () => {
      server.prependListener('request', (_request, outgoing) => {
        outgoing.shouldKeepAlive = false;
      });
    },
    close: () => stop(server, unusedConnections),
  };
}

function send(outgoing: ServerResponse, { status, headers, text }: TextResponse): void {
  outgoing.writeHead(status, headers).end(text);
}

/** Responds to a client that sends invalid HTTP or is too slow, and closes its connection. */
function respondToClientError(
  { code, message: reason }: NodeJS.ErrnoException,
  socket: Duplex,
  formatProblem: ListenOptions['formatProblem'],
): void {
  if (!socket.writable || code === 'ERR_TLS_HANDSHAKE_TIMEOUT') return void socket.destroy();
  const { refusal } =
    code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? refuseWith(408, 'problem.title.timeout', message('problem.http.too_slow'))
      : code === 'HPE_HEADER_OVERFLOW'
        ? refuseWith(431, 'problem.title.headers_too_large', message('problem.http.headers_too_large'))
        : notHttp(reason);
  void formatProblem(refusal).then((answer) => respondOnSocket(socket, answer));
}

function isForWebSocket({ headers: { upgrade = '' } }: IncomingMessage): boolean {
  return /\bwebsocket\b/i.test(upgrade);
}

/**
 * Serves a request that offers another protocol (Java sends `Upgrade: h2c`) as plain HTTP/1.1 (RFC 9110,
 * 7.8). Node.js treats every offer as an upgrade, so the request is parsed again without the offer.
 */
function serveWithoutUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, url, headers, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (!/^(upgrade|connection|http2-settings)$/i.test(rawHeaders[index] ?? ''))
      lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  const isChunked = headers['transfer-encoding'] !== undefined;
  const body = isChunked ? head : head.subarray(0, Number(headers['content-length'] ?? 0));
  // Closes the connection after this response. Otherwise pipelined requests in `head`, possibly thousands,
  // would be parsed twice.
  if (isChunked || body.length < head.length || /\bclose\b/i.test(headers.connection ?? ''))
    lines.push('connection: close');
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body]));
  server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
}

/**
 * Returns the connections that have had no request yet. Browsers open connections in advance, and Node.js
 * doesn't count those as idle.
 */
function trackUnusedConnections(
  server: Server,
  event: 'connection' | 'secureConnection',
): ReadonlySet<Duplex> {
  const unusedConnections = new Set<Duplex>();
  const seenSockets = new WeakSet<Duplex>();
  server.on(event, (socket: Duplex) => {
    // Adds each connection once, because `serveWithoutUpgrade` emits this event again for the same
    // connection.
    if (seenSockets.has(socket)) return;
    seenSockets.add(socket);
    unusedConnections.add(socket);
    socket.once('close', () => unusedConnections.delete(socket));
  });
  for (const event of ['request', 'upgrade', 'connect', 'checkContinue', 'checkExpectation'])
    server.prependListener(event, ({ socket }: IncomingMessage) => unusedConnections.delete(socket));
  return unusedConnections;
}

async function stop(server: Server, unusedConnections: ReadonlySet<Duplex>): Promise<void> {
  // Closes a connection after its current response instead of waiting for another request.
  server.keepAliveTimeout = 1;
  const serverClosed = new Promise<void>((resolve) => server.close(() => resolve()));
  const deadline = systemClock.elapsed() + CLOSE_TIMEOUT_MS;
  let cancel: () => void;
  const sweep = () => {
    if (systemClock.elapsed() >= deadline) server.closeAllConnections();
    else server.closeIdleConnections();
    for (const socket of unusedConnections) socket.destroy();
    cancel = systemClock.after(IDLE_SWEEP_MS, sweep);
  };
  // Waits before the first sweep: a load balancer that has just connected is about to send a request, and
  // wouldn't repeat it.
  cancel = systemClock.after(IDLE_SWEEP_MS, sweep);
  await serverClosed;
  cancel();
}

/**
 * Creates the listener that passes requests to the app. With `ownsProcess`, @hono/node-server replaces the
 * global `Request` and `Response`, which is faster, but affects all code of the process.
 */
export function createRequestListener(
  app: Pick<Hono<Env>, 'fetch'>,
  random: RandomSource,
  ownsProcess = false,
): RequestListener {
  const serve = getRequestListener((request, env) => app.fetch(request, env as HttpBindings), {
    overrideGlobalObjects: ownsProcess,
    errorHandler: async (error) => {
      const { refusal } = error instanceof RequestError ? notHttp(error.message) : internalError();
      const { status, headers, text } = await problemOf(refusal, { requestId: random.uuid() });
      return new Response(text, { status, headers });
    },
  });
  return (incoming, outgoing) => {
    // Adds a host, because HTTP/1.0 allows requests without `Host`, but hono requires a host.
    if (incoming.httpVersion === '1.0') incoming.headers.host ??= 'localhost';
    void serve(incoming, outgoing);
  };
}
