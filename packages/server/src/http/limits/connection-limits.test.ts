import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { abortConnection, hostedLimits, limitConnections, serveInOrder } from './connection-limits.ts';

/** Returns the number of requests that Node parses from one chunk of pipelined requests. */
async function countParsedRequests(
  requests: number,
  before: (socket: Socket) => void = () => {},
): Promise<number> {
  let parsedCount = 0;
  const serve = serveInOrder(hostedLimits)(() => {});
  const server = createServer((incoming, outgoing) => {
    parsedCount++;
    before(incoming.socket);
    serve(incoming, outgoing);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(requests));
  await once(client.resume(), 'close');
  await new Promise((resolve) => server.close(resolve));
  return parsedCount;
}

/** One request runs, `waitingPerConnection` requests wait, and one is over the limit. */
const MAX_PARSED = 1 + hostedLimits.waitingPerConnection + 1;

it("closes the connection even without Node's internal parser hook, after parsing more requests", async () => {
  const hideParser = (socket: Socket & { parser?: unknown }) => {
    const { parser } = socket;
    Object.defineProperty(socket, 'parser', { configurable: true, get: () => undefined, set: () => {} });
    // Node reads the property again after the connection has ended.
    socket.once('close', () => Object.defineProperty(socket, 'parser', { value: parser, writable: true }));
  };
  const parsedCount = await countParsedRequests(2000, (socket) => {
    if (!Object.getOwnPropertyDescriptor(socket, 'parser')?.get) hideParser(socket);
  });
  expect(parsedCount).toBeGreaterThan(MAX_PARSED);
});

it.each([null, undefined, {}, { onIncoming: 1 }])(
  'closes a connection whose parser is %j',
  async (parser) => {
    let destroyCount = 0;
    abortConnection({ parser, destroy: () => destroyCount++ } as unknown as Parameters<
      typeof abortConnection
    >[0]);
    await new Promise(setImmediate);
    expect(destroyCount).toBe(1);
  },
);

it('waits for a slow response, but closes the connection of a client that stops reading', async () => {
  const silenceMs = 20;
  let timeoutCount = 0;
  const server = createServer((incoming, outgoing) => {
    incoming.socket.setTimeout(silenceMs);
    if (timeoutCount > 0) {
      outgoing.write('begun');
      return;
    }
    server.on('timeout', () => {
      if (++timeoutCount === 3) outgoing.end('late');
    });
  });
  limitConnections(server, { ...hostedLimits, silenceMs }, () => false);
  // On a busy machine, much time can pass between connecting and sending. So the timeout starts with the
  // request.
  server.on('connection', (socket) => socket.setTimeout(0));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await (await fetch(url)).text()).toBe('late');
  await expect((await fetch(url)).text()).rejects.toThrow();
  await new Promise((resolve) => server.close(resolve));
});
