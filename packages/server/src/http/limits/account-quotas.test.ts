import { logIn } from '@svc-simulator/test-support/browser.ts';
import { merchantBody } from '@svc-simulator/test-support/merchant.ts';
import { paymentForm, type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

function startHosted(quotas: object, more: object = {}): Promise<TestSimulator> {
  return TestSimulator.start({
    hosted: true,
    quotas: JSON.stringify(quotas),
    metricsToken: 'a-token-of-twenty',
    ...more,
  });
}

function post(sim: TestSimulator, account: TestAccount, body = '{}') {
  return sim.send('POST', `/console/hooks/${account.id}/captura`, { body });
}

async function countRefusals(sim: TestSimulator, quota: string): Promise<number> {
  const { text } = await sim.send('GET', '/metrics', { token: 'a-token-of-twenty' });
  return Number(new RegExp(`^sim_quota_refusals_total{quota="${quota}"} (\\d+)$`, 'm').exec(text)?.[1]);
}

describe('the quotas of an account in hosted mode', () => {
  it('refuses a session over the quota with 429 and the reason, until a reset frees space', async () => {
    await using sim = await startHosted({ sessions: 3 });
    const [account, other] = [await sim.account(), await sim.account()];
    const create = (who = account) =>
      sim.ask(who, 'POST', '/api/v1/ext/payment-sessions/buttons', { agreement_id: 'x' });
    const ids = [await sim.button(account), await sim.button(account), await sim.button(account)];
    const refusal = await create();
    expect(refusal).toMatchObject({ status: 429, json: { title: 'Quota exceeded', status: 429 } });
    expect(refusal.json.detail).toContain('3 stored sessions');
    expect(refusal.json.detail).toContain('quota sessions');
    expect(refusal.json.detail).toContain('Free space with POST /control/reset');
    expect(refusal.headers.get('retry-after')).toBeNull();
    expect((await create(other)).status).toBe(400);
    const status = `/api/v1/ext/payment-sessions/status/${ids[0]}`;
    expect((await sim.send('GET', status, { token: account.token })).status).toBe(200);
    expect(await countRefusals(sim, 'sessions')).toBe(1);
    const browser = await logIn(sim, account, { 'accept-language': 'en' });
    expect((await browser.get('/console/account')).html).toContain('3 of 3');
    expect((await sim.ask(account, 'POST', '/control/reset')).status).toBe(200);
    expect((await create()).status).toBe(400);
  });

  it('refuses every write to a full account, and allows all reads', async () => {
    await using sim = await startHosted({ stored_mib: 1 });
    const account = await sim.account();
    const session = await sim.button(account);
    for (let count = 0; count < 16; count++)
      expect((await post(sim, account, 'x'.repeat(65_536))).status).toBe(200);
    const refusal = await post(sim, account);
    expect([refusal.status, refusal.json.detail]).toEqual([429, expect.stringContaining('quota stored_mib')]);
    const { token, console: consoleToken } = account;
    const status = `/api/v1/ext/payment-sessions/status/${session}`;
    const eventCount = (await sim.trace(account)).length;
    expect((await sim.send('GET', status, { token })).status).toBe(200);
    expect((await sim.trace(account)).length).toBe(eventCount);
    const outcome = { token, body: { leg: 1, outcome: 'paid' } };
    expect((await sim.send('POST', `/control/sessions/${session}/outcome`, outcome)).status).toBe(429);
    for (const path of ['/console/sessions', '/console/trace', '/console/keys'])
      expect((await sim.send('GET', path, { token: consoleToken })).status).toBe(200);
    expect(await countRefusals(sim, 'stored_mib')).toBe(2);
    // After the retention, a new count finds space in the account.
    await sim.clock.advance(15 * 86_400_000);
    await post(sim, account);
    await expect.poll(async () => (await post(sim, account)).status).toBe(200);
  });

  it('limits requests to receivers, payments and page views separately', async () => {
    await using sim = await startHosted({ public_per_minute: 8 });
    const [account, other] = [await sim.account(), await sim.account()];
    const session = await sim.button(account, { webhook_url: `${sim.url}/console/hooks/${account.id}/paid` });
    // The simulator's own deliveries to the receiver aren't counted.
    await expect.poll(async () => (await sim.trace(account, '&type=webhook.received')).length).toBe(1);
    // One address can use a quarter of the quota: two requests.
    expect([(await post(sim, account)).status, (await post(sim, account)).status]).toEqual([200, 200]);
    const refusal = await post(sim, account);
    expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '30']);
    expect(refusal.json.detail).toContain('8 per minute for each kind');
    expect(refusal.json.detail).toContain('One address can use at most a quarter');
    // Payments and page views have budgets of their own.
    const pay = (fields = {}) => sim.send('POST', `/pay/${session}`, paymentForm(fields));
    expect([(await pay({ metodo: 'nope' })).status, (await pay({ metodo: 'nope' })).status]).not.toContain(
      429,
    );
    const page = await pay();
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '30']);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect((await post(sim, other)).status).toBe(200);
    expect((await sim.send('POST', '/console/hooks/acc_0000000000000000/paid', { body: '{}' })).status).toBe(
      404,
    );
    const viewPage = () => sim.send('GET', `/pay/${session}`);
    expect([(await viewPage()).status, (await viewPage()).status]).toEqual([200, 200]);
    const viewRefusal = await viewPage();
    expect([viewRefusal.status, viewRefusal.headers.get('retry-after')]).toEqual([429, '30']);
    expect(viewRefusal.text).toBe(page.text);
    await sim.clock.advance(30_000);
    expect((await pay({ otp: '111111' })).status).toBe(303);
    expect([(await post(sim, account)).status, (await post(sim, account)).status]).toEqual([200, 429]);
    expect(await countRefusals(sim, 'public_per_minute')).toBe(4);
  });

  it('limits an address to a quarter of the quota, so other addresses can still pay', async () => {
    await using sim = await startHosted({ public_per_minute: 8 }, { trustedProxy: '1' });
    const account = await sim.account();
    const session = await sim.button(account);
    const from = (client: string) => ({ 'x-forwarded-for': client });
    const sendToReceiver = async (client: string) =>
      (await sim.send('POST', `/console/hooks/${account.id}/paid`, { body: '{}', headers: from(client) }))
        .status;
    const viewPage = async (client: string) =>
      (await sim.send('GET', `/pay/${session}`, { headers: from(client) })).status;
    const form = paymentForm({ otp: '111111' });
    const pay = async (client: string, fields = form) =>
      (
        await sim.send('POST', `/pay/${session}`, {
          ...fields,
          headers: { ...fields.headers, ...from(client) },
        })
      ).status;
    for (let count = 0; count < 10; count++)
      for (const ask of [sendToReceiver, viewPage]) await ask('192.0.2.1');
    for (let count = 0; count < 10; count++) await pay('192.0.2.1', paymentForm({ metodo: 'nope' }));
    expect([await sendToReceiver('192.0.2.1'), await viewPage('192.0.2.1'), await pay('192.0.2.1')]).toEqual([
      429, 429, 429,
    ]);
    expect([await sendToReceiver('192.0.2.2'), await viewPage('192.0.2.2'), await pay('192.0.2.2')]).toEqual([
      200, 200, 303,
    ]);
    // All clients together share the account's quota.
    for (const last of [3, 4, 5, 6]) for (const _ of [1, 2]) await sendToReceiver(`192.0.2.${last}`);
    expect(await sendToReceiver('192.0.2.7')).toBe(429);
  });

  it('limits the bytes that receivers accept in a day, whether they are stored or not', async () => {
    await using sim = await startHosted({ public_mib_per_day: 1 });
    const account = await sim.account();
    const body = 'x'.repeat(524_288);
    expect([(await post(sim, account, body)).status, (await post(sim, account, body)).status]).toEqual([
      200, 200,
    ]);
    const refusal = await post(sim, account, body);
    expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, String(86_400 / 2)]);
    await sim.clock.advance(86_400_000 / 2);
    expect((await post(sim, account, body)).status).toBe(200);
    expect(await countRefusals(sim, 'public_mib_per_day')).toBe(1);
  });

  it("limits an address to a quarter of a day's bytes", async () => {
    await using sim = await startHosted({ public_mib_per_day: 4 }, { trustedProxy: '1' });
    const account = await sim.account();
    const sendToReceiver = async (client: string) => {
      const request = { body: 'x'.repeat(524_288), headers: { 'x-forwarded-for': client } };
      return (await sim.send('POST', `/console/hooks/${account.id}/captura`, request)).status;
    };
    const first: number[] = [];
    for (let count = 0; count < 3; count++) first.push(await sendToReceiver('192.0.2.1'));
    expect(first).toEqual([200, 200, 429]);
    expect(await sendToReceiver('192.0.2.2')).toBe(200);
  });

  it('limits logins, login links, and refreshed, merchant and exchanged tokens together', async () => {
    await using sim = await startHosted({ public_per_minute: 5 });
    const [account, other] = [await sim.account(), await sim.account()];
    await sim.ask(account, 'POST', '/console/merchant', { ...merchantBody, email: 'owner@cafe.example' });
    const loggedIn = await sim.send('POST', '/api/svcpagos/login', {
      body: { short_name: account.name, password: 'correct horse' },
    });
    let { refreshToken } = loggedIn.json;
    const refresh = async () => {
      const answer = await sim.send('POST', '/api/svcpagos/refresh-token', { body: { refreshToken } });
      refreshToken = answer.json.refreshToken ?? refreshToken;
      return answer;
    };
    const issueMerchantToken = () => sim.ask(account, 'POST', '/console/merchant/token');
    const exchange = (who = account) => sim.ask(who, 'POST', '/console/token');
    const link = () => sim.ask(account, 'POST', '/console/login-link');
    for (const issueToken of [refresh, issueMerchantToken, exchange, link])
      expect(String((await issueToken()).status)).toMatch(/^20[01]$/);
    for (const issueToken of [refresh, issueMerchantToken, exchange, link]) {
      const refusal = await issueToken();
      expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '12']);
      expect(refusal.json.detail).toContain('quota public_per_minute is 5 per minute for all of them');
    }
    expect((await exchange(other)).status).toBe(201);
    await sim.clock.advance(12_000);
    expect((await refresh()).status).toBe(200);
  });

  it('applies no quota in a local simulator', async () => {
    await using sim = await TestSimulator.start({ quotas: '{"sessions":1,"public_per_minute":1}' });
    const account = await sim.account();
    for (let count = 0; count < 3; count++) {
      expect(await sim.button(account)).toMatch(/-/);
      expect((await post(sim, account)).status).toBe(200);
    }
    const browser = await logIn(sim, account, { 'accept-language': 'en' });
    expect((await browser.get('/console/account')).html).not.toContain('room for');
  });
});
