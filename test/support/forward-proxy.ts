import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { forwardRequest, joinSockets, listenOnFreePort } from './listening.ts';

export interface ForwardProxy {
  /** URL for `HTTPS_PROXY`. */
  readonly url: string;
  readonly port: number;
  /** Requests to the proxy, such as `CONNECT sim.invalid:443` or `GET http://sim.invalid/health`. */
  readonly requests: string[];
  /** The credentials of each request. */
  readonly credentials: (string | undefined)[];
  /** From now on, the proxy refuses every request with this status. */
  refuse(status: number): void;
}

/**
 * Starts a local proxy that opens tunnels and forwards plain http to the port that `ports` has for a host.
 * For other hosts it returns 502.
 */
export async function forwardProxy(ports: Readonly<Record<string, number>>): Promise<ForwardProxy> {
  const requestedUrls: string[] = [];
  const credentials: (string | undefined)[] = [];
  let refusal: number | undefined;
  const note = ({ method, url, headers }: IncomingMessage) => {
    requestedUrls.push(`${method} ${url}`);
    credentials.push(headers['proxy-authorization']);
  };
  const statusFor = (port: number | undefined) => refusal ?? (port === undefined ? 502 : undefined);

  const server = createServer((incoming, outgoing) => {
    note(incoming);
    const { hostname, pathname, search } = new URL(incoming.url ?? '');
    const port = ports[hostname];
    const status = statusFor(port);
    if (status !== undefined)
      return outgoing.writeHead(status, { 'content-type': 'text/html' }).end('<p>proxy</p>');
    const { method, headers } = incoming;
    return forwardRequest(
      { host: '127.0.0.1', port, method, headers, path: pathname + search },
      incoming,
      outgoing,
    );
  });
  server.on('connect', (incoming: IncomingMessage, client: Socket) => {
    // A client can reset the connection while the proxy refuses the request.
    client.on('error', () => client.destroy());
    note(incoming);
    const port = ports[new URL(`http://${incoming.url}`).hostname];
    const status = statusFor(port);
    if (status !== undefined) return client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 5\r\n\r\nproxy`);
    const target = connect(port ?? 0, '127.0.0.1', () =>
      client.write('HTTP/1.1 200 Connection established\r\n\r\n'),
    );
    return joinSockets(client, target);
  });
  const port = await listenOnFreePort(server);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests: requestedUrls,
    credentials,
    refuse: (status) => {
      refusal = status;
    },
  };
}
