import { expect, it } from 'vitest';
import { hasSessionCookie, languageCookie, readCookie, sessionCookie, sessionCookieName } from './cookies.ts';

it.each([
  ['http://127.0.0.1:4010/console', '', 'sim_console_4010', '/console'],
  ['https://sim.example/console', '', '__Host-sim_console', '/'],
  ['https://sim.example:8443/console', '', '__Host-sim_console_8443', '/'],
  ['https://sim.example/console', '/pagos', '__Secure-sim_console', '/console'],
])(
  'names the cookie for %s with the base path %j: %s, limited to the path %s',
  (address, basePath, name, path) => {
    const scope = { url: new URL(address), basePath };
    expect(sessionCookieName(scope)).toBe(name);
    const cookie = sessionCookie(scope, 'token');
    expect(cookie).toMatch(new RegExp(`^${name}=token; Path=${path}; .*HttpOnly; SameSite=Strict`));
    expect(cookie.endsWith('; Secure')).toBe(address.startsWith('https:'));
    expect(languageCookie(scope, 'es')).toContain(`; Path=${path};`);
    expect(hasSessionCookie(new Request(address, { headers: { cookie: `a=b; ${name}=token` } }))).toBe(true);
  },
);

it('ignores a cookie that occurs twice in a request', () => {
  const requestWith = (cookie: string) =>
    readCookie(new Request('https://sim.example', { headers: { cookie } }), '__Host-sim_console');
  expect(requestWith('a=b; __Host-sim_console=mine')).toBe('mine');
  expect(requestWith('__Host-sim_console=mine; __Host-sim_console=tossed')).toBeUndefined();
  expect(requestWith('__Host-sim_console=same; x=y; __Host-sim_console=same')).toBeUndefined();
  expect(requestWith('sim_console=tossed; __Host-sim_console=mine')).toBe('mine');
});
