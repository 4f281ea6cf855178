import { expect, it } from 'vitest';
import { clientOfAddress, parseAddress, siteOfClient } from './client-network.ts';
import { ClientSlots } from './client-slots.ts';

function clientOf(text: string): string | undefined {
  const address = parseAddress(text);
  return address && clientOfAddress(address);
}

it.each([
  ['203.0.113.5', '203.0.113.5', undefined],
  ['::ffff:203.0.113.5', '203.0.113.5', undefined],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:ff02::1', '2001:db8:1:ff02::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8::/64', '2001:db8::/48'],
  ['::1', '::/64', '::/48'],
])('converts the address %s to the client %s in the site %s', (address, client, site) => {
  expect(clientOf(address)).toBe(client);
  expect(siteOfClient(client)).toBe(site);
});

it.each(['0x7f.1', 'localhost', '', '10.0.0'])('refuses %j as an address', (text) => {
  expect(clientOf(text)).toBeUndefined();
});

it('limits a /64 network to the slots of one client and a /48 site to the slots of two', () => {
  const slots = new ClientSlots({ all: 1000, address: 50 });
  const countAccepted = (addresses: readonly string[]) =>
    addresses.filter((address) => slots.take(clientOf(address) ?? '')).length;
  const hosts = Array.from({ length: 500 }, (_, host) => host.toString(16));
  expect(countAccepted(hosts.map((host) => `2001:db8:1:2::${host}`))).toBe(50);
  expect(countAccepted(hosts.map((host) => `2001:db8:1:${host}::1`))).toBe(50);
  expect(countAccepted(hosts.map((host) => `2001:db8:2:${host}::1`))).toBe(100);
  expect(countAccepted(['203.0.113.5'])).toBe(1);
});

it('frees the slot of the client and of its site', () => {
  const slots = new ClientSlots({ all: 100, address: 1 });
  const first = slots.take('2001:db8:1:1::/64');
  expect(slots.take('2001:db8:1:2::/64')).toBeDefined();
  expect(slots.take('2001:db8:1:3::/64')).toBeUndefined();
  first?.();
  expect(slots.take('2001:db8:1:1::/64')).toBeDefined();
});
