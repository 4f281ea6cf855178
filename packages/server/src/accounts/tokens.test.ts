import { logIn as logInBrowser, TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { eachStore } from '@svc-simulator/test-support/each-store.ts';
import { FakeRelay } from '@svc-simulator/test-support/relay.ts';
import { type Answered, type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';

const MINUTE_MS = 60_000;
interface Token {
  readonly token_id: string;
  readonly kind: string;
  readonly token_hint: string;
  readonly created_at: string;
  readonly last_used_at: string;
}

const tokensOf = (sim: TestSimulator, { console }: TestAccount, query = ''): Promise<Answered> =>
  sim.send('GET', `/console/tokens${query}`, { token: console });
const hintsOf = async (sim: TestSimulator, account: TestAccount): Promise<string[]> =>
  (await tokensOf(sim, account)).json.data.map(({ token_hint }: Token) => token_hint);
const hintOf = (token: string) => `${/^sim_(?:api|ref)_/.exec(token)?.[0]}…${token.slice(-4)}`;
const use = (sim: TestSimulator, token: string) => sim.send('GET', '/control/clock', { token });
const revoke = (sim: TestSimulator, { console }: TestAccount, id: string) =>
  sim.send('DELETE', `/console/tokens/${id}`, { token: console });
const logIn = async (sim: TestSimulator, { name }: TestAccount) =>
  (await sim.send('POST', '/api/svcpagos/login', { body: { short_name: name, password: 'correct horse' } }))
    .json.data as { token: string; refreshToken: string };

async function idOf(sim: TestSimulator, account: TestAccount, token: string): Promise<string> {
  const { data } = (await tokensOf(sim, account)).json;
  return data.find(({ token_hint }: Token) => token_hint === hintOf(token)).token_id;
}

describe.each(eachStore())('the token list of an account, %s', (_, open) => {
  it('lists tokens in the order of their last use, without their values', async () => {
    const { sim, other } = await open();
    const account = await sim.account();
    const { token, refreshToken } = await logIn(sim, account);
    await sim.send('POST', '/console/token', { token });
    expect((await hintsOf(sim, account)).sort()).toEqual(
      [account.token, token, refreshToken].map(hintOf).sort(),
    );
    const tokenList = await tokensOf(sim, account);
    for (const secret of [account.token, token, refreshToken, account.console])
      expect(tokenList.text).not.toContain(secret);

    const atMs = sim.clock.now() + MINUTE_MS;
    for (const each of new Set([sim, other])) await each.clock.advance(MINUTE_MS);
    await use(other, account.token);
    await expect.poll(async () => (await hintsOf(sim, account))[0]).toBe(hintOf(account.token));
    const [first] = (await tokensOf(sim, account, '?limit=1')).json.data;
    expect(first).toMatchObject({
      kind: 'api',
      created_at: new Date(atMs - MINUTE_MS).toISOString(),
      last_used_at: new Date(atMs).toISOString(),
    });
    for (const each of new Set([sim, other])) await each.clock.advance(MINUTE_MS - 1);
    await use(sim, account.token);
    expect((await tokensOf(sim, account, '?limit=1')).json.data).toEqual([first]);
    for (const each of new Set([sim, other])) await each.clock.advance(1);
    await sim.send('POST', '/api/svcpagos/refresh-token', { body: { refreshToken } });
    await expect
      .poll(async () => (await hintsOf(other, account)).indexOf(hintOf(refreshToken)))
      .toBeLessThan(3);
    const page = await tokensOf(sim, account, '?limit=2');
    const next = await tokensOf(sim, account, `?limit=5&cursor=${page.json.next_cursor}`);
    expect([...page.json.data, ...next.json.data]).toHaveLength(5);
  });

  it('revokes a token and everything created with it, on every instance', async () => {
    const { sim, other } = await open();
    const account = await sim.account();
    const { token, refreshToken } = await logIn(sim, account);
    const exchanged = (await sim.send('POST', '/console/token', { token })).json.console_token;
    const relays = await Promise.all([
      FakeRelay.connect(other.url, token),
      FakeRelay.connect(sim.url, (await sim.account()).token),
    ]);
    const ids = [await idOf(sim, account, token), await idOf(sim, account, refreshToken)];
    for (const id of ids) expect((await revoke(sim, account, id)).json.data).toMatchObject({ token_id: id });

    for (const each of [sim, other]) {
      const refusal = await use(each, token);
      expect([refusal.status, refusal.json.detail]).toEqual([401, expect.stringContaining('was revoked at')]);
      const refresh = await each.send('POST', '/api/svcpagos/refresh-token', { body: { refreshToken } });
      expect([refresh.status, refresh.json.detail]).toEqual([401, expect.stringContaining('was revoked at')]);
      expect((await each.send('GET', '/console/keys', { token: exchanged })).status).toBe(401);
      expect((await use(each, account.token)).status).toBe(200);
    }
    expect(await relays[0].closed).toEqual({ code: 1008, reason: 'the token revoked' });
    expect(relays[1].socket.readyState).toBe(relays[1].socket.OPEN);
    expect(await hintsOf(other, account)).toEqual([hintOf(account.token)]);
    expect((await revoke(sim, account, ids[0] as string)).status).toBe(404);
    const events = await sim.trace(account, '&type=token.revoked');
    expect(events.map(({ data }) => data)).toEqual([
      { token_id: ids[0], kind: 'api', token_hint: hintOf(token) },
      { token_id: ids[1], kind: 'refresh', token_hint: hintOf(refreshToken) },
    ]);
  });

  it('revokes a token and all tokens that were refreshed from it, directly or not, even at the same time', async () => {
    const { sim, other } = await open();
    const account = await sim.account();
    const stolen = await logIn(sim, account);
    const refresh = async (at: TestSimulator, refreshToken: string) =>
      (await at.send('POST', '/api/svcpagos/refresh-token', { body: { refreshToken } })).json;
    const first = (await refresh(sim, stolen.refreshToken)).data;
    const second = (await refresh(sim, first.refreshToken)).data;
    const relay = await FakeRelay.connect(other.url, second.token);
    const exchanged = (await sim.ask(second, 'POST', '/console/token')).json.console_token;
    const { data } = (await tokensOf(sim, account)).json;
    const tokenIdOf = (token: string) =>
      data.find(({ token_hint }: Token) => token_hint === hintOf(token)).token_id;
    const madeWith = (token: string) =>
      data.find(({ token_hint }: Token) => token_hint === hintOf(token)).made_with;
    expect([madeWith(stolen.refreshToken), madeWith(first.token), madeWith(second.refreshToken)]).toEqual([
      null,
      tokenIdOf(stolen.refreshToken),
      tokenIdOf(first.refreshToken),
    ]);

    const meanwhile = Promise.all([1, 2, 3, 4].map(() => refresh(sim, second.refreshToken)));
    const revocation = await revoke(other, account, tokenIdOf(stolen.refreshToken));
    expect(revocation.status).toBe(200);
    const lateTokens = (await meanwhile).flatMap(({ data }) => (data ? [data.token as string] : []));
    expect(await relay.closed).toEqual({ code: 1008, reason: 'the token revoked' });
    for (const each of [sim, other]) {
      for (const token of [first.token, second.token, ...lateTokens])
        expect((await use(each, token)).status).toBe(401);
      expect((await refresh(each, second.refreshToken)).status).toBe(401);
      expect((await each.send('GET', '/console/keys', { token: exchanged })).status).toBe(401);
      // The login created this token, and not the refresh token.
      expect((await use(each, stolen.token)).status).toBe(200);
    }
    expect((await hintsOf(sim, account)).sort()).toEqual([account.token, stolen.token].map(hintOf).sort());
  });

  it('revokes the tokens that a browser created together with the API token that opened the browser', async () => {
    const { sim, other } = await open();
    const account = await sim.account();
    const { token: key } = await logIn(sim, account);
    const exchange = { token: key, body: { password: 'correct horse' } };
    const full = (await sim.send('POST', '/console/token', exchange)).json.console_token;
    const { url } = (await sim.send('POST', '/console/login-link', { token: full })).json.data;
    const browser = new TestBrowser(sim.url);
    await browser.get(url.slice(sim.url.length), { 'sec-fetch-site': 'none' });
    const make = async (by: TestBrowser, show: string) =>
      (await by.post('/console/keys', { show })).html.match(/sim_(?:api|con)_[\w-]{32}/)?.[0] as string;
    const otherToken = await make(await logInBrowser(sim, account), 'env');
    const [api, console] = [await make(browser, 'env'), await make(browser, 'console_token')];
    const id = await idOf(sim, { ...account, console }, key);
    expect((await revoke(sim, { ...account, console }, id)).status).toBe(200);
    for (const each of [sim, other]) {
      expect((await use(each, api)).status).toBe(401);
      expect((await each.send('GET', '/console/keys', { token: console })).status).toBe(401);
      expect((await use(each, otherToken)).status).toBe(200);
    }
    expect((await browser.get('/console/keys')).location).toContain('/console/login');
  });

  it.each([
    ['a console token of the key', false],
    ['another console token', true],
  ] as const)(
    'shows whether a password change, requested with %s, has revoked the key',
    async (credential, isRevoked) => {
      const { sim } = await open();
      const account = await sim.account();
      const { data } = (await sim.ask(account, 'POST', '/console/token', { password: 'correct horse' })).json;
      const token = credential === 'another console token' ? account.console : data.console_token;
      const body = { current_password: 'correct horse', new_password: 'battery staple' };
      expect((await sim.send('POST', '/console/password', { token, body })).status).toBe(200);
      const [key] = (await sim.send('GET', '/console/keys', { token })).json.data.keys;
      expect(key.revoked_at).toEqual(isRevoked ? new Date(sim.clock.now()).toISOString() : null);
      expect((await use(sim, account.token)).status).toBe(isRevoked ? 401 : 200);
    },
  );
});

it('creates another token for the demo account if the published one is revoked', async () => {
  await using sim = await TestSimulator.start({ demo: true, throwaway: true });
  const demo = await sim.simulator.demo;
  if (!demo) throw new Error('no demo account');
  const publishedTokens: string[] = [];
  sim.simulator.onCredentials(({ token }) => void publishedTokens.push(token));
  const { data } = (await sim.send('GET', '/console/tokens', { token: demo.console_token })).json;
  await sim.send('DELETE', `/console/tokens/${data[0].token_id}`, { token: demo.console_token });
  expect(publishedTokens).toHaveLength(1);
  expect((await use(sim, demo.token)).status).toBe(401);
  expect((await use(sim, publishedTokens[0] as string)).status).toBe(200);
});
