import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientOfAddress, parseAddress } from './client-network.ts';
import { ClientPlaces } from './client-places.ts';
import { sharedLimits } from './limit-table.ts';

/** Limits of a listener; times in milliseconds. */
export interface ConnectionLimits {
  /** From the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** From the first byte of a request to the end of its body. */
  readonly requestMs: number;
  /** Between two requests of a connection; longer than load balancers keep theirs open. */
  readonly idleMs: number;
  /** Without a byte in either direction during a request; streams send a heartbeat every 15 s. */
  readonly silenceMs: number;
  /** Maximum number of connections. */
  readonly connections: number;
  /** Maximum number of connections of one client, unless it is a proxy; also limited by the free ones. */
  readonly connectionsPerAddress: number;
  /** Maximum number of pipelined requests that wait on a connection; more of them close it. */
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

/** Returns the options that `createServer` needs for the limits. */
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
  const latest = new WeakMap<Socket, ServerResponse>();
  server.prependListener('request', ({ socket }, outgoing) => latest.set(socket, outgoing));
  server.on('timeout', (socket) => {
    const outgoing = latest.get(socket);
    // The server is still working on the response, so the client isn't silent.
    if (outgoing?.req.complete && !outgoing.headersSent) socket.setTimeout(silenceMs);
    else socket.destroy();
  });
  server.maxConnections = connections;
  const places = new ClientPlaces({ all: connections, address: connectionsPerAddress });
  const seenSockets = new WeakSet<Socket>();
  server.on('connection', (socket) => {
    // Node emits a connection again when its request is parsed again without its upgrade.
    if (seenSockets.has(socket)) return;
    seenSockets.add(socket);
    const { remoteAddress: address = '' } = socket;
    const peer = isProxy(address) ? undefined : parseAddress(address);
    const release = places.take(peer ? clientOfAddress(peer) : '');
    if (release) socket.once('close', release);
    else socket.destroy();
  });
}

type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Serves the requests of a connection one after another, because Node starts all pipelined requests of a
 * chunk at once. A client that doesn't read a response delays only its own connection.
 */
export function serveInOrder({ waitingPerConnection }: ConnectionLimits): (serve: Serve) => Serve {
  const queues = new WeakMap<Socket, (() => void)[]>();
  return (serve) => (incoming, outgoing) => {
    const { socket } = incoming;
    const begin = () => {
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
      begin();
    } else if (queue.length < waitingPerConnection) queue.push(begin);
    else {
      queue.length = 0;
      abortConnection(socket);
    }
  };
}

/**
 * Closes a connection and stops parsing its last chunk, which may contain thousands of requests. This uses an
 * internal property of Node; without that property, the requests are parsed first.
 */
export function abortConnection(
  socket: Pick<Socket, 'destroy'> & { parser?: { onIncoming?: unknown } | null },
): void {
  const { parser } = socket;
  // Makes Node stop parsing, as after an upgrade.
  if (typeof parser?.onIncoming === 'function') parser.onIncoming = () => 2;
  // Lets a finished response leave first.
  setImmediate(() => socket.destroy());
}
