import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientOfAddress, parseAddress } from './client-network.ts';
import { ClientSlots } from './client-slots.ts';
import { sharedLimits } from './limit-table.ts';

/** Limits of a listener; times in milliseconds. */
export interface ConnectionLimits {
  /** Maximum time from the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** Maximum time from the first byte of a request to the end of its body. */
  readonly requestMs: number;
  /** Maximum time between two requests of a connection; longer than load balancers keep connections open. */
  readonly idleMs: number;
  /**
   * Maximum time without a byte in either direction during a request. Streams send a heartbeat every 15 s.
   */
  readonly silenceMs: number;
  readonly connections: number;
  /**
   * Maximum number of connections of one client. A client also can't hold more connections than are still
   * free for all clients. Proxies are exempt.
   */
  readonly connectionsPerAddress: number;
  /** Maximum number of waiting pipelined requests. A further request closes the connection. */
  readonly waitingPerConnection: number;
}

export const hostedLimits: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 65_000,
  silenceMs: 60_000,
  connections: sharedLimits.connections.all,
  connectionsPerAddress: sharedLimits.connections.address,
  waitingPerConnection: 16,
};

/** Interval at which Node checks the time limits. */
const CHECK_EVERY_MS = 5000;

export function buildServerOptions({ headersMs, requestMs, idleMs }: ConnectionLimits) {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    handshakeTimeout: headersMs,
    connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, headersMs),
  };
}

/** Applies the limits to a server before it listens. */
export function limitConnections(
  server: Server,
  { silenceMs, connections, connectionsPerAddress }: ConnectionLimits,
  isProxy: (address: string | undefined) => boolean,
): void {
  server.timeout = silenceMs;
  const latestResponses = new WeakMap<Socket, ServerResponse>();
  server.prependListener('request', ({ socket }, outgoing) => latestResponses.set(socket, outgoing));
  server.on('timeout', (socket) => {
    const outgoing = latestResponses.get(socket);
    // The server is still working on the response, so the client isn't silent.
    if (outgoing?.req.complete && !outgoing.headersSent) socket.setTimeout(silenceMs);
    else socket.destroy();
  });
  server.maxConnections = connections;
  const slots = new ClientSlots({ all: connections, address: connectionsPerAddress });
  const seenSockets = new WeakSet<Socket>();
  server.on('connection', (socket) => {
    // Counts each connection once, because `serveWithoutUpgrade` emits this event again for the same
    // connection.
    if (seenSockets.has(socket)) return;
    seenSockets.add(socket);
    const { remoteAddress: address = '' } = socket;
    const peer = isProxy(address) ? undefined : parseAddress(address);
    const release = slots.take(peer ? clientOfAddress(peer) : '');
    if (release) socket.once('close', release);
    else socket.destroy();
  });
}

type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Serves the requests of a connection one after another. Without this, Node.js starts all pipelined requests
 * of a chunk at once.
 */
export function serveInOrder({ waitingPerConnection }: ConnectionLimits): (serve: Serve) => Serve {
  const queues = new WeakMap<Socket, (() => void)[]>();
  return (serve) => (incoming, outgoing) => {
    const { socket } = incoming;
    const start = () => {
      outgoing.once('close', () => {
        const next = queues.get(socket)?.shift();
        if (next && !socket.destroyed) next();
        else queues.delete(socket);
      });
      serve(incoming, outgoing);
    };
    const queue = queues.get(socket);
    if (!queue) {
      queues.set(socket, []);
      start();
    } else if (queue.length < waitingPerConnection) queue.push(start);
    else {
      queue.length = 0;
      abortConnection(socket);
    }
  };
}

/**
 * Closes a connection and stops parsing its last chunk, which can contain thousands of requests. If the
 * parser isn't available (an internal property of Node.js), the requests are parsed first.
 */
export function abortConnection(
  socket: Pick<Socket, 'destroy'> & { parser?: { onIncoming?: unknown } | null },
): void {
  const { parser } = socket;
  // Node.js stops parsing if `onIncoming` returns 2, as after an upgrade.
  if (typeof parser?.onIncoming === 'function') parser.onIncoming = () => 2;
  // Destroys the socket later, so that a finished response is still sent.
  setImmediate(() => socket.destroy());
}
