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
  /** Between two requests of a connection. Longer than balancers keep theirs, or they run into the closing. */
  readonly idleMs: number;
  /** Without a byte in either direction, while something of the client's is under way; a stream says something every 15 s. */
  readonly silenceMs: number;
  /** Connections at once. */
  readonly connections: number;
  /** Connections at once of one client, and no more than all others leave; unless it is a proxy. */
  readonly connectionsPerAddress: number;
  /** Requests of one connection that wait for the answer to the one before; one more ends the connection. */
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

/** Maximum delay with which Node notices that a time limit has passed. */
const CHECK_EVERY_MS = 5000;

/** Returns the options that `createServer` needs for the limits. */
export function serverOptionsOf({ headersMs, requestMs, idleMs }: ConnectionLimits) {
  return {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    handshakeTimeout: headersMs,
    connectionsCheckingInterval: Math.min(CHECK_EVERY_MS, headersMs),
  };
}

/** Puts the limits on a server that does not listen yet. */
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
    // The answer is ours to give: the silence is ours as well.
    if (outgoing?.req.complete && !outgoing.headersSent) socket.setTimeout(silenceMs);
    else socket.destroy();
  });
  server.maxConnections = connections;
  const open = new ClientPlaces({ all: connections, address: connectionsPerAddress });
  const counted = new WeakSet<Socket>();
  server.on('connection', (socket) => {
    // A connection is emitted again when its request is parsed again without its upgrade.
    if (counted.has(socket)) return;
    counted.add(socket);
    const { remoteAddress: address = '' } = socket;
    const peer = isProxy(address) ? undefined : parseAddress(address);
    const release = open.take(peer ? clientOfAddress(peer) : '');
    if (release) socket.once('close', release);
    else socket.destroy();
  });
}

type Serve = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Lets what serves requests serve those of one connection one after another: Node begins all that one piece of a pipelining client
 * brings, thousands of them. The next begins when the answer before it has left, so one that nobody takes holds up its own connection.
 */
export function oneAfterAnother({ waitingPerConnection }: ConnectionLimits): (serve: Serve) => Serve {
  const lines = new WeakMap<Socket, (() => void)[]>();
  return (serve) => (incoming, outgoing) => {
    const { socket } = incoming;
    const begin = () => {
      outgoing.once('close', () => {
        const next = lines.get(socket)?.shift();
        if (next && !socket.destroyed) next();
        else lines.delete(socket);
      });
      serve(incoming, outgoing);
    };
    const line = lines.get(socket);
    if (!line) {
      lines.set(socket, []);
      begin();
    } else if (line.length < waitingPerConnection) line.push(begin);
    else {
      line.length = 0;
      endNow(socket);
    }
  };
}

/**
 * Ends a connection, and the reading of its last piece, whose other thousands of requests Node would still make objects of. That goes by a
 * part of Node's own; where a version has none, they are made and end with the connection.
 */
export function endNow(socket: Pick<Socket, 'destroy'> & { parser?: { onIncoming?: unknown } | null }): void {
  const { parser } = socket;
  // As after an upgrade: what follows is no request.
  if (typeof parser?.onIncoming === 'function') parser.onIncoming = () => 2;
  // An answer that is ready leaves first.
  setImmediate(() => socket.destroy());
}
