import { describe, expect, it } from 'vitest';
import { addToNoProxy, proxyText, selectProxy } from './proxies.ts';

const selectedProxy = (target: string, env: Readonly<Record<string, string>>) => {
  const proxy = selectProxy(new URL(target), env);
  return proxy && [proxy.variable, proxy.url?.href ?? null];
};

describe('selectProxy', () => {
  const env = { HTTPS_PROXY: 'http://secure:1', HTTP_PROXY: 'http://plain:2', ALL_PROXY: 'http://all:3' };

  it.each([
    ['https://sim.invalid', env, 'HTTPS_PROXY', 'http://secure:1/'],
    ['wss://sim.invalid', env, 'HTTPS_PROXY', 'http://secure:1/'],
    ['http://sim.invalid', env, 'HTTP_PROXY', 'http://plain:2/'],
    ['ws://sim.invalid', env, 'HTTP_PROXY', 'http://plain:2/'],
    ['https://sim.invalid', { ...env, https_proxy: 'http://lower:4' }, 'https_proxy', 'http://lower:4/'],
    ['https://sim.invalid', { ALL_PROXY: 'all:3' }, 'ALL_PROXY', 'http://all:3/'],
    ['http://sim.invalid', { all_proxy: 'https://all:3' }, 'all_proxy', 'https://all:3/'],
    ['https://sim.invalid', { https_proxy: ' ', HTTPS_PROXY: 'http://a:1\r' }, 'HTTPS_PROXY', 'http://a:1/'],
    ['https://sim.invalid', { HTTPS_PROXY: 'socks5://a:1' }, 'HTTPS_PROXY', null],
    ['https://sim.invalid', { HTTPS_PROXY: 'http://a:port' }, 'HTTPS_PROXY', null],
  ])('selects for %s with the variables %j the proxy of %s', (target, variables, variable, url) => {
    expect(selectedProxy(target, variables)).toEqual([variable, url]);
  });

  it.each([
    ['https://sim.invalid', { HTTP_PROXY: 'http://plain:2' }],
    ['http://sim.invalid', { HTTPS_PROXY: 'http://secure:1' }],
    ['https://sim.invalid', {}],
  ])(
    'returns null for %s with the variables %j, because that proxy is for another scheme',
    (target, variables) => {
      expect(selectedProxy(target, variables)).toBeNull();
    },
  );

  it.each([
    'http://localhost:4010',
    'http://LOCALHOST',
    'http://tenant1.localhost',
    'http://localhost.',
    'http://127.0.0.1',
    'http://127.9.8.7',
    'http://[::1]:4010',
  ])('returns null for %s, because the host is this machine', (target) => {
    expect(selectedProxy(target, { ALL_PROXY: 'http://all:3' })).toBeNull();
  });

  it.each([
    ['*', true],
    ['sim.example', true],
    ['SIM.example', true],
    ['.example', true],
    ['*.example', true],
    ['example', true],
    ['other.invalid, example', true],
    ['other.invalid example', true],
    ['sim.example:4010', true],
    ['sim.example:4011', false],
    ['im.example', false],
    ['a.sim.example', false],
    ['', false],
    [',', false],
    ['.', false],
    ['10.0.0.0/8', false],
  ])('returns null for sim.example:4010 with NO_PROXY=%s: %s', (noProxy, isDirect) => {
    for (const name of ['NO_PROXY', 'no_proxy']) {
      const proxy = selectedProxy('http://sim.example:4010', { HTTP_PROXY: 'http://a:1', [name]: noProxy });
      expect(proxy === null).toBe(isDirect);
    }
  });

  it.each([
    ['http://10.1.2.3', '10.0.0.0/8', true],
    ['http://10.1.2.3', '10.1.2.3', true],
    ['http://10.1.2.3:80', '10.1.2.3:80', true],
    ['http://11.1.2.3', '10.0.0.0/8', false],
    ['http://10.1.2.3', '10.0.0.0/99', false],
    ['http://10.1.2.3', '.2.3', false],
    ['http://[fd00::1]', 'fd00::/8', true],
    ['http://[fd00::1]', 'fd00::1', true],
    ['http://[fd00::1]', '[fd00::1]', true],
    ['http://[fd00::1]:80', '[fd00::1]:80', true],
    ['http://[fd00::1]', '[fd00::1]:81', false],
    ['http://[fd00::1]', '10.0.0.0/8', false],
  ])('returns null for %s with NO_PROXY=%s: %s', (target, noProxy, isDirect) => {
    expect(selectedProxy(target, { HTTP_PROXY: 'http://a:1', NO_PROXY: noProxy }) === null).toBe(isDirect);
  });
});

it("formats a proxy's URL without its credentials", () => {
  expect(proxyText(new URL('http://user:pw@proxy.invalid:3128/'))).toBe('http://***@proxy.invalid:3128');
  expect(proxyText(new URL('https://proxy.invalid'))).toBe('https://proxy.invalid');
});

describe('addToNoProxy', () => {
  it.each([
    ['http://127.0.0.1:4010', {}, '127.0.0.1'],
    ['http://127.0.0.1:4010', { NO_PROXY: '', no_proxy: 'corp' }, 'corp,127.0.0.1'],
    ['http://127.0.0.1:4010', { NO_PROXY: 'a, b', no_proxy: 'b c' }, 'b,c,a,127.0.0.1'],
    ['http://localhost:4010', { NO_PROXY: 'localhost' }, 'localhost'],
    ['http://localhost:4010', { NO_PROXY: '*' }, '*'],
    ['http://[::1]:4010', {}, '::1,[::1]'],
  ])('keeps the existing entries for %s: %j', (url, env, value) => {
    expect(addToNoProxy(new URL(url), env)).toEqual({ NO_PROXY: value, no_proxy: value });
  });
});
