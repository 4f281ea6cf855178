import { describe, expect, it } from 'vitest';
import { chooseRoute } from './routing.ts';

const ACCOUNT = 'acc_0011223344556677';
const ownAddress = {
  baseUrls: [
    'https://sim.example.com',
    'http://127.0.0.1:4010',
    'http://localhost:4010',
    'http://[::1]:4010',
  ],
  accountId: ACCOUNT,
};
const hook = (base: string, rest = 'paid') => `${base}/console/hooks/${ACCOUNT}/${rest}`;

describe('route of a webhook to one of the account’s receivers', () => {
  it.each([
    hook('https://sim.example.com'),
    hook('https://sim.example.com', 'captura'),
    hook('https://sim.example.com.'),
    hook('https://sim.example.com:443'),
    hook('http://127.0.0.1:4010'),
    hook('http://LOCALHOST.:4010'),
    hook('http://[::1]:4010'),
    hook('http://[::ffff:127.0.0.1]:4010'),
    hook('http://2130706433:4010'),
    hook('http://localhost:4010', 'paid?order=1#top'),
    hook('http://localhost:4010', 'x/../paid'),
  ])('returns loopback for %s', (url) => {
    expect(chooseRoute(url, ownAddress)).toBe('loopback');
  });

  it('includes the path of a public URL behind a proxy', () => {
    const proxied = { baseUrls: ['https://tools.example.com/sim/'], accountId: ACCOUNT };
    expect(chooseRoute(hook('https://tools.example.com/sim'), proxied)).toBe('loopback');
    expect(chooseRoute(hook('https://tools.example.com'), proxied)).toBe('direct');
  });
});

describe("route of URLs that resemble a receiver's", () => {
  it.each([
    ['another port', hook('http://localhost:4011'), 'relay'],
    ['the default port', hook('http://localhost'), 'relay'],
    ['another scheme', hook('https://localhost:4010'), 'relay'],
    ['another scheme of the public URL', hook('http://sim.example.com'), 'direct'],
    ['another name', hook('https://sim.example.org'), 'direct'],
    ['a subdomain', hook('https://a.sim.example.com'), 'direct'],
    ['another receiver', hook('http://localhost:4010', 'other'), 'relay'],
    ['a receiver’s name in capitals', hook('http://localhost:4010', 'PAID'), 'relay'],
    ['a path below a receiver', hook('http://localhost:4010', 'paid/more'), 'relay'],
    ['a trailing slash', hook('http://localhost:4010', 'paid/'), 'relay'],
    ['another account', 'http://localhost:4010/console/hooks/acc_ffffffffffffffff/paid', 'relay'],
    [
      'another account in public',
      'https://sim.example.com/console/hooks/acc_ffffffffffffffff/paid',
      'direct',
    ],
    ['no account id', 'http://localhost:4010/console/hooks/paid', 'relay'],
    ['an own address with another path', 'http://localhost:4010/hook', 'relay'],
    ['a receiver path below /x', `https://sim.example.com/x/console/hooks/${ACCOUNT}/paid`, 'direct'],
    ['the receiver in the query', `https://shop.example.com/?u=/console/hooks/${ACCOUNT}/paid`, 'direct'],
  ] as const)('chooses the route by the host for %s', (_name, url, route) => {
    expect(chooseRoute(url, ownAddress)).toBe(route);
  });
});

describe('route of private hosts', () => {
  it.each([
    'http://localhost:3000/hook',
    'http://localhost.:3000/hook',
    'http://user:secret@localhost:3000/hook',
    'http://127.0.0.1:3000/hook',
    'http://127.0.0.1./hook',
    'http://2130706433/hook',
    'http://0.0.0.0:3000/hook',
    'http://[::1]:3000/hook',
    'http://10.0.0.1/hook',
    'http://10.255.255.255/hook',
    'http://192.168.0.1/hook',
    'http://192.168.255.255/hook',
    'http://172.16.0.1/hook',
    'http://172.31.255.255/hook',
    'http://[::ffff:192.168.1.1]/hook',
    'http://[::FFFF:172.31.255.255]/hook',
    'http://[::ffff:7f00:1]/hook',
    'http://[::ffff:0:0]/hook',
    'http://１０.0.0.1/hook',
  ])('returns relay for %s', (url) => {
    expect(chooseRoute(url, ownAddress)).toBe('relay');
  });
});

describe('route of unparsable URLs', () => {
  it.each(['', '/hook', 'http://', 'http://[::1/hook', 'http://a:99999/', '127.0.0.1:3000/hook'])(
    'returns relay for %j',
    (url) => {
      expect(chooseRoute(url, ownAddress)).toBe('relay');
    },
  );
});

describe('route of all other URLs', () => {
  it.each([
    'https://localhost.example.com/hook',
    'https://shop.localhost/hook',
    'https://10.example.com/hook',
    'https://172.16.0.1.example.com/hook',
    'http://11.0.0.1/hook',
    'http://9.255.255.255/hook',
    'http://172.15.255.255/hook',
    'http://172.32.0.1/hook',
    'http://192.167.255.255/hook',
    'http://192.169.0.1/hook',
    'http://127.0.0.2/hook',
    'http://[::]/hook',
    'http://[::2]/hook',
    'http://[::ffff:172.32.0.1]/hook',
    'http://[2001:db8::ffff:a00:1]/hook',
    'ftp://shop.example.com/hook',
    'localhost:3000/hook',
  ])('returns direct for %s', (url) => {
    expect(chooseRoute(url, ownAddress)).toBe('direct');
  });
});
