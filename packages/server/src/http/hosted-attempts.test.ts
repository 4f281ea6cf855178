import { operations } from '@svc-simulator/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { until } from '../../../../test/support/until.ts';
import { TestSimulator } from '../test-simulator.ts';

const attempts = operations.filter(({ attempt }) => attempt !== undefined);
/** Without those of somebody who has logged in, which count by account. */
const slowed = attempts.filter(({ attempt }) => attempt?.name !== 'account');
const burst = 60;

/** Requests that come through a trusted proxy, from the address that it names. */
function from(address: string) {
  return { headers: { 'x-forwarded-for': address } };
}

async function startHosted(): Promise<TestSimulator> {
  return TestSimulator.start({ hosted: true, trustedProxy: '127.0.0.1' });
}

async function statuses(count: number, send: () => Promise<{ status: number }>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: count }, send));
  return [...new Set(answers.map(({ status }) => status))];
}

describe('registrations and log-ins in hosted mode', () => {
  it('are all of those that take a password', () => {
    expect(attempts.map(({ path }) => path).sort()).toEqual([
      '/api/svcpagos/login',
      '/api/v1/merchants',
      '/api/v1/merchants/auth/login',
      '/console/account',
      '/console/login',
      '/console/password',
      '/console/register',
      '/register',
    ]);
  });

  it.each(slowed.map(({ path, attempt }) => [path, attempt?.kind === 'login' ? 2 : 30] as const))(
    '%s is slowed down by client address, and goes on after Retry-After',
    async (path, waitS) => {
      await using sim = await startHosted();
      const attempt = (address: string) => sim.send('POST', path, { body: {}, ...from(address) });
      expect(await statuses(burst, () => attempt('198.51.100.1'))).toEqual([400]);
      const refused = await attempt('198.51.100.1');
      expect(refused).toMatchObject({ status: 429, json: { title: 'Too many attempts', status: 429 } });
      expect(refused.headers.get('retry-after')).toBe(String(waitS));
      // What the client itself writes before the proxy's word changes nothing.
      expect((await attempt('203.0.113.9, 198.51.100.1')).status).toBe(429);
      expect((await attempt('198.51.100.2')).status).toBe(400);
      await sim.clock.advance(waitS * 1000 - 1);
      expect((await attempt('198.51.100.1')).status).toBe(429);
      await sim.clock.advance(1);
      expect((await attempt('198.51.100.1')).status).toBe(400);
      expect((await attempt('198.51.100.1')).status).toBe(429);
    },
  );

  it.each([
    ['/console/login', 'short_name'],
    ['/api/svcpagos/login', 'short_name'],
    ['/api/v1/merchants/auth/login', 'email'],
  ])(
    '%s is slowed down by name from however many addresses, when the password is wrong',
    async (path, field) => {
      await using sim = await startHosted();
      let address = 0;
      const attempt = (name: string) =>
        sim.send('POST', path, {
          body: { [field]: name, password: 'wrong' },
          ...from(`198.51.100.${++address}`),
        });
      expect(await statuses(10, () => attempt('Owner@Shop.example'))).toEqual([401]);
      const refused = await attempt('owner@shop.EXAMPLE');
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('30');
      expect((await attempt('other@shop.example')).status).toBe(401);
      await sim.clock.advance(30_000);
      expect((await attempt('owner@shop.example')).status).toBe(401);
      expect((await attempt('owner@shop.example')).status).toBe(429);
    },
  );

  it('never hold up a name whose password is right', async () => {
    await using sim = await startHosted();
    const account = await sim.account();
    const body = { short_name: account.name, password: 'correct horse' };
    for (let round = 0; round < 12; round++)
      expect((await sim.send('POST', '/api/svcpagos/login', { body })).status).toBe(200);
  });

  it('are slowed down on the console’s pages as well, which say so in the reader’s language', async () => {
    await using sim = await startHosted();
    const post = (path: string, address: string, fields: Record<string, string>, language = 'es') =>
      sim.send('POST', path, {
        body: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'accept-language': language,
          origin: sim.url,
          'x-forwarded-for': address,
        },
      });
    const attempt = (address: string, name: string, language?: string) =>
      post('/console/login', address, { short_name: name, password: 'wrong' }, language);
    // Each counts together with the API's.
    await statuses(burst, () => sim.send('POST', '/console/login', { body: {}, ...from('198.51.100.1') }));
    const spanish = await attempt('198.51.100.1', 'somebody');
    expect(spanish.status).toBe(429);
    expect(spanish.headers.get('retry-after')).toBe('2');
    expect(spanish.text).toContain('Hubo demasiados intentos');
    expect((await attempt('198.51.100.1', 'somebody', 'en')).text).toContain('There were too many attempts');
    expect(await statuses(10, () => attempt('198.51.100.2', 'somebody'))).toEqual([401]);
    expect((await attempt('198.51.100.3', 'somebody')).status).toBe(429);

    await statuses(burst, () => sim.send('POST', '/register', { body: {}, ...from('198.51.100.4') }));
    const register = await post('/console/register', '198.51.100.4', {
      short_name: 'new-shop',
      password: 'correct horse',
    });
    expect(register.status).toBe(429);
    expect(register.headers.get('retry-after')).toBe('30');
    expect(register.text).toContain('Hubo demasiados intentos');
    expect(register.text).not.toContain('correct horse');
  });

  it('are free in a local simulator', async () => {
    await using sim = await TestSimulator.start();
    for (const { path } of slowed)
      expect(await statuses(burst + 10, () => sim.send('POST', path, { body: {} }))).toEqual([400]);
  });
});

describe('event streams in hosted mode', () => {
  it('are limited for each account, and counted off when their connection is over', async () => {
    const sim = await startHosted();
    // Connections that fall idle while it stops are closed by its clock.
    onTestFinished(async () => void (await Promise.all([sim.close(), sim.clock.advance(10_000)])));
    const [account, other] = [await sim.account(), await sim.account()];
    const ending = new AbortController();
    const open = (token: string, signal = ending.signal) =>
      fetch(`${sim.url}/console/trace`, {
        headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
        signal,
      });
    const streams = await Promise.all(Array.from({ length: 64 }, () => open(account.console)));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const refused = await open(account.console);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('15');
    expect(await refused.json()).toMatchObject({ title: 'Too many streams' });
    expect((await open(other.console)).status).toBe(200);
    expect((await sim.send('GET', '/console/trace', { token: account.console })).status).toBe(200);
    ending.abort();
    const later = new AbortController();
    await until(async () => {
      const again = await open(account.console, later.signal);
      if (again.status === 200) return true;
      await again.text();
      return false;
    });
    later.abort();
  });
});
