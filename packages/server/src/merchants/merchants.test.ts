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
    const createProfile = (token: string, email: string, more: object = {}) =>
      sim.send('POST', '/console/merchant', { token, body: { ...merchantBody, email, ...more } });

    it("creates an account's profile once, with its own e-mail and password", async () => {
      const account = await sim.account();
      const email = 'shop@market.example';
      const creation = await createProfile(account.console, email, { password: 'another horse' });
      expect(creation.status).toBe(201);
      const login = await logIn(sim, email, 'another horse');
      expect(login.json.merchantId).toBe(creation.json.data.id);
      expect((await logIn(sim, email)).status).toBe(401);
      // The console doesn't accept the email as a login name.
      expect((await loginToConsole(email, 'another horse')).status).toBe(401);
      expect((await loginToConsole(email, 'correct horse')).status).toBe(401);
      expect((await createProfile(account.console, 'other@market.example')).status).toBe(409);
      expect((await register({ ...merchantBody, email })).status).toBe(400);
    });

    it('creates one profile for simultaneous requests', async () => {
      const { console } = await sim.account();
      const answers = await Promise.all(
        [1, 2, 3].map((n) => createProfile(console, `race-${n}@market.example`)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    });

    it("refuses another account's e-mail at /email, and accepts the account's own login name", async () => {
      const { email } = await TestMerchant.register(sim);
      const { console } = await sim.account();
      const refusal = await createProfile(console, email.toUpperCase());
      expect([refusal.status, pointersOf(refusal)]).toEqual([400, ['/email']]);
      const name = 'me@market.example';
      const registration = await sim.send('POST', '/console/register', {
        body: { short_name: name, password: 'correct horse' },
      });
      expect((await createProfile(registration.json.console_token, name)).status).toBe(201);
      expect((await logIn(sim, name)).status).toBe(200);
    });
  });

  describe('POST /console/merchant/token', () => {
    it("returns a merchant token that is valid whatever time the account's clock shows", async () => {
      const account = await sim.account();
      const issueToken = () => sim.ask(account, 'POST', '/console/merchant/token');
      expect((await issueToken()).status).toBe(404);
      const body = { ...merchantBody, email: `${account.name}@cafe.example` };
      const creation = await sim.ask(account, 'POST', '/console/merchant', body);
      const path = `/api/v1/merchants/${creation.json.data.id}/transactions`;
      for (const now of ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z']) {
        await sim.ask(account, 'PUT', '/control/clock', { now, frozen: true });
        const tokenAnswer = await issueToken();
        expect([tokenAnswer.status, tokenAnswer.json.merchantId]).toEqual([201, creation.json.data.id]);
        expect((await sim.send('GET', path, { token: tokenAnswer.json.data.accessToken })).status).toBe(200);
      }
      expect((await sim.send('POST', '/console/merchant/token', { token: account.token })).status).toBe(401);
    });
  });

  it('gives the demo account a merchant that can log in', async () => {
    await using demoSimulator = await TestSimulator.start({ demo: true });
    const demo = await demoSimulator.simulator.demo;
    if (!demo?.merchant_email) throw new Error('no demo merchant');
    const login = await logIn(demoSimulator, demo.merchant_email, demo.password);
    expect(login.json.merchantId).toBe(demo.merchant_id);
    const path = `/api/v1/merchants/${demo.merchant_id}/transactions`;
    expect((await demoSimulator.send('GET', path, { token: login.json.accessToken })).status).toBe(200);
  });
});
