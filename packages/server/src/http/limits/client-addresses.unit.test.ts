import { describe, expect, it } from 'vitest';
import { ClientAddresses } from './client-addresses.ts';

function clientOf(setting: string | undefined, remoteAddress: string, forwarded?: string): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return new ClientAddresses(setting).clientOf({ socket: { remoteAddress }, headers });
}

describe('the client of a request', () => {
  it.each([
    // Without a trusted proxy, the header is ignored.
    [undefined, '203.0.113.5', undefined, '203.0.113.5'],
    [undefined, '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['0', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    // With a number, proxies are counted from the end of the header.
    ['1', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['1', '10.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['2', '10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['2', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['1', '10.0.0.1', undefined, '10.0.0.1'],
    // With ranges, the last address outside them is the client.
    ['10.0.0.0/8', '10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['10.0.0.0/8', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['10.0.0.1,fd00::/8', 'fd00::1', '198.51.100.1, 10.0.0.1', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.2', '198.51.100.1', '10.0.0.2'],
    ['10.0.0.0/8', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    // Unusual spellings and invalid addresses.
    ['127.0.0.1', '::ffff:127.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['1', '10.0.0.1', '[2001:db8:1:2:3::4]:443', '2001:db8:1:2::/64'],
    ['1', '10.0.0.1', '2001:db8:1:2:ffff::9', '2001:db8:1:2::/64'],
    ['1', '10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['1', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['1', '10.0.0.1', '0x7f.1', '10.0.0.1'],
    ['1', '10.0.0.1', '', '10.0.0.1'],
    ['2', '10.0.0.1', '198.51.100.1, _hidden', '10.0.0.1'],
    ['1', '', '198.51.100.1', 'unknown'],
  ])(
    'is with the trusted proxies %j, the peer %s and the header %j the client %s',
    (setting, peer, forwarded, client) => {
      expect(clientOf(setting, peer, forwarded)).toBe(client);
    },
  );

  it('is one of the last addresses of a long chain', () => {
    const chain = `6.6.6.6${', 10.0.0.9'.repeat(5000)}`;
    expect(clientOf('10.0.0.0/8', '10.0.0.1', chain)).toBe('10.0.0.9');
  });
});

it('warns once if X-Forwarded-For is ignored, and never if a proxy is trusted', () => {
  const countWarnings = (setting?: string) => {
    let count = 0;
    const addresses = new ClientAddresses(setting, () => count++);
    const request = { socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': '198.51.100.1' } };
    addresses.clientOf({ ...request, headers: {} });
    const before = count;
    for (let turn = 0; turn < 3; turn++) addresses.clientOf(request);
    return [before, count];
  };
  expect(countWarnings()).toEqual([0, 1]);
  expect(countWarnings('0')).toEqual([0, 1]);
  expect(countWarnings('1')).toEqual([0, 0]);
  expect(countWarnings('192.0.2.1')).toEqual([0, 0]);
});

it('treats trusted peers as proxies', () => {
  expect(new ClientAddresses().isProxy('10.0.0.1')).toBe(false);
  expect(new ClientAddresses('1').isProxy('10.0.0.1')).toBe(true);
  const ranges = new ClientAddresses('10.0.0.0/8');
  expect(['10.0.0.1', '::ffff:10.0.0.1', '11.0.0.1', undefined].map((peer) => ranges.isProxy(peer))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it.each(['proxy.example', '10.0.0.0/33', '1,2,x', '-1', '17', '10.0.0.0/8;11.0.0.0/8'])(
  'refuses the setting %j',
  (setting) => {
    expect(() => new ClientAddresses(setting)).toThrow(/trusted proxy must be a number /);
  },
);
