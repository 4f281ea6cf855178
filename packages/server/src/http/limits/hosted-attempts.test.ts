import { operations } from '@svc-simulator/contract';
import { logIn } from '@svc-simulator/test-support/browser.ts';
import { TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { until } from '../../../../../test/support/until.ts';

const attempts = operations.filter(({ attempt }) => attempt !== undefined);
/** Excludes attempts that are counted by account, and paths with parameters. */
const limitedByClient = attempts.filter(
  ({ attempt, path }) => attempt?.name !== 'account' && !path.includes('{'),
);
const BURST = 60;

/** Returns the header with which the trusted proxy names a client. */
function fromAddress(address: string) {
  return { headers: { 'x-forwarded-for': address } };
}

async function startHosted(): Promise<TestSimulator> {
  return TestSimulator.start({ hosted: true, trustedProxy: '127.0.0.1' });
}

async function distinctStatuses(count: number, send: () => Promise<{ status: number }>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: count }, send));
  return [...new Set(answers.map(({ status }) => status))];
}

describe('registrations, logins and codes in hosted mode', () => {
  it('covers every operation that checks a password or a code', () => {
    expect(attempts.map(({ path }) => path).sort()).toEqual([
      '/api/svcpagos/login',
      '/api/v1/merchants',
      '/api/v1/merchants/auth/login',
      '/api/v1/pos-terminals/{serialNumber}/pairing/activate',
      '/console/account',
      '/console/class',
      '/console/classes/{class_id}/trainees/{short_name}/password',
      '/console/login',
      '/console/merchant',
      '/console/password',
      '/console/register',
      '/console/token',
      '/register',
      '/verificar/{code}',
    ]);
  });

  it.each(limitedByClient.map(({ path, attempt }) => [path, attempt?.kind === 'login' ? 2 : 30] as const))(
    'limits the attempts of an address at %s, until the time in Retry-After has passed',
    async (path, waitS) => {
      await using sim = await startHosted();
      const attempt = (address: string) => sim.send('POST', path, { body: {}, ...fromAddress(address) });
      expect(await distinctStatuses(BURST, () => attempt('198.51.100.1'))).toEqual([400]);
      const refusal = await attempt('198.51.100.1');
      expect(refusal).toMatchObject({ status: 429, json: { title: 'Too many attempts', status: 429 } });
      expect(refusal.headers.get('retry-after')).toBe(String(waitS));
      // An address that the client itself has added is ignored.
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
  ])('limits wrong passwords at %s by name and client', async (path, field) => {
    await using sim = await startHosted();
    const attempt = (name: string, address = '198.51.100.1') =>
      sim.send('POST', path, { body: { [field]: name, password: 'wrong' }, ...fromAddress(address) });
    expect(await distinctStatuses(10, () => attempt('Owner@Shop.example'))).toEqual([401]);
    const refusal = await attempt('owner@shop.EXAMPLE');
    expect(refusal.status).toBe(429);
    expect(refusal.headers.get('retry-after')).toBe('30');
    expect((await attempt('other@shop.example')).status).toBe(401);
    expect((await attempt('owner@shop.example', '198.51.100.2')).status).toBe(401);
    await sim.clock.advance(30_000);
    expect((await attempt('owner@shop.example')).status).toBe(401);
    expect((await attempt('owner@shop.example')).status).toBe(429);
  });

  it("limits the wrong class codes of an account, also on the console's page", async () => {
    await using sim = await startHosted();
    const [account, other] = [await sim.account(), await sim.account()];
    const join = (code: string, who = account) =>
      sim.ask(who, 'POST', '/console/class', { class_code: code });
    const classResponse = await sim.ask(other, 'POST', '/console/classes', { title: 'March' });
    expect(await distinctStatuses(5, () => join('AAAAAAAA'))).toEqual([404]);
    const refusal = await join(classResponse.json.data.join_code);
    expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '120']);
    expect((await join(classResponse.json.data.join_code, other)).status).toBe(200);
    const browser = await logIn(sim, account, { 'accept-language': 'en' });
    const page = await browser.post('/console/classes/join', { class_code: 'AAAAAAAA' });
    expect([page.status, page.html]).toEqual([
      429,
      expect.stringContaining('There were too many attempts with a code'),
    ]);
    await sim.clock.advance(120_000);
    expect((await join(classResponse.json.data.join_code)).status).toBe(200);
  });

  it('counts class codes by account over all addresses, and those of registrations by client', async () => {
    await using sim = await startHosted();
    const [account, trainer] = [await sim.account(), await sim.account()];
    const classResponse = await sim.ask(trainer, 'POST', '/console/classes', { title: 'March' });
    const joinCode = classResponse.json.data.join_code;
    let client = 0;
    const join = (class_code: string) =>
      sim.send('POST', '/console/class', {
        token: account.console,
        body: { class_code },
        ...fromAddress(`203.0.113.${++client}`),
      });
    expect(await distinctStatuses(5, () => join('AAAAAAAA'))).toEqual([404]);
    expect((await join(joinCode)).status).toBe(429);

    let name = 0;
    const register = (class_code: string, address = '198.51.100.1', short_name = `guess-${++name}`) =>
      sim.send('POST', '/console/register', {
        body: { short_name, password: 'correct horse', class_code },
        ...fromAddress(address),
      });
    // The registrations of a class behind one address stay within the limit.
    for (let trainee = 0; trainee < 10; trainee++) expect((await register(joinCode)).status).toBe(201);
    for (let again = 0; again < 7; again++)
      expect((await register(joinCode, undefined, 'guess-1')).status).toBe(409);
    expect(await distinctStatuses(5, () => register('AAAAAAAA'))).toEqual([400]);
    const refusal = await register(joinCode);
    expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '120']);
    expect((await register('')).status).toBe(201);
    expect((await register(joinCode, '198.51.100.2')).status).toBe(201);
    const form = new URLSearchParams({
      short_name: 'by-page',
      password: 'correct horse',
      class_code: joinCode,
    });
    const { headers } = fromAddress('198.51.100.1');
    const type = { 'content-type': 'application/x-www-form-urlencoded', origin: sim.url };
    const page = { body: form.toString(), headers: { ...headers, ...type } };
    expect((await sim.send('POST', '/console/register', page)).status).toBe(429);
  });

  it('limits wrong pairing codes by serial and client, and keeps the code valid for others', async () => {
    await using sim = await startHosted();
    const merchant = await TestMerchant.register(sim);
    const code = (await merchant.requestPairing('POST', 'SN-1')).json.data.code;
    const wrong = code === '000000' ? '000001' : '000000';
    const activate = (typedCode: string, address: string, serial = 'SN-1') =>
      sim.send('POST', `/api/v1/pos-terminals/${serial}/pairing/activate`, {
        body: { serial, code: typedCode },
        ...fromAddress(address),
      });
    expect(await distinctStatuses(5, () => activate(wrong, '198.51.100.1'))).toEqual([400]);
    const refusal = await activate(code, '198.51.100.1');
    expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '120']);
    expect((await activate(wrong, '198.51.100.1', 'SN-2')).status).toBe(400);
    expect((await activate(code, '198.51.100.2')).status).toBe(200);
    // The code stays valid, however many clients guess.
    await merchant.requestPairing('DELETE', 'SN-1');
    const again = (await merchant.requestPairing('POST', 'SN-1')).json.data.code;
    for (let client = 1; client <= 6; client++)
      expect(
        await distinctStatuses(5, () =>
          activate(again === '000000' ? '000001' : '000000', `203.0.113.${client}`),
        ),
      ).toEqual([400]);
    expect((await activate(again, '198.51.100.9')).status).toBe(200);
  });

  it('keeps the pairing codes of all accounts valid while an IPv6 /56 network guesses', async () => {
    await using sim = await startHosted();
    const [one, other] = [await TestMerchant.register(sim), await TestMerchant.register(sim)];
    const codeOf = async (who: TestMerchant) =>
      (await who.requestPairing('POST', 'SN-000123')).json.data.code;
    const codes = [await codeOf(one), await codeOf(other)];
    const wrong = ['000000', '000001', '000002'].find((code) => !codes.includes(code));
    const activate = (code: string | undefined, address: string) =>
      sim.send('POST', '/api/v1/pos-terminals/SN-000123/pairing/activate', {
        body: { serial: 'SN-000123', code },
        ...fromAddress(address),
      });
    const guesses = Array.from(
      { length: 150 },
      (_, guess) => `2001:db8:1:${(guess % 30).toString(16)}::${guess}`,
    );
    for (const address of guesses) expect([400, 429]).toContain((await activate(wrong, address)).status);
    const refusalEvents = await sim.send('GET', '/console/trace?type=pos.pairing_refused', {
      token: await one.logInToConsole(),
    });
    expect(refusalEvents.json.data).toEqual([]);
    for (const code of codes) expect((await activate(code, '198.51.100.7')).status).toBe(200);
    await one.requestPairing('DELETE', 'SN-000123');
    expect((await activate(await codeOf(one), '198.51.100.8')).status).toBe(200);
  });

  it('accepts the right password from another address while 12 addresses guess', async () => {
    await using sim = await startHosted();
    const account = await sim.account();
    const logInFrom = async (address: string, password: string) => {
      const body = { short_name: account.name, password };
      return (await sim.send('POST', '/console/login', { body, ...fromAddress(address) })).status;
    };
    for (let guess = 0; guess < 120; guess++)
      expect([401, 429]).toContain(await logInFrom(`203.0.113.${guess % 12}`, 'wrong'));
    expect(await logInFrom('203.0.113.1', 'correct horse')).toBe(429);
    expect(await logInFrom('198.51.100.7', 'correct horse')).toBe(200);
  });

  it('shows the refusal on the console’s pages in the reader’s language', async () => {
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
    // The form shares its limit with the API.
    await distinctStatuses(BURST, () =>
      sim.send('POST', '/console/login', { body: {}, ...fromAddress('198.51.100.1') }),
    );
    const spanish = await attempt('198.51.100.1', 'somebody');
    expect(spanish.status).toBe(429);
    expect(spanish.headers.get('retry-after')).toBe('2');
    expect(spanish.text).toContain('Hubo demasiados inicios de sesión');
    expect((await attempt('198.51.100.1', 'somebody', 'en')).text).toContain(
      'There were too many login attempts',
    );
    expect(await distinctStatuses(10, () => attempt('198.51.100.2', 'somebody'))).toEqual([401]);
    expect((await attempt('198.51.100.2', 'somebody')).status).toBe(429);

    await distinctStatuses(BURST, () =>
      sim.send('POST', '/register', { body: {}, ...fromAddress('198.51.100.4') }),
    );
    const register = await post('/console/register', '198.51.100.4', {
      short_name: 'new-shop',
      password: 'correct horse',
    });
    expect(register.status).toBe(429);
    expect(register.headers.get('retry-after')).toBe('30');
    expect(register.text).toContain('Hubo demasiados intentos de alta');
    expect(register.text).not.toContain('correct horse');
  });

  it('limits no attempts in a local simulator', async () => {
    await using sim = await TestSimulator.start();
    for (const { path } of limitedByClient)
      expect(await distinctStatuses(BURST + 10, () => sim.send('POST', path, { body: {} }))).toEqual([400]);
  });
});

describe('event streams in hosted mode', () => {
  it('limits the streams of an account to 64, and allows another once one has closed', async () => {
    await using sim = await startHosted();
    const [account, other] = [await sim.account(), await sim.account()];
    const ending = new AbortController();
    const open = (token: string, signal = ending.signal) =>
      fetch(`${sim.url}/console/trace`, {
        headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
        signal,
      });
    const streams = await Promise.all(Array.from({ length: 64 }, () => open(account.console)));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const refusal = await open(account.console);
    expect(refusal.status).toBe(429);
    expect(refusal.headers.get('retry-after')).toBe('15');
    expect(await refusal.json()).toMatchObject({ title: 'Too many streams' });
    expect((await open(other.console)).status).toBe(200);
    expect((await sim.ask(account, 'GET', '/console/trace')).status).toBe(200);
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
