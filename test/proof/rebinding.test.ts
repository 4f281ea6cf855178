import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { operations } from '../../packages/contract/src/operations.ts';
import { startSimulatorProcess } from '../support/simulator.ts';
import { readTrace } from '../support/trace.ts';

/** Host names that a page's owner could point to this machine in public DNS. */
const hosts = `
  evil.example evil.example:4010 EVIL.Example evil.example. 127.0.0.1.evil.example localhost.evil.example
  evil.localhost.example 127.0.0.1.nip.io 1.2.3.4.5 sim.test.evil.example evil.internal.example
  xn--localhost-9za.example evil.localhost..example localhost.evil.example:80 evil.example:`
  .trim()
  .split(/\s+/);
const ownHosts = ['localhost', '127.0.0.1', '[::1]', 'simulator', 'shop.localhost:4010', 'pagos.test'];

const pages =
  '/ /console /console/login /docs /docs/webhooks /docs/search?q=e /fidelidad /pay/x /stop/x /health /ready /metrics /mcp /relay /openapi.json /nowhere'
    .split(' ')
    .map((path) => ({ method: 'GET', path }));
const targets = [
  ...operations.map(({ method, path }) => ({ method, path: path.replaceAll(/\{\w+\}/g, 'x') })),
  ...pages,
  { method: 'OPTIONS', path: '/api/v1/ext/agreements' },
];
/** Domains that public DNS never resolves, so an attacker can't use them. */
const PRIVATE_DOMAIN = /\.(localhost|local|internal|test|svc)$/;

it("returns 421 for every operation and page if the host is a name that an attacker's DNS could point here", async () => {
  const simulator = await startSimulatorProcess();
  const before = await readTrace(simulator);
  const statusOf = async (target: (typeof targets)[number], host: string) => {
    const { status, body, id } = await ask(simulator.url, target, host);
    if (status === 421) {
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      if (target.method !== 'HEAD') expect(body).toContain('--allow-host');
    }
    return [status, `${target.method} ${target.path} of ${host}`];
  };
  expect(targets.length).toBeGreaterThan(100);
  for (const host of hosts) {
    const statuses = await Promise.all(targets.map((target) => statusOf(target, host)));
    expect(statuses.filter(([status]) => status !== 421)).toEqual([]);
  }
  expect(await readTrace(simulator)).toEqual(before);
  for (const host of ownHosts) {
    const statuses = await Promise.all(pages.map((target) => statusOf(target, host)));
    expect(statuses.filter(([status]) => status === 421)).toEqual([]);
  }
});

it('returns 421 for every generated domain name except private ones', async () => {
  const { url } = await startSimulatorProcess();
  const property = fc.asyncProperty(fc.domain(), fc.constantFrom(...targets), async (host, target) => {
    const { status } = await ask(url, target, host);
    expect(status === 421, `${status} for ${host}`).toBe(!PRIVATE_DOMAIN.test(host.toLowerCase()));
  });
  await fc.assert(property, { numRuns: 2000 });
});

it("accepts a WebSocket only for the simulator's own host names", async () => {
  const { url, account } = await startSimulatorProcess();
  const statusFor = async (host: string) => {
    const headers = { host, authorization: `Bearer ${account.token}` };
    const socket = new WebSocket(`${url.replace('http', 'ws')}/relay`, { headers });
    const status = await Promise.race([
      once(socket, 'unexpected-response').then(([, { statusCode }]) => statusCode),
      once(socket, 'open').then(() => 101),
    ]);
    socket.on('error', () => {}).terminate();
    return status;
  };
  for (const host of hosts) expect([host, await statusFor(host)]).toEqual([host, 421]);
  expect(await statusFor('localhost')).toBe(101);
});

async function ask(url: string, { method, path }: (typeof targets)[number], host: string) {
  const clientRequest = request(`${url}${path}`, { method, headers: { host } });
  clientRequest.end();
  const [answer] = await once(clientRequest, 'response');
  // A live stream never ends.
  if (answer.headers['content-type']?.startsWith('text/event-stream')) clientRequest.destroy();
  return {
    status: answer.statusCode as number,
    id: answer.headers['x-request-id'],
    body: clientRequest.destroyed ? '' : await text(answer),
  };
}
