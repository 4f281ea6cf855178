import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import type { Clock } from '@svc-simulator/core';
import type { Hono } from 'hono';
import { type ConnectionLimits, limitConnections, serverOptionsOf } from './connection-limits.ts';
import { turnResponses } from './turn-responses.ts';

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** A server that listens, and how it stops. */
export interface Listener {
  readonly host: string;
  readonly port: number;
  /** Open connections, those of relays included. */
  connections(): Promise<number>;
  /** Takes no new connections, lets requests in flight end, then closes what is still open. */
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
  readonly upgrade: UpgradeHandler;
  readonly clock: Clock;
  /** What it bears with; without them, what Node does by itself. */
  readonly limits?: ConnectionLimits;
  /** Whose connections carry the requests of many. */
  readonly isProxy?: (address: string | undefined) => boolean;
}

/** A request in flight may take so long to end after the simulator was told to stop. */
const DRAIN_MS = 5_000;
/** How often the connections are closed that have become idle meanwhile. */
const IDLE_SWEEP_MS = 50;

/**
 * Serves an app on a port of its own.
 * @throws the system's error (`EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL`, …) when it can't listen.
 */
export async function listen(app: Hono, options: ListenOptions): Promise<Listener> {
  const { host, port, upgrade, clock, limits, isProxy = () => false } = options;
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { ServerResponse: turnResponses(), ...(limits && serverOptionsOf(limits)) },
  }) as Server;
  if (limits) limitConnections(server, limits, isProxy);
  server.on('upgrade', upgrade);
  server.on('clientError', answerClientError);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    host,
    port: (server.address() as AddressInfo).port,
    connections: () =>
      new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0))),
    close: () => stop(server, clock),
  };
}

const reasons: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** A peer that breaks off, speaks no HTTP or is too slow must end nothing but its own connection. */
function answerClientError({ code = '' }: NodeJS.ErrnoException, socket: Duplex): void {
  const reason = reasons[code] ?? '400 Bad Request';
  if (socket.writable)
    socket.end(`HTTP/1.1 ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
      socket.destroy(),
    );
  else socket.destroy();
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
