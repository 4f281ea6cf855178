/**
 * Starts a hosted simulator, opens connections from many IPv6 addresses, and prints how many of each group
 * stay open. Every address of 2001:db8::/32 must belong to this machine (test/proof/ipv6-networks.test.ts).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const bin = new URL('../../bin/sim.js', import.meta.url).pathname;
const words = ['start', '--ephemeral', '--hosted', '--json', '--host', '::', '--port', '0'];
const simulator = spawn(process.execPath, [bin, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
const [ready] = await once(createInterface({ input: simulator.stdout }), 'line');
const port = Number(new URL(JSON.parse(ready).url).port);

/** Counts the connections that get a response; a refused connection is closed. */
async function countOpen(addresses) {
  const isOpen = addresses.map((localAddress) => {
    const socket = connect({ host: '::1', port, localAddress }).on('error', () => {});
    socket.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
    return new Promise((resolve) => {
      socket.once('data', () => resolve(true)).once('close', () => resolve(false));
    });
  });
  return (await Promise.all(isOpen)).filter(Boolean).length;
}

const many = Array.from({ length: 1000 }, (_, number) => (number + 1).toString(16));
const counts = {
  network: await countOpen(many.map((host) => `2001:db8:1:2::${host}`)),
  otherNetworksOfSite: await countOpen(many.map((network) => `2001:db8:1:${network}0::1`)),
  otherSites: await countOpen(many.map((site) => `2001:db8:${site}0::1`)),
};
const startMs = performance.now();
const [answer] = await once(
  get({ host: '::1', port, path: '/health', localAddress: '2001:db8:ffff::1' }),
  'response',
);
console.log(JSON.stringify({ ...counts, status: answer.statusCode, ms: performance.now() - startMs }));
simulator.kill();
process.exit();
