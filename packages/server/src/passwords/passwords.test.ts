import { logIn as logInBrowser, TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import {
  logIn as logInMerchant,
  pointersOf,
  sendSigned,
  TestMerchant,
} from '@svc-simulator/test-support/merchant.ts';
import { FakeRelay } from '@svc-simulator/test-support/relay.ts';
import { type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { load, saveFile } from '@svc-simulator/test-support/snapshot-scene.ts';
import { describe, expect, it } from 'vitest';

const changePassword = (
  sim: TestSimulator,
  token: string,
  current: string,
  next: string,
  more = {},
  client = {},
) =>
  sim.send('POST', '/console/password', {
    token,
    ...client,
    body: { current_password: current, new_password: next, ...more },
  });
const exchangeToken = async (sim: TestSimulator, token: string): Promise<string> =>
  (await sim.send('POST', '/console/token', { token })).json.console_token;
const logInApi = async (sim: TestSimulator, { name }: TestAccount) =>
  (await sim.send('POST', '/api/svcpagos/login', { body: { short_name: name, password: 'correct horse' } }))
    .json.data as { token: string; refreshToken: string };
const logInStatus = async (sim: TestSimulator, { name }: Pick<TestAccount, 'name'>, password: string) =>
  (await sim.send('POST', '/api/svcpagos/login', { body: { short_name: name, password } })).status;

describe.each(eachStore())('changing the password, %s', (_, open) => {
  it('ends all other tokens and sessions of the account at once, on every instance', async () => {
    const { sim, other } = await open();
    const account = await sim.account();
    const browser = await logInBrowser(other, account);
    const apiLogin = await logInApi(sim, account);
    const consoleToken = await exchangeToken(sim, account.token);
    const link = (await sim.ask(account, 'POST', '/console/login-link')).json.data.url;
    const relay = await FakeRelay.connect(other.url, account.token);
    expect((await browser.get('/console/keys')).status).toBe(200);
    const answer = await changePassword(sim, account.console, 'correct horse', 'battery staple');
    expect([answer.status, answer.json.data]).toEqual([200, { account_id: account.id }]);
    expect(await relay.closed).toEqual({ code: 1008, reason: 'the password changed' });
    for (const each of [sim, other]) {
      expect(await logInStatus(each, account, 'correct horse')).toBe(401);
      expect(await logInStatus(each, account, 'battery staple')).toBe(200);
      expect((await each.ask(account, 'GET', '/console/keys')).status).toBe(200);
      for (const token of [account.token, apiLogin.token]) {
        const refusal = await each.send('GET', '/control/clock', { token });
        expect([refusal.status, refusal.json.detail]).toEqual([
          401,
          expect.stringContaining("revoked when the account's password was changed"),
        ]);
        expect((await each.send('POST', '/console/token', { token })).status).toBe(401);
      }
      expect((await each.send('GET', '/console/keys', { token: consoleToken })).status).toBe(401);
      const body = { refreshToken: apiLogin.refreshToken };
      expect((await each.send('POST', '/api/svcpagos/refresh-token', { body })).status).toBe(401);
    }
    const tokenList = (await other.ask(account, 'GET', '/console/tokens')).json.data;
    const endedHints = [account.token, apiLogin.token, apiLogin.refreshToken].map((token) => token.slice(-4));
    const hints = tokenList.map(({ token_hint }: { token_hint: string }) => token_hint.slice(-4));
    expect(hints.filter((hint: string) => endedHints.includes(hint))).toEqual([]);
    expect((await browser.get('/console/keys')).location).toContain('/console/login');
    const newBrowser = new TestBrowser(sim.url);
    expect((await newBrowser.get(link.slice(sim.url.length), { 'sec-fetch-site': 'none' })).status).toBe(410);
    expect((await sim.trace(account)).at(-1)?.type).toBe('login.succeeded');
    expect(await sim.trace(account, '&type=account.password_changed')).toMatchObject([
      { data: { others_kept: false } },
    ]);
  });

  it('keeps the other tokens on request, and always the token that requests the change', async () => {
    const { sim, other } = await open();
    const account = await sim.account();
    const browser = await logInBrowser(other, account);
    const apiLogin = await logInApi(sim, account);
    const answer = await changePassword(sim, account.console, 'correct horse', 'battery staple', {
      keep_others: true,
    });
    expect(answer.status).toBe(200);
    expect(await logInStatus(other, account, 'correct horse')).toBe(401);
    for (const token of [account.token, apiLogin.token])
      expect((await other.send('GET', '/control/clock', { token })).status).toBe(200);
    expect((await browser.get('/console/keys')).status).toBe(200);

    const consoleToken = await exchangeToken(sim, apiLogin.token);
    expect((await changePassword(sim, consoleToken, 'battery staple', 'correct horse')).status).toBe(200);
    const status = async (token: string) => (await other.send('GET', '/control/clock', { token })).status;
    expect([await status(apiLogin.token), await status(account.token)]).toEqual([200, 401]);
    expect((await other.send('GET', '/console/keys', { token: consoleToken })).status).toBe(200);
    expect((await other.ask(account, 'GET', '/console/keys')).status).toBe(401);
  });

  it('invalidates tokens from logins and refreshes that overlap the change', async () => {
    const { sim, other } = await open();
    const account = await sim.account();
    const { refreshToken } = await logInApi(sim, account);
    const login = { body: { short_name: account.name, password: 'correct horse' } };
    const meanwhile = Promise.all([
      ...[1, 2, 3, 4].map(() => sim.send('POST', '/api/svcpagos/login', login)),
      ...[1, 2, 3, 4].map(() => sim.send('POST', '/api/svcpagos/refresh-token', { body: { refreshToken } })),
      sim.send('POST', '/console/login', login),
    ]);
    // The other instance has no logins to run, so the change overtakes some of them.
    const consoleToken = await exchangeToken(other, account.token);
    expect((await changePassword(other, consoleToken, 'correct horse', 'battery staple')).status).toBe(200);
    for (const { json } of await meanwhile) {
      const { token, console_token } = json;
      const path = token ? '/control/clock' : '/console/keys';
      if (token ?? console_token)
        expect((await other.send('GET', path, { token: token ?? console_token })).status).toBe(401);
    }
  });

  it("changes the merchant's password, and unlinks its terminals unless other tokens are kept", async () => {
    const { sim, other } = await open();
    const merchant = await TestMerchant.register(sim);
    const terminal = await merchant.terminal(`SN-${merchant.email}`);
    const terminalStatus = async () => (await sendSigned(other, terminal, 'GET', '/transactions')).status;
    await changePassword(sim, await merchant.logInToConsole(), 'correct horse', 'battery staple', {
      keep_others: true,
    });
    expect((await logInMerchant(sim, merchant.email)).status).toBe(401);
    expect((await logInMerchant(sim, merchant.email, 'battery staple')).status).toBe(200);
    expect(await terminalStatus()).toBe(200);

    const account = await sim.account();
    const profile = { legalName: 'Shop', taxId: 'J-1', email: 'own@shop.invalid', password: 'own password' };
    await sim.ask(account, 'POST', '/console/merchant', profile);
    const logInWith = async (password: string) =>
      (await logInMerchant(other, profile.email, password)).status;
    await changePassword(sim, account.console, 'correct horse', 'battery staple', { keep_others: true });
    expect(await logInWith(profile.password)).toBe(200);
    await changePassword(sim, account.console, 'battery staple', 'correct horse');
    expect([await logInWith(profile.password), await logInWith('correct horse')]).toEqual([401, 200]);

    const console = (
      await sim.send('POST', '/console/login', {
        body: { short_name: merchant.email, password: 'battery staple' },
      })
    ).json.console_token;
    await changePassword(sim, console, 'battery staple', 'correct horse');
    expect(await terminalStatus()).toBe(401);
  });
});

it('keeps a replaced or one-time password when a snapshot is loaded', async () => {
  await using sim = await TestSimulator.start();
  const [trainer, account] = [await sim.account(), await sim.account()];
  const browser = await logInBrowser(sim, account);
  await changePassword(sim, account.console, 'correct horse', 'battery staple');
  const credentials = { short_name: account.name, password: 'battery staple' };
  const { token } = (await sim.send('POST', '/api/svcpagos/login', { body: credentials })).json;
  const apiAccount = { ...account, token };
  expect((await load(sim, apiAccount, await saveFile(sim, apiAccount))).status).toBe(200);
  expect((await browser.get('/console/keys')).location).toContain('/console/login');

  const asTrainer = { token: trainer.console };
  const creation = await sim.send('POST', '/console/classes', { ...asTrainer, body: { title: 'March' } });
  const { class_id, join_code } = creation.json.data;
  const joining = { token: account.console, body: { class_code: join_code } };
  await sim.send('POST', '/console/class', joining);
  const path = `/console/classes/${class_id}/trainees/${account.name}/password`;
  const { password } = (await sim.send('POST', path, asTrainer)).json.data;
  expect((await load(sim, apiAccount, await saveFile(sim, apiAccount))).status).toBe(200);
  const login = await sim.send('POST', '/console/login', { body: { short_name: account.name, password } });
  expect(pointersOf(login)).toEqual(['/new_password']);
});

it('reports the new credentials when the password of the demo account changes', async () => {
  await using sim = await TestSimulator.start({ demo: true, throwaway: true });
  const demo = await sim.simulator.demo;
  if (!demo) throw new Error('no demo account');
  const publishedPasswords: string[] = [];
  sim.simulator.onCredentials(({ password }) => void publishedPasswords.push(password));
  await changePassword(sim, demo.console_token, demo.password, 'battery staple');
  expect(publishedPasswords).toEqual(['battery staple']);
});

it('returns 429 to a network after ten guesses, and accepts the right password from the owner', async () => {
  await using sim = await TestSimulator.start({ hosted: true, trustedProxy: '127.0.0.1' });
  const account = await sim.account();
  const guesser = { headers: { 'x-forwarded-for': '198.51.100.7' } };
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess++)
    statuses.push(
      (await changePassword(sim, account.console, `guess ${guess}`, 'battery staple', {}, guesser)).status,
    );
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400));
  expect(statuses.slice(10)).toEqual([429, 429]);
  const body = { short_name: account.name, password: 'correct horse' };
  expect((await sim.send('POST', '/api/svcpagos/login', { body, ...guesser })).status).toBe(429);
  // The client that registered the account is known, so guesses of other clients don't lock it out.
  expect(await logInStatus(sim, account, 'correct horse')).toBe(200);
});
