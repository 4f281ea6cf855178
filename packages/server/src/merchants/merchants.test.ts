import { logIn, merchantBody, pointersOf, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('merchants (specification, Merchant; contract sections 2 and 6)', () => {
  let sim: TestSimulator;
  beforeAll(async () => {
    sim = await TestSimulator.start();
  });
  afterAll(() => sim.close());

  const register = (body: unknown) => sim.send('POST', '/api/v1/merchants', { body });
  const loginToConsole = (short_name: string, password: string) =>
    sim.send('POST', '/console/login', { body: { short_name, password } });

  it('registers a merchant, whose password opens the merchant login and the console', async () => {
    const email = "o'hara+till@café.example";
    const made = await register({ ...merchantBody, email, phone: '+58 212 555 0100' });
    expect(made.status).toBe(201);
    expect(made.json).toEqual({
      status: 201,
      title: 'Merchant registered',
      data: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        legalName: merchantBody.legalName,
        status: 'ACTIVE',
        createdAt: '2026-01-01T00:00:00.000Z',
      },
    });
    const login = await logIn(sim, email.toUpperCase());
    expect(login.status).toBe(200);
    expect(login.json.data).toEqual({
      accessToken: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/),
      tokenType: 'Bearer',
      expiresIn: 3600,
      merchantId: made.json.data.id,
    });
    expect(login.json).toMatchObject(login.json.data);
    const console = await loginToConsole(email, merchantBody.password);
    expect(console.status).toBe(200);
    const trace = await sim.send('GET', '/console/trace', { token: console.json.console_token });
    expect(trace.json.data.map(({ type, data }: { type: string; data: object }) => [type, data])).toEqual([
      ['account.registered', { short_name: email }],
      ['pos.merchant_registered', { merchant_id: made.json.data.id, email }],
      ['login.succeeded', { surface: 'merchant' }],
      ['login.succeeded', { surface: 'console' }],
    ]);
  });

  it('names every fault of a registration', async () => {
    const answer = await register({ legalName: ' ', email: 'nobody', password: null, phone: 5 });
    expect(answer.status).toBe(400);
    expect(pointersOf(answer)).toEqual(['/email', '/legalName', '/password', '/phone', '/taxId']);
  });

  it('gives an e-mail away once, whatever its case and however many ask at once', async () => {
    const answers = await Promise.all(
      ['twice@cafe.example', 'Twice@cafe.example', 'TWICE@CAFE.EXAMPLE'].map((email) =>
        register({ ...merchantBody, email }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 400)) {
      expect(pointersOf(answer)).toEqual(['/email']);
    }
  });

  it('refuses a login of a wrong password or an unknown e-mail alike, and one without an e-mail', async () => {
    const { email } = await TestMerchant.register(sim);
    const wrong = await logIn(sim, email, 'x');
    const unknown = await logIn(sim, 'nobody@cafe.example', 'x');
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.json.detail).toBe(unknown.json.detail);
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer');
    const faulty = await sim.send('POST', '/api/v1/merchants/auth/login', { body: { email: 'nobody' } });
    expect(faulty.status).toBe(400);
    expect(pointersOf(faulty)).toEqual(['/email', '/password']);
  });

  describe('POST /console/merchant', () => {
    const profile = (token: string, email: string, more: object = {}) =>
      sim.send('POST', '/console/merchant', { token, body: { ...merchantBody, email, ...more } });

    it('gives an account its profile once, with an e-mail and a password of its own', async () => {
      const account = await sim.account();
      const email = 'shop@market.example';
      const made = await profile(account.console, email, { password: 'another horse' });
      expect(made.status).toBe(201);
      const login = await logIn(sim, email, 'another horse');
      expect(login.json.merchantId).toBe(made.json.data.id);
      expect((await logIn(sim, email)).status).toBe(401);
      // It opens the merchant login, and nothing else.
      expect((await loginToConsole(email, 'another horse')).status).toBe(401);
      expect((await loginToConsole(email, 'correct horse')).status).toBe(401);
      expect((await profile(account.console, 'other@market.example')).status).toBe(409);
      expect((await register({ ...merchantBody, email })).status).toBe(400);
    });

    it('makes one profile of many that are asked for at once', async () => {
      const { console } = await sim.account();
      const answers = await Promise.all([1, 2, 3].map((n) => profile(console, `race-${n}@market.example`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    });

    it('refuses an e-mail that is somebody else’s with its pointer, and takes the account’s own name', async () => {
      const { email } = await TestMerchant.register(sim);
      const { console } = await sim.account();
      const taken = await profile(console, email.toUpperCase());
      expect([taken.status, pointersOf(taken)]).toEqual([400, ['/email']]);
      const name = 'me@market.example';
      const own = await sim.send('POST', '/console/register', {
        body: { short_name: name, password: 'correct horse' },
      });
      expect((await profile(own.json.console_token, name)).status).toBe(201);
      expect((await logIn(sim, name)).status).toBe(200);
    });

    it('refuses a faulty body and any token but the console’s', async () => {
      const account = await sim.account();
      expect(pointersOf(await profile(account.console, 'nobody'))).toEqual(['/email']);
      expect((await profile(account.token, 'a@b.example')).status).toBe(401);
    });
  });

  describe('POST /console/merchant/token', () => {
    it('gives a token of the account’s merchant, good whatever the account’s clock shows', async () => {
      const account = await sim.account();
      const ask = () => sim.send('POST', '/console/merchant/token', { token: account.console });
      expect((await ask()).status).toBe(404);
      const body = { ...merchantBody, email: `${account.name}@cafe.example` };
      const made = await sim.send('POST', '/console/merchant', { token: account.console, body });
      const path = `/api/v1/merchants/${made.json.data.id}/transactions`;
      for (const now of ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z']) {
        await sim.send('PUT', '/control/clock', { token: account.token, body: { now, frozen: true } });
        const issued = await ask();
        expect([issued.status, issued.json.merchantId]).toEqual([201, made.json.data.id]);
        expect((await sim.send('GET', path, { token: issued.json.data.accessToken })).status).toBe(200);
      }
      expect((await sim.send('POST', '/console/merchant/token', { token: account.token })).status).toBe(401);
    });
  });

  it('makes the demo account a merchant', async () => {
    await using own = await TestSimulator.start({ demo: true });
    const demo = await own.simulator.demo;
    if (!demo?.merchant_email) throw new Error('no demo merchant');
    const login = await logIn(own, demo.merchant_email, demo.password);
    expect(login.json.merchantId).toBe(demo.merchant_id);
    const path = `/api/v1/merchants/${demo.merchant_id}/transactions`;
    expect((await own.send('GET', path, { token: login.json.accessToken })).status).toBe(200);
  });
});
