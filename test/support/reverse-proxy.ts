import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { forwardRequest, joinSockets, listenOnFreePort } from './listening.ts';

/**
 * How a proxy forwards requests. `stripping`: without the proxy's path and with the upstream's host, as nginx
 * does by default. `handing on`: unchanged.
 */
export type Manner = 'stripping' | 'handing on';

export interface ReverseProxy {
  readonly url: string;
  /** Requests for paths outside the proxy's path, which get 404. */
  readonly outside: string[];
  /** Sets the simulator to which the proxy forwards. */
  forwardTo(url: string): void;
}

/** Starts a local server that serves a simulator below `path`, and returns 404 for all other paths. */
export async function reverseProxy(path: string, manner: Manner): Promise<ReverseProxy> {
  const outside: string[] = [];
  let target = new URL('http://127.0.0.1:1');

  const upstreamRequest = ({ url = '', method, headers }: IncomingMessage) => {
    const rest = url.slice(path.length);
    const isUnder = url.startsWith(path) && /^(?:[/?]|$)/.test(rest);
    if (!isUnder) return undefined;
    const stripped = rest.startsWith('/') ? rest : `/${rest}`;
    return manner === 'stripping'
      ? { method, path: stripped, headers: { ...headers, host: target.host } }
      : { method, path: url, headers };
  };

  const server = createServer((incoming, outgoing) => {
    const upstream = upstreamRequest(incoming);
    if (!upstream) {
      // Browsers request this file on their own.
      if (incoming.url !== '/favicon.ico') outside.push(`${incoming.method} ${incoming.url}`);
      return outgoing.writeHead(404).end('outside');
    }
    return forwardRequest({ host: target.hostname, port: target.port, ...upstream }, incoming, outgoing);
  });
  server.on('upgrade', (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    const upstream = upstreamRequest(incoming);
    if (!upstream) {
      outside.push(`${incoming.method} ${incoming.url}`);
      return client.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    }
    const upstreamSocket = connect(Number(target.port), target.hostname);
    const headers = Object.entries(upstream.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    upstreamSocket.write(`${upstream.method} ${upstream.path} HTTP/1.1\r\n${headers.join('')}\r\n`);
    upstreamSocket.write(head);
    return joinSockets(upstreamSocket, client);
  });
  const port = await listenOnFreePort(server);
  return {
    url: `http://127.0.0.1:${port}${path}`,
    outside,
    forwardTo: (url) => {
      target = new URL(url);
    },
  };
}
