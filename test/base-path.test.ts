import { describe, expect, it } from 'vitest';
import { call, openSession, type Place } from './support/api.ts';
import { openPage } from './support/console.ts';
import { addressesIn } from './support/crawl.ts';
import { logIn } from './support/furnished.ts';
import { type Manner, type ReverseProxy, reverseProxy } from './support/reverse-proxy.ts';
import { type Simulator, startSimulator } from './support/simulator.ts';

const PATH = '/pagos';
const manners: readonly Manner[] = ['stripping', 'handing on'];

/** A simulator at a public URL with a path. */
interface Stage extends Place {
  readonly simulator: Simulator;
  readonly proxy: ReverseProxy;
}

async function start(manner: Manner, ...args: readonly string[]): Promise<Stage> {
  const proxy = await reverseProxy(PATH, manner);
  const simulator = await startSimulator({
    args: ['--public-url', proxy.url, '--accreditation-delay', '0', ...args],
  });
  proxy.forwardTo(simulator.url);
  return { simulator, proxy, url: proxy.url, account: simulator.account };
}

describe.each(manners)('a simulator under a path, behind a proxy: %s', (manner) => {
  it('serves every URL that its pages link to, each of them under the base path', async () => {
    const place = await start(manner);
    const { url, account, proxy, simulator } = place;
    const session = await openSession(place, { webhook_url: 'http://localhost:1/' });
    expect(session.payment_url).toBe(`${url}/pay/${session.id}`);
    const form = new URLSearchParams({ metodo: 'crypto', otp: '000000' });
    const payment = await fetch(session.payment_url, { method: 'POST', body: form, redirect: 'manual' });
    expect(payment.status).toBe(303);
    const { console_token: token } = account;
    const link = (await call(url, 'POST', '/console/login-link', { token })).body.data.url;
    expect(link).toMatch(`${url}/console/enter?ticket=`);
    const navigation = { accept: 'text/html', 'sec-fetch-site': 'none' };
    const entered = await fetch(link, { redirect: 'manual', headers: navigation });
    const cookieCheck = `${PATH}/console/login?entered=&next=%2Fconsole`;
    expect([entered.status, entered.headers.get('location')]).toEqual([303, cookieCheck]);
    const cookie = entered.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const cookieCheckResponse = await fetch(new URL(cookieCheck, url), {
      redirect: 'manual',
      headers: { ...navigation, cookie },
    });
    expect([cookieCheckResponse.status, cookieCheckResponse.headers.get('location')]).toEqual([
      303,
      `${PATH}/console`,
    ]);
    const document = (await call(url, 'GET', '/openapi.json')).body;
    expect(document.servers).toEqual([expect.objectContaining({ url })]);
    for (const address of [`${url}/${session.id}`, `${url}/?id=${session.id}`]) {
      const redirect = await fetch(address, { redirect: 'manual' });
      expect([redirect.status, redirect.headers.get('location')]).toEqual([302, `${PATH}/pay/${session.id}`]);
    }
    const keys = (await call(url, 'GET', '/console/keys', { token })).body.data;
    for (const receiver of Object.values<string>(keys.receivers)) {
      expect(receiver.startsWith(`${url}/console/hooks/`)).toBe(true);
      expect((await fetch(receiver, { method: 'POST', body: '{}' })).status).toBeLessThan(501);
    }
    // A webhook to a built-in receiver must arrive, whichever of the simulator's URLs the session names.
    for (const baseUrl of [url, simulator.url, simulator.url + PATH]) {
      const webhook_url = `${baseUrl}/console/hooks/${account.account_id}/paid`;
      const { id } = await openSession(place, { webhook_url });
      const query = `?type=webhook.emitted&session_id=${id}`;
      const [emitted] = (await call(url, 'GET', `/console/trace${query}`, { token })).body.data;
      expect([baseUrl, emitted.data.route]).toEqual([baseUrl, 'loopback']);
    }
    for (const place of ['', '/']) {
      const first = await fetch(url + place, { headers: { accept: 'text/html' } });
      expect([first.status, await first.text()]).toEqual([
        200,
        expect.stringContaining(`href="${PATH}/console"`),
      ]);
    }
    const headers = { accept: 'text/html', cookie: await logIn(url, simulator.account) };
    const usedPaths = new Set<string>();
    for (const place of [
      '',
      '/console',
      '/console/simulate',
      '/terminal',
      '/docs/api',
      `/pay/${session.id}`,
    ]) {
      const text = await (await fetch(url + place, { headers })).text();
      for (const address of addressesIn({ text, address: url + place })) usedPaths.add(address);
    }
    expect([...usedPaths].filter((address) => !address.startsWith(url))).toEqual([]);
    expect(usedPaths.size).toBeGreaterThan(50);
    expect(proxy.outside).toEqual([]);
  });

  it('serves each page also if its URL has a trailing slash', async () => {
    const { url } = await start(manner);
    const headers = { accept: 'text/html' };
    for (const place of ['console', 'docs', 'docs/api', 'docs/relay', 'fidelidad', 'terminal']) {
      const answer = await fetch(`${url}/${place}/?lang=en`, { headers, redirect: 'manual' });
      expect(answer.headers.get('location')).toBe(`${PATH}/${place}?lang=en`);
      expect((await fetch(`${url}/${place}/`, { headers })).status).toBe(200);
    }
  });
});

it('works in a browser behind a proxy that strips the path: login, payment, live trace, terminal, documentation', async () => {
  const place = await start('stripping');
  const { url, proxy, simulator } = place;
  const { origin } = new URL(url);
  const page = await openPage(origin, { locale: 'en-US' });
  await page.goto(url);
  await page.getByRole('link', { name: 'Open the console' }).click();
  await page.getByLabel('Account name').fill(simulator.account.short_name);
  await page.getByLabel('Password').fill(simulator.account.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${url}/console`);
  await page.getByRole('link', { name: 'Trace' }).first().click();
  await page.waitForURL(`${url}/console/trace`);
  await page.getByText('Live', { exact: true }).waitFor();

  const success_url = `${url}/?payment=paid`;
  const { id, payment_url } = await openSession(place, { success_url });
  await page.getByText('Session created').first().waitFor();
  const payer = await page.context().newPage();
  await payer.goto(payment_url);
  await payer.locator('[name=metodo][value=crypto]').check();
  await payer.locator('[name=otp]').fill('000000');
  await payer.locator('button.pay').click();
  await payer.waitForURL(`${url}/pay/${id}`);
  await payer.locator('.receipt').waitFor();
  await page.getByText('Session paid').first().waitFor();

  await page.goto(`${url}/console/terminals`);
  await page.locator('main form [name=serial]').fill('VT-7');
  await page.locator('main form:has([name=serial]) button').click();
  const terminal = await page.locator('a.button[href*="/terminal#"]').getAttribute('href');
  expect(terminal).toMatch(`${url}/terminal#`);
  await payer.goto(`${terminal}`);
  await payer.getByText(/^(Online|En línea)$/).waitFor();

  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/pagos\/console\/login/);
  await page.goto(`${url}/docs/api?lang=en`);
  await page.getByRole('heading', { name: 'Payment sessions' }).waitFor();
  expect(proxy.outside).toEqual([]);
});
