import { TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

type Line = Readonly<Record<string, unknown>>;

async function startLogging(options: Parameters<typeof TestSimulator.start>[0]) {
  const lines: Line[] = [];
  const log = (level: string, message: string, fields: object = {}) =>
    void lines.push({ level, message, ...fields });
  const sim = await TestSimulator.start({ ...options, log });
  const logins = () => lines.filter(({ message }) => message === 'failed login');
  const until = (count: number) => expect.poll(() => logins().length).toBe(count);
  return { sim, lines, logins, until };
}

const surfaces = [
  ['/console/login', { short_name: 'NAME', password: 'wrong horse' }],
  ['/api/svcpagos/login', { short_name: 'NAME', password: 'wrong horse' }],
  ['/api/v1/merchants/auth/login', { email: 'NAME', password: 'wrong horse' }],
] as const;

describe.each([
  ['local', {}],
  ['hosted', { hosted: true, trustedProxy: '1' }],
])('the log of a %s simulator', (kind, options) => {
  it.each(surfaces)('has the account, client and reason of a failed login at %s', async (path, body) => {
    const { sim, logins, until } = await startLogging(options);
    await using _ = sim;
    const headers = kind === 'hosted' ? { 'x-forwarded-for': '2001:db8:1:2:3::4' } : {};
    const { name } = await sim.account();
    const isMerchant = 'email' in body;
    const triedName = isMerchant ? 'nobody@example.com' : name.toUpperCase();
    const credentials = JSON.parse(JSON.stringify(body).replace('NAME', triedName));
    expect((await sim.send('POST', path, { body: credentials, headers })).status).toBe(401);
    await until(1);
    expect(logins()).toEqual([
      {
        ...{ level: 'warn', message: 'failed login', status: 401, count: 1 },
        account: isMerchant ? 'unknown' : name.toLowerCase(),
        client: kind === 'hosted' ? '2001:db8:1:2::/64' : '127.0.0.1',
        reason: expect.stringContaining('password'),
      },
    ]);
    expect(JSON.stringify(logins())).not.toContain('wrong horse');
  });

  it('has one for the login form of the console, and for a wrong password with a token', async () => {
    const { sim, logins, until } = await startLogging(options);
    await using _ = sim;
    const account = await sim.account();
    const browser = new TestBrowser(sim.url);
    await browser.post('/console/login', { short_name: account.name, password: 'wrong horse' });
    await until(1);
    await sim.clock.advance(1000);
    await sim.send('POST', '/console/token', { token: account.token, body: { password: 'wrong horse' } });
    await until(2);
    expect(logins().map(({ account: name, count }) => [name, count])).toEqual([
      [account.name.toLowerCase(), 1],
      [account.name.toLowerCase(), 1],
    ]);
  });

  it('stays silent about successful logins and exchanges without a password', async () => {
    const { sim, lines } = await startLogging(options);
    await using _ = sim;
    const account = await sim.account();
    const body = { short_name: account.name, password: 'correct horse' };
    expect((await sim.send('POST', '/console/login', { body })).status).toBe(200);
    expect((await sim.send('POST', '/console/token', { token: account.token, body: {} })).status).toBe(201);
    expect(lines.filter(({ message }) => message === 'failed login')).toEqual([]);
  });
});

it('logs one line a second about an account, with the number of failures, and others apart', async () => {
  const { sim, logins, until } = await startLogging({});
  await using _ = sim;
  const fail = (short_name: string) =>
    sim.send('POST', '/console/login', { body: { short_name, password: 'wrong horse' } });
  const { name } = await sim.account();
  for (let count = 0; count < 5; count++) await fail(name);
  await fail('other');
  await until(2);
  await sim.clock.advance(1000);
  await until(3);
  expect(logins().map(({ account, count }) => [account, count])).toEqual([
    [name.toLowerCase(), 1],
    ['unknown', 1],
    [name.toLowerCase(), 4],
  ]);
  await fail(name.toUpperCase());
  await sim.clock.advance(1000);
  await until(4);
  await sim.clock.advance(1000);
  await fail(name);
  await until(5);
  expect(logins().map(({ count }) => count)).toEqual([1, 1, 4, 1, 1]);
});

it('logs names that no account has as unknown, because they may be passwords, and in few lines', async () => {
  const { sim, logins, until } = await startLogging({});
  await using _ = sim;
  const fail = (name: number) =>
    sim.send('POST', '/console/login', { body: { short_name: `name-${name}`, password: 'wrong horse' } });
  for (let name = 0; name < 50; name++) await fail(name);
  await until(1);
  await sim.clock.advance(1000);
  await until(2);
  expect(logins().map(({ account, count }) => [account, count])).toEqual([
    ['unknown', 1],
    ['unknown', 49],
  ]);
});
