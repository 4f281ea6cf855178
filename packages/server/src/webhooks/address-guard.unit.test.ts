import { describe, expect, it } from 'vitest';
import { isForbiddenAddress } from './address-guard.ts';

const forbidden = {
  loopback: ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'link-local, with the metadata services': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254'],
  multicast: ['224.0.0.1', '239.255.255.250', 'ff02::1'],
  'unspecified and broadcast': ['0.0.0.0', '0.1.2.3', '::', '255.255.255.255'],
  'carrier-grade NAT': ['100.64.0.1', '100.100.100.200', '100.127.255.255'],
  'unique local and site-local': ['fc00::1', 'fdff::1', 'fec0::1'],
  'IPv4 within IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::7f00:1',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::1',
    '2002:c0a8:101::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  ],
  'reserved, documentation, benchmarking': [
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '100::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
  ],
  'unassigned IPv6': ['4000::1', 'e000::1', '1::'],
  'the services of clouds': ['168.63.129.16', '::ffff:168.63.129.16', '64:ff9b::a83f:8110'],
  'texts that are no address': ['', 'localhost', 'example.com', '1.2.3.4.5', '300.1.1.1', '[::1]'],
};

describe('isForbiddenAddress', () => {
  for (const [range, addresses] of Object.entries(forbidden)) {
    it(`forbids ${range}`, () => {
      expect(addresses.filter((address) => !isForbiddenAddress(address))).toEqual([]);
    });
  }

  it('allows public addresses, also through NAT64 and 6to4', () => {
    const allowedAddresses = [
      '8.8.8.8',
      '93.184.216.34',
      '172.15.255.255',
      '172.32.0.1',
      '100.63.255.255',
      '100.128.0.1',
      '2606:4700::1111',
      '2a00:1450:4001:81b::200e',
      '::ffff:8.8.8.8',
      '64:ff9b::808:808',
      '2002:808:808::1',
    ];
    expect(allowedAddresses.filter((address) => isForbiddenAddress(address))).toEqual([]);
  });
});

it('forbids the machine’s own public addresses in every spelling', () => {
  const machineAddresses = ['203.0.112.7', '2600:1f18::7', 'fe80::1%eth0'];
  const spellings = ['203.0.112.7', '::ffff:203.0.112.7', '2600:1f18::7', '2600:1F18:0:0:0:0:0:7'];
  expect(spellings.map((address) => isForbiddenAddress(address, machineAddresses))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(spellings.map((address) => isForbiddenAddress(address, []))).toEqual([false, false, false, false]);
  expect(isForbiddenAddress('203.0.112.8', machineAddresses)).toBe(false);
});
