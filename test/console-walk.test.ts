import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { graduate } from '../packages/store/test/graduation.ts';
import { logIn, sendSigned, TestMerchant } from '../packages/test-support/src/merchant.ts';
import { buttonBody, paymentForm, TestSimulator } from '../packages/test-support/src/simulator.ts';
import { pageRoutes } from '../packages/web/src/console/page-routes.ts';
import { expectAccessible, expectFits, injectAxe, withoutRepeats } from './support/accessibility.ts';
import { desktop, phone } from './support/browser.ts';
import { enterConsole, openPage } from './support/console.ts';
import { startReceiver } from './support/receiver.ts';
import { scratchFolder } from './support/scratch.ts';

/**
 * `SIM_WALK=full` runs axe-core on every page with both themes. Otherwise pages alternate between the themes.
 */
const FULL = process.env.SIM_WALK === 'full';

/** Maximum size of an uncompressed page, even if every text in it has the maximum length. */
const PAGE_BYTES = 180_000;

/** The pages are tested in Spanish, because its texts are longer. */
const looks = [
  { name: 'phone, dark', viewport: phone, colorScheme: 'dark' },
  { name: 'desktop, light', viewport: desktop, colorScheme: 'light' },
] as const;

/** Pages that are tested in full on a phone as well: one inside the console's frame, and those outside it. */
const framedPaths = /^\/console(\/login|\/register)?$|^\/(fidelidad|verificar)/;

/** Returns a hostile text of a given length: markup, quotes, and control characters. */
const hostile = (length = 0) =>
  `"><img src=x onerror=alert(1)>'&</pre><script>alert(2)</script>`.padEnd(length, 'W');
const query = (name: string) => new URLSearchParams({ [name]: hostile() });

/** Routes that aren't pages: streams, files, and URLs of forms, which redirect to their page. */
const others =
  /^\/console\/(live|simulate\/snapshot|classes\/:\w+\/progress\.csv|receivers\/examination|terminals\/(unlink|merchant)|.*\/cancellation)/;

it('keeps every console page accessible, within the viewport, and safe from hostile text', async () => {
  const { sim, account, paths } = await createFullDemoAccount();
  const visited = new Set<string>();
  const options = { locale: 'es-VE' };
  const outside = await openPage(sim.url, options);
  const inside = await enterConsole({ url: sim.url, account }, options);
  await Promise.all([outside, inside].map(injectAxe));
  const look = async (page: Page, path: string) => {
    const answer = await page.goto(`${sim.url}${path}`);
    expect(answer?.status(), path).toBe(/nowhere|NADA/.test(path) ? 404 : 200);
    expect((await answer?.body())?.length, path).toBeLessThanOrEqual(PAGE_BYTES);
    await page.locator('main details').evaluateAll((all) => {
      for (const element of all) element.setAttribute('open', '');
    });
    expect([path, await findInjectedElements(page)]).toEqual([path, []]);
    for (const { name, viewport } of looks) {
      await page.setViewportSize(viewport);
      await expectFits(page, `${path} ${name}`);
    }
    if (!FULL) await withoutRepeats(page);
    const isFramed = framedPaths.test(path);
    for (const [at, { viewport, colorScheme }] of looks.entries()) {
      if (!FULL && !isFramed && (visited.size + at) % looks.length !== 0) continue;
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, viewport === phone && FULL && !isFramed ? 'style' : 'all');
    }
    visited.add(new URL(page.url()).pathname);
  };
  for (const path of ['/console/login', '/console/register', '/fidelidad', '/verificar/NADA-NADA'])
    await look(outside, path);
  for (const path of paths) await look(inside, path);
  await inside.goto(`${sim.url}/console/practices/certificate`);
  await inside.locator('[name=full_name]').fill(hostile(100));
  await inside.locator('main form[method=post] [type=submit]').first().click();
  const check = await inside.locator('a[href*="/verificar/"]').first().getAttribute('href');
  await look(inside, '/console/practices/certificate');
  const output = (await inside.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(output.match(/\/Type \/Page\n/g)).toHaveLength(1);
  await look(outside, new URL(check ?? '', sim.url).pathname);
  const session = `${paths.find((path) => path.startsWith('/console/sessions/'))}`;
  for (const tab of ['events', 'facts', 'tests', 'compare', 'sequence'])
    await look(inside, `${session}?tab=${tab}`);
  expect(await outsideOfPicture(inside)).toEqual([]);
  await inside.goto(`${sim.url}${session}`);
  for (const link of ['a[href*="/signature/"]', 'a[href*="/console/trace/"]', 'a[href*="/console/calls/"]']) {
    if (!link.includes('signature'))
      await inside.goto(`${sim.url}/console/${link.includes('trace') ? 'trace' : 'calls?errors=true'}`);
    const href = await inside.locator(link).first().getAttribute('href');
    await look(inside, `${href}`);
  }
  const patterns = pageRoutes.filter(({ get, path }) => get && !others.test(path)).map(({ path }) => path);
  const isVisited = (path: string) =>
    [...visited].some((one) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(one));
  expect(patterns.filter((path) => !isVisited(path))).toEqual([]);
}, 600_000);

/** Returns elements that only a text rendered as markup could put into a page. */
function findInjectedElements(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll('img[src="x"], [onerror], script')]
    .map(({ outerHTML }) => outerHTML)
    .filter((text) => text.startsWith('<script') ? /^<script>alert/.test(text) : true)`);
}

/** Returns the texts of the sequence diagram that don't fit into the picture. */
async function outsideOfPicture(page: Page): Promise<readonly string[]> {
  const [texts, outside] = await page.evaluate<readonly [number, readonly string[]]>(`(() => {
    const picture = document.querySelector('#sequence-picture');
    const { width, height } = picture.viewBox.baseVal;
    const all = [...picture.querySelectorAll('text')];
    const isOutside = (text) => {
      const box = text.getBBox();
      return box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height;
    };
    return [all.length, all.filter(isOutside).map(({ textContent }) => textContent)];
  })()`);
  expect(texts).toBeGreaterThan(8);
  return outside;
}

const pagesWithoutParameters = pageRoutes
  .filter(({ get, path }) => get && !path.includes(':') && !others.test(path))
  .map(({ path }) => path);

/**
 * Creates an account that has completed every practice, with hostile texts in every possible field. Returns
 * its pages.
 */
async function createFullDemoAccount() {
  const data = scratchFolder();
  const before = await TestSimulator.start({ data, demo: true });
  const account = await before.simulator.demo;
  await before.close();
  if (!account?.merchant_id || !account.merchant_email) throw new Error('no demo account');
  const { short_name: name, token, console_token: consoleToken } = account;
  await graduate({ data, name, clock: before.clock });
  const sim = await TestSimulator.start({ data });
  // Registered early, so that it runs after the browser has closed its stream.
  onTestFinished(() => sim.close());
  const api = async (method: string, path: string, body?: unknown) =>
    (await sim.send(method, path, { token: path.startsWith('/console') ? consoleToken : token, body })).json
      ?.data;

  const login = await logIn(sim, account.merchant_email, account.password);
  const merchant = new TestMerchant(sim, account.merchant_id, account.merchant_email, login.json.accessToken);
  const terminal = await merchant.terminal(`SN-7 ${hostile()}`);
  const order = await merchant.create({ clientIdentification: hostile(), terminalSerial: terminal.serial });
  const sendAsTerminal = (path: string, body: object) => sendSigned(sim, terminal, 'POST', path, { body });
  await sendAsTerminal(`/transactions/${order}/commit`, {
    authorizationCode: '123456',
    visOrMccCard: hostile(),
  });
  const closedAt = new Date(sim.clock.now()).toISOString();
  const batchNumber = `B/1 ${hostile()}`;
  const closing = {
    batchNumber,
    transactionCount: 1,
    closedAt,
    currencyReference: 'USD',
    terminal: hostile(),
  };
  expect((await sendAsTerminal('/settlements', closing)).status).toBe(201);

  await api('POST', '/api/v1/ext/partners', { name: hostile(500) });
  await api('POST', '/api/v1/ext/payment-sessions/buttons', { identifier: hostile() });
  await api('PUT', '/control/script', {
    rules: [{ name: hostile(), match: {}, outcomes: [{ user_message: hostile() }] }],
  });
  const receiver = await startReceiver((request, response) => {
    response.statusCode = request.url?.startsWith('/refuse') ? 401 : 200;
    response.end(hostile(4000));
  });
  const sessions: string[] = [];
  const open = async (more: object, ...outcomes: readonly string[]) => {
    const body = { ...buttonBody, agreement_id: account.agreement_id, ...more };
    const { id } = await api('POST', '/api/v1/ext/payment-sessions/buttons', body);
    sessions.push(id);
    for (const [at, outcome] of outcomes.entries())
      await api('POST', `/control/sessions/${id}/outcome`, { leg: at + 1, outcome });
  };
  const url = `?${query('q')}${'q'.repeat(400)}`;
  const texts = {
    identifier: hostile(500),
    identifier_label: hostile(500),
    description: hostile(1000),
    success_url: `https://shop.invalid/${url}`,
  };
  await open({ ...texts, webhook_url: `${receiver.url}/refuse${url}` }, 'paid', 'accredited');
  await open({ webhook_url: receiver.url }, 'paid', 'accredited');
  await open({}, 'failed');
  await open({ description: hostile() });
  await sim.send('POST', `/pay/${sessions.at(-1)}`, paymentForm({ nombre: hostile(), concepto: hostile() }));
  const hasAbandonedWebhook = async () => {
    await sim.clock.advance(5000);
    return (await api('GET', '/console/trace?type=webhook.gave_up')).length;
  };
  await expect.poll(hasAbandonedWebhook).toBe(3);
  await sim.send('POST', `/console/hooks/${account.account_id}/captura`, {
    body: hostile(20_000),
    headers: { 'x-hostile': hostile() },
  });

  const { class_id, join_code } = await api('POST', '/console/classes', { title: hostile(200) });
  const [email, password] = [`${hostile().replaceAll(' ', '/')}@b.invalid`, 'correct horse'];
  await sim.send('POST', '/api/v1/merchants', {
    body: { legalName: hostile(), taxId: 'J-1', email, password },
  });
  const trainee = await sim.send('POST', '/console/login', { body: { short_name: email, password } });
  await sim.send('POST', '/console/class', {
    token: trainee.json.console_token,
    body: { class_code: join_code },
  });

  const violations = [
    ...['sessions', 'deliveries', 'search', 'calls'].map((list) => `${list}?${query('q')}`),
    `receivers?${query('answer_body')}`,
    ...sessions.map((id) => `sessions/${id}`),
    `classes/${class_id}`,
    `classes/${class_id}?${new URLSearchParams({ trainee: email })}`,
    `transactions/${order}`,
  ];
  return {
    sim,
    account,
    paths: [...pagesWithoutParameters, ...['nowhere', ...violations].map((path) => `/console/${path}`)],
  };
}
