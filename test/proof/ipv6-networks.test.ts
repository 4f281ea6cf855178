import { expect, it } from 'vitest';
import { root, startProgram, stdoutOf } from '../support/program.ts';

/** Runs in a network namespace, in which any user can give the machine all addresses of a range. */
const prepare = `
  ip link set lo up
  ip -6 route add local 2001:db8::/32 dev lo
  echo 1 > /proc/sys/net/ipv6/ip_nonlocal_bind
  exec "$0" "$@"`;

it('limits an IPv6 /64 to 256 connections and a /48 to 512, and accepts others up to the total limit', async () => {
  const clients = [process.execPath, `${root}test/support/ipv6-clients.js`];
  const program = startProgram('unshare', ['--map-root-user', '--net', 'sh', '-ec', prepare, ...clients]);
  const counts = JSON.parse(await stdoutOf(program));
  console.info(JSON.stringify(counts));
  expect(counts).toMatchObject({ network: 256, otherNetworksOfSite: 256, otherSites: 1000, status: 200 });
  expect(counts.ms).toBeLessThan(250);
});
