import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import type { Clock } from '@svc-simulator/core';
import type { Hono } from 'hono';

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** A server that listens, and how it stops. */
export interface Listener {
  readonly host: string;
  readonly port: number;
  /** Takes no new connections, lets requests in flight end, then closes what is still open. */
  close(): Promise<void>;
}

/** A request in flight may take so long to end after the simulator was told to stop. */
const DRAIN_MS = 5_000;
/** How often the connections are closed that have become idle meanwhile. */
const IDLE_SWEEP_MS = 50;

/**
 * Serves an app on a port of its own.
 * @throws the system's error (`EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`, …) when it can't listen.
 */
export async function listen(
  app: Hono,
  host: string,
  port: number,
  upgrade: UpgradeHandler,
  clock: Clock,
): Promise<Listener> {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.on('upgrade', upgrade);
  // A peer that breaks off, or speaks no HTTP, must end nothing but its own connection.
  server.on('clientError', (_error, socket) => {
    if (socket.writable)
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    else socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return { host, port: (server.address() as AddressInfo).port, close: () => stop(server, clock) };
}

async function stop(server: Server, clock: Clock): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const deadline = clock.now() + DRAIN_MS;
  let cancel = () => {};
  const sweep = () => {
    if (clock.now() >= deadline) server.closeAllConnections();
    else server.closeIdleConnections();
    cancel = clock.at(clock.now() + IDLE_SWEEP_MS, sweep);
  };
  sweep();
  await closed;
  cancel();
}
