import { logIn, TestBrowser } from '@svc-simulator/test-support/browser.ts';
import { type TestAccount, TestSimulator } from '@svc-simulator/test-support/simulator.ts';
import { describe, expect, it } from 'vitest';
import { TestStores } from '../../../../store/test/postgres/test-stores.ts';

const stores = new TestStores();
const onEachStore: readonly (readonly [string, () => Promise<TestSimulator>])[] = [
  ['in memory', () => TestSimulator.start()],
  ['in PostgreSQL', async () => TestSimulator.start({ database: await stores.database() })],
];
/** Header that a browser sends if the user typed the URL or a program opened it. */
const directVisit = { 'sec-fetch-site': 'none' };

/** Returns the path of a new link. */
async function link(sim: TestSimulator, token: string): Promise<string> {
  const { status, json } = await sim.send('POST', '/console/login-link', { token });
  expect(status).toBe(201);
  const { pathname, search, origin } = new URL(json.data.url);
  expect(origin).toBe(sim.url);
  return pathname + search;
}

async function isLoggedIn(browser: TestBrowser): Promise<boolean> {
  return (await browser.get('/console')).status === 200;
}

/** Exchanges the account's API token and password for a console token. */
async function exchangeToken(sim: TestSimulator, { token }: TestAccount): Promise<string> {
  const body = { password: 'correct horse' };
  return (await sim.send('POST', '/console/token', { token, body })).json.console_token;
}

describe.each(onEachStore)('a link to the console, %s', (_, start) => {
  it('logs in only one browser, only once, even if two open it at the same time', async () => {
    await using sim = await start();
    const account = await sim.account();
    const path = await link(sim, account.console);
    const browsers = [new TestBrowser(sim.url), new TestBrowser(sim.url)];
    const answers = await Promise.all(browsers.map((one) => one.get(path, directVisit)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410]);
    const entered = answers.find(({ status }) => status === 303);
    expect(entered?.location).toBe('/console/login?entered=&next=%2Fconsole');
    expect(entered?.headers.get('set-cookie')).toMatch(/=sim_web_[\w-]{32}; .*HttpOnly; SameSite=Strict$/);
    expect((await Promise.all(browsers.map(isLoggedIn))).sort()).toEqual([false, true]);
    const events = (await sim.trace(account)).filter(({ type }) => type === 'login.succeeded');
    expect(events.map(({ data }) => data.surface)).toEqual(['link']);
    const { json } = await sim.ask(account, 'GET', '/console/progress');
    const { done } = json.data.practices.find(({ id }: { id: string }) => id === 'login');
    expect(done).toBe(false);
  });

  it('expires after two minutes together with its token, which is valid for no other page', async () => {
    await using sim = await start();
    const account = await sim.account();
    const late = await link(sim, account.console);
    const ticket = new URLSearchParams(late.split('?')[1]).get('ticket') ?? '';
    const refusal = await sim.send('GET', '/console/keys', { token: ticket });
    expect([refusal.status, refusal.json.detail]).toEqual([
      401,
      expect.stringContaining('a console login link'),
    ]);
    await sim.clock.advance(120_000 - 1);
    expect((await new TestBrowser(sim.url).get(late)).status).toBe(200);
    await sim.clock.advance(1);
    expect((await new TestBrowser(sim.url).get(late, directVisit)).status).toBe(410);
    const path = await link(sim, account.console);
    const login = { short_name: account.name, password: 'correct horse' };
    await sim.send('POST', '/console/login', { body: login });
    expect((await new TestBrowser(sim.url).get(path, directVisit)).status).toBe(410);
  });

  it('logs in a browser until the API token behind its console token is revoked', async () => {
    await using sim = await start();
    const account = await sim.account();
    const browser = new TestBrowser(sim.url);
    await browser.get(await link(sim, await exchangeToken(sim, account)), directVisit);
    await sim.clock.advance(16 * 60_000);
    expect(await isLoggedIn(browser)).toBe(true);
    const { json } = await sim.ask(account, 'GET', '/console/tokens');
    await sim.ask(account, 'DELETE', `/console/tokens/${json.data[0].token_id}`);
    expect(await isLoggedIn(browser)).toBe(false);
  });
});

describe('a link to the console', () => {
  it('asks for confirmation if another page linked to it, a browser prefetched it, or another account is logged in', async () => {
    await using sim = await TestSimulator.start();
    const [account, other] = [await sim.account(), await sim.account()];
    const path = await link(sim, account.console);
    const requests: readonly (readonly [TestBrowser, Record<string, string>])[] = [
      [new TestBrowser(sim.url), {}],
      [new TestBrowser(sim.url), { 'sec-fetch-site': 'cross-site' }],
      [new TestBrowser(sim.url), { ...directVisit, 'sec-purpose': 'prefetch' }],
      [await logIn(sim, other), directVisit],
    ];
    for (const [browser, headers] of requests) {
      const page = await browser.get(path, headers);
      expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null]);
      expect(page.html).toContain(account.name);
      expect(page.headers.get('referrer-policy')).toBe('same-origin');
    }
    const forged = { origin: 'https://evil.invalid', 'content-type': 'application/x-www-form-urlencoded' };
    expect((await sim.send('POST', path, { body: '', headers: forged })).status).toBe(403);
    const browser = new TestBrowser(sim.url);
    const entered = await browser.post(`${path}&next=%2Fconsole%2Ftrace`);
    expect(entered.status).toBe(303);
    expect((await browser.get(`${entered.location}`)).location).toBe('/console/trace');
    expect(await isLoggedIn(browser)).toBe(true);
  });

  it("asks for confirmation in hosted mode, and doesn't log in a browser again that is logged in to the account", async () => {
    await using sim = await TestSimulator.start({ hosted: true });
    const account = await sim.account();
    const path = await link(sim, account.console);
    const page = await new TestBrowser(sim.url).get(path, directVisit);
    expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null]);
    const inside = await (await logIn(sim, account)).get(`${path}&next=https://evil.invalid/`, directVisit);
    expect([inside.status, inside.location, inside.headers.get('set-cookie')]).toEqual([
      303,
      '/console',
      null,
    ]);
    expect((await new TestBrowser(sim.url).get(path)).status).toBe(200);
  });
});
