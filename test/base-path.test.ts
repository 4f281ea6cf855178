import { describe, expect, it } from 'vitest';
import { type Account, call, openSession } from './support/api.ts';
import { openBrowser } from './support/browser.ts';
import { openPage } from './support/console.ts';
import { addressesIn, crawl, englishIn } from './support/crawl.ts';
import { accountOf, furnish, logIn } from './support/furnished.ts';
import { type Manner, type ReverseProxy, reverseProxy } from './support/reverse-proxy.ts';
import { type Simulator, startSimulator } from './support/simulator.ts';

const PATH = '/pagos';
const manners: readonly Manner[] = ['stripping', 'handing on'];

interface Stage {
  readonly simulator: Simulator;
  readonly proxy: ReverseProxy;
  /** The public URL, which has a path. */
  readonly url: string;
  readonly account: Account;
}

async function start(manner: Manner, ...args: readonly string[]): Promise<Stage> {
  const proxy = await reverseProxy(PATH, manner);
  const simulator = await startSimulator({
    args: ['--public-url', proxy.url, '--accreditation-delay', '0', ...args],
  });
  proxy.leadTo(simulator.url);
  return { simulator, proxy, url: proxy.url, account: accountOf(simulator.account) };
}

describe.each(manners)('a simulator under a path, behind a proxy: %s', (manner) => {
  it('hands out addresses under it, and follows them', async () => {
    const { url, account, proxy, simulator } = await start(manner);
    const session = await openSession(url, account, { webhook_url: 'http://localhost:1/' });
    expect(session.payment_url).toBe(`${url}/pay/${session.id}`);
    const form = new URLSearchParams({ metodo: 'crypto', otp: '000000' });
    const paid = await fetch(session.payment_url, { method: 'POST', body: form, redirect: 'manual' });
    expect(paid.status).toBe(303);
    const { consoleToken: token } = account;
    const link = (await call(url, 'POST', '/console/login-link', { token })).body.data.url;
    expect(link).toMatch(`${url}/console/enter?ticket=`);
    const entered = await fetch(link, {
      redirect: 'manual',
      headers: { accept: 'text/html', 'sec-fetch-site': 'none' },
    });
    expect([entered.status, entered.headers.get('location')]).toEqual([303, `${PATH}/console`]);
    const document = (await call(url, 'GET', '/openapi.json')).body;
    expect(document.servers).toEqual([expect.objectContaining({ url })]);
    for (const address of [`${url}/${session.id}`, `${url}/?id=${session.id}`]) {
      const led = await fetch(address, { redirect: 'manual' });
      expect([led.status, led.headers.get('location')]).toEqual([302, `${PATH}/pay/${session.id}`]);
    }
    const keys = (await call(url, 'GET', '/console/keys', { token })).body.data;
    for (const receiver of Object.values<string>(keys.receivers)) {
      expect(receiver.startsWith(`${url}/console/hooks/`)).toBe(true);
      expect((await fetch(receiver, { method: 'POST', body: '{}' })).status).toBeLessThan(501);
    }
    // Its own receivers, however they are named.
    for (const own of [url, simulator.url, simulator.url + PATH]) {
      const webhook_url = `${own}/console/hooks/${account.accountId}/paid`;
      const { id } = await openSession(url, account, { webhook_url });
      const query = `?type=webhook.emitted&session_id=${id}`;
      const [emitted] = (await call(url, 'GET', `/console/trace${query}`, { token })).body.data;
      expect([own, emitted.data.route]).toEqual([own, 'loopback']);
    }
    for (const place of ['', '/']) {
      const first = await fetch(url + place, { headers: { accept: 'text/html' } });
      expect([first.status, await first.text()]).toEqual([
        200,
        expect.stringContaining(`href="${PATH}/console"`),
      ]);
    }
    const headers = { accept: 'text/html', cookie: await logIn(url, simulator.account) };
    const named = new Set<string>();
    for (const place of [
      '',
      '/console',
      '/console/simulate',
      '/terminal',
      '/docs/api',
      `/pay/${session.id}`,
    ]) {
      const text = await (await fetch(url + place, { headers })).text();
      for (const address of addressesIn({ text, address: url + place })) named.add(address);
    }
    expect([...named].filter((address) => !address.startsWith(url))).toEqual([]);
    expect(named.size).toBeGreaterThan(50);
    expect(proxy.outside).toEqual([]);
  });

  it('has its pages with a slash at the end, too', async () => {
    const { url } = await start(manner);
    const headers = { accept: 'text/html' };
    for (const place of ['console', 'docs', 'docs/api', 'docs/relay', 'fidelidad', 'terminal']) {
      const answer = await fetch(`${url}/${place}/?lang=en`, { headers, redirect: 'manual' });
      expect(answer.headers.get('location')).toBe(`${PATH}/${place}?lang=en`);
      expect((await fetch(`${url}/${place}/`, { headers })).status).toBe(200);
    }
  });
});

describe('behind a proxy that takes the path off', () => {
  const manner = 'stripping';

  it('has no page, form, file or stream outside it, and none that is not there', async () => {
    const stage = await start(manner);
    const { url, proxy, simulator } = stage;
    await furnish(stage);
    const cookie = await logIn(url, simulator.account);
    const found = await crawl([url], cookie, 'es');
    expect(proxy.outside).toEqual([]);
    const everywhere = found.flatMap((page) => (page.text.startsWith('<!') ? addressesIn(page) : []));
    expect(everywhere.filter((address) => !address.startsWith(url))).toEqual([]);
    const wanted = (status: number) => status < 400 || status === 401;
    expect(found.filter(({ status, address }) => !wanted(status) && !isForm(address)).map(told)).toEqual([]);
    // Behind a proxy that names its own host, no command or link may have that one.
    const { host } = new URL(simulator.url);
    expect(found.filter(({ text }) => text.includes(host)).map(({ address }) => address)).toEqual([]);
    const paths = [
      ...new Set(found.map(({ address }) => new URL(address).pathname.slice(PATH.length) || '/')),
    ];
    const isFound = (page: string) => {
      const pattern = new RegExp(`^${page.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`);
      return paths.some((path) => pattern.test(path));
    };
    expect(pages.filter((page) => !isFound(page))).toEqual([]);
    const shown = found.filter(({ text, address }) => text.startsWith('<!') && !address.includes('lang='));
    expect(shown.length).toBeGreaterThan(60);
    expect(shown.filter(({ text }) => !text.includes('<html lang="es"')).map(told)).toEqual([]);
    expect(shown.flatMap((page) => englishIn(page).map((text) => `${page.address}: ${text}`))).toEqual([]);
  });

  it('works in a browser: log-in, payment, live trace, terminal, documentation', async () => {
    const stage = await start(manner);
    const { url, account, proxy, simulator } = stage;
    const { origin } = new URL(url);
    const { page, complaints } = await openPage(await openBrowser(), origin, { locale: 'en-US' });
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
    const { id, payment_url } = await openSession(url, account, { success_url });
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
    expect(complaints).toEqual([]);
    expect(proxy.outside).toEqual([]);
  });
});

/** Addresses that only forms lead to: a GET of them is answered with a way back, or not at all. */
const isForm = (address: string) =>
  /\/console\/(logout|reference|keys\/revoke|practices\/certificate|account\/|classes\/join|classes\/leave)/.test(
    address,
  );
const told = ({ status, address }: { readonly status: number; readonly address: string }) =>
  `${status} ${address}`;

/** Pages of every kind, of which the walk has to find one; `*` is any part of an address. */
const pages = `
  / /console /console/sessions /console/sessions/* /console/deliveries /console/calls /console/calls/* /console/trace
  /console/trace/* /console/simulate /console/simulate/time /console/practices /console/classes /console/classes/* /console/classes/*/progress.csv
  /console/terminals /console/transactions /console/transactions/* /console/batches /console/keys /console/receivers
  /console/settings /console/account /console/search /console/assets/*/console.css /console/assets/*/console.js /pay/*
  /terminal /docs /docs/relay /docs/api /fidelidad /openapi.json`
  .trim()
  .split(/\s+/);
