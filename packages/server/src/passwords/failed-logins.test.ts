import { TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

type Line = Readonly<Record<string, unknown>>;

async function startWithLog(options: Parameters<typeof TestSimulator.start>[0]) {
  const lines: Line[] = [];
  const log = (level: string, message: string, fields: object = {}) =>
    void lines.push({ level, message, ...fields });
  const sim = await TestSimulator.start({ ...options, log });
  const loginLines = () => lines.filter(({ message }) => message === 'failed login');
  const waitForLogins = (count: number) => expect.poll(() => loginLines().length).toBe(count);
  return { sim, lines, loginLines, waitForLogins };
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
  it.each(surfaces)('records the account, client and reason of a failed login at %s', async (path, body) => {
    const { sim, loginLines, waitForLogins } = await startWithLog(options);
    await using _ = sim;
    const headers = kind === 'hosted' ? { 'x-forwarded-for': '2001:db8:1:2:3::4' } : {};
    const { name } = await sim.account();
    const isMerchant = 'email' in body;
    const triedName = isMerchant ? 'nobody@example.com' : name.toUpperCase();
    const credentials = JSON.parse(JSON.stringify(body).replace('NAME', triedName));
    expect((await sim.send('POST', path, { body: credentials, headers })).status).toBe(401);
    await waitForLogins(1);
    expect(loginLines()).toEqual([
      {
        level: 'warn',
        message: 'failed login',
        status: 401,
        count: 1,
        account: isMerchant ? 'unknown' : name.toLowerCase(),
        client: kind === 'hosted' ? '2001:db8:1:2::/64' : '127.0.0.1',
        reason: expect.stringContaining('password'),
      },
    ]);
    expect(JSON.stringify(loginLines())).not.toContain('wrong horse');
  });

  it('records a failed login at the console form, and a wrong password sent with a token', async () => {
    const { sim, loginLines, waitForLogins } = await startWithLog(options);
    await using _ = sim;
    const account = await sim.account();
    const browser = new TestBrowser(sim.url);
    await browser.post('/console/login', { short_name: account.name, password: 'wrong horse' });
    await waitForLogins(1);
    await sim.clock.advance(1000);
    await sim.send('POST', '/console/token', { token: account.token, body: { password: 'wrong horse' } });
    await waitForLogins(2);
    expect(loginLines().map(({ account: name, count }) => [name, count])).toEqual([
      [account.name.toLowerCase(), 1],
      [account.name.toLowerCase(), 1],
    ]);
  });

  it('omits successful logins, and token exchanges without a password', async () => {
    const { sim, lines } = await startWithLog(options);
    await using _ = sim;
    const account = await sim.account();
    const body = { short_name: account.name, password: 'correct horse' };
    expect((await sim.send('POST', '/console/login', { body })).status).toBe(200);
    expect((await sim.send('POST', '/console/token', { token: account.token, body: {} })).status).toBe(201);
    expect(lines.filter(({ message }) => message === 'failed login')).toEqual([]);
  });
});

it('logs at most one line a second per account, with the number of failures', async () => {
  const { sim, loginLines, waitForLogins } = await startWithLog({});
  await using _ = sim;
  const failLogin = (short_name: string) =>
    sim.send('POST', '/console/login', { body: { short_name, password: 'wrong horse' } });
  const { name } = await sim.account();
  for (let count = 0; count < 5; count++) await failLogin(name);
  await failLogin('other');
  await waitForLogins(2);
  await sim.clock.advance(1000);
  await waitForLogins(3);
  expect(loginLines().map(({ account, count }) => [account, count])).toEqual([
    [name.toLowerCase(), 1],
    ['unknown', 1],
    [name.toLowerCase(), 4],
  ]);
  await failLogin(name.toUpperCase());
  await sim.clock.advance(1000);
  await waitForLogins(4);
  await sim.clock.advance(1000);
  await failLogin(name);
  await waitForLogins(5);
  expect(loginLines().map(({ count }) => count)).toEqual([1, 1, 4, 1, 1]);
});

it('logs every name without an account as unknown, in shared lines, because it may be a password', async () => {
  const { sim, loginLines, waitForLogins } = await startWithLog({});
  await using _ = sim;
  const failLogin = (name: number) =>
    sim.send('POST', '/console/login', { body: { short_name: `name-${name}`, password: 'wrong horse' } });
  for (let name = 0; name < 50; name++) await failLogin(name);
  await waitForLogins(1);
  await sim.clock.advance(1000);
  await waitForLogins(2);
  expect(loginLines().map(({ account, count }) => [account, count])).toEqual([
    ['unknown', 1],
    ['unknown', 49],
  ]);
});
