import { simulatorOfBlock } from '@svc-simulator/test-support/account.ts';
import { logIn, merchantBody, pointersOf, TestMerchant } from '@svc-simulator/test-support/merchant.ts';
import { TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

describe('merchants (specification, Merchant; contract sections 2 and 6)', async () => {
  const sim = await simulatorOfBlock();

  const register = (body: unknown) => sim.send('POST', '/api/v1/merchants', { body });
  const loginToConsole = (short_name: string, password: string) =>
    sim.send('POST', '/console/login', { body: { short_name, password } });

  describe('POST /console/merchant', () => {
    const profile = (token: string, email: string, more: object = {}) =>
      sim.send('POST', '/console/merchant', { token, body: { ...merchantBody, email, ...more } });

    it("creates an account's profile once, with its own e-mail and password", async () => {
      const account = await sim.account();
      const email = 'shop@market.example';
      const made = await profile(account.console, email, { password: 'another horse' });
      expect(made.status).toBe(201);
      const login = await logIn(sim, email, 'another horse');
      expect(login.json.merchantId).toBe(made.json.data.id);
      expect((await logIn(sim, email)).status).toBe(401);
      // The e-mail opens only the merchant login.
      expect((await loginToConsole(email, 'another horse')).status).toBe(401);
      expect((await loginToConsole(email, 'correct horse')).status).toBe(401);
      expect((await profile(account.console, 'other@market.example')).status).toBe(409);
      expect((await register({ ...merchantBody, email })).status).toBe(400);
    });

    it('creates one profile for simultaneous requests', async () => {
      const { console } = await sim.account();
      const answers = await Promise.all([1, 2, 3].map((n) => profile(console, `race-${n}@market.example`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    });

    it("refuses another account's e-mail with its pointer, and accepts the account's own name", async () => {
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
  });

  describe('POST /console/merchant/token', () => {
    it("returns a token of the account's merchant that is valid whatever the account's clock shows", async () => {
      const account = await sim.account();
      const ask = () => sim.ask(account, 'POST', '/console/merchant/token');
      expect((await ask()).status).toBe(404);
      const body = { ...merchantBody, email: `${account.name}@cafe.example` };
      const made = await sim.ask(account, 'POST', '/console/merchant', body);
      const path = `/api/v1/merchants/${made.json.data.id}/transactions`;
      for (const now of ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z']) {
        await sim.ask(account, 'PUT', '/control/clock', { now, frozen: true });
        const issued = await ask();
        expect([issued.status, issued.json.merchantId]).toEqual([201, made.json.data.id]);
        expect((await sim.send('GET', path, { token: issued.json.data.accessToken })).status).toBe(200);
      }
      expect((await sim.send('POST', '/console/merchant/token', { token: account.token })).status).toBe(401);
    });
  });

  it('creates a merchant of the demo account', async () => {
    await using own = await TestSimulator.start({ demo: true });
    const demo = await own.simulator.demo;
    if (!demo?.merchant_email) throw new Error('no demo merchant');
    const login = await logIn(own, demo.merchant_email, demo.password);
    expect(login.json.merchantId).toBe(demo.merchant_id);
    const path = `/api/v1/merchants/${demo.merchant_id}/transactions`;
    expect((await own.send('GET', path, { token: login.json.accessToken })).status).toBe(200);
  });
});
