import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Makes a server listen on a free loopback port until the test ends, then closes its connections. Returns the
 * port.
 */
export async function listenOnFreePort(server: Server, address = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, address);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

/** Linux assigns ports from 32768 on. Outside its range, no other program gets the port by chance. */
const [FIRST_PORT, PORTS] = [20_000, 12_000];

/** Returns a free port, for programs that need a fixed port because they can't report theirs. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + randomInt(PORTS);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Forwards a request as a proxy does, and streams the response back. If one side ends, closes the other. */
export function forwardRequest(
  options: RequestOptions,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const onwards = request(options, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  onwards.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  outgoing.on('close', () => onwards.destroy());
  incoming.pipe(onwards);
}

/** Connects two sockets in both directions; each ends with the other. */
export function joinSockets(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  one.on('error', () => {}).on('close', () => other.destroy());
  other.on('error', () => {}).on('close', () => one.destroy());
}
