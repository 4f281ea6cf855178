import { randomUUID } from 'node:crypto';
import { practices } from '@svc-simulator/core';
import { expect, it, onTestFinished } from 'vitest';
import { openEmbeddedStore } from '../packages/store/src/embedded/embedded-store.ts';
import { put } from '../packages/store/src/store.ts';
import { policy, TestDirectories } from '../packages/store/test/test-directories.ts';
import { merchantBody, sendSigned, TestMerchant } from '../packages/test-support/src/merchant.ts';
import { TestSimulator } from '../packages/test-support/src/simulator.ts';
import { buttonBody, call } from './support/api.ts';
import { openBrowser } from './support/browser.ts';
import { enterConsole } from './support/console.ts';
import { hostileMarkup } from './support/hostile-markup.ts';
import { startReceiver } from './support/receiver.ts';
import { type Simulator, startSimulator } from './support/simulator.ts';

/** Opens what is folded; what no text may have put into a page, and where its links lead. */
const openAndRead = `(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  for (const folded of all('main details')) folded.open = true;
  return {
    elements: all('main :is(script, iframe, object, link, base, meta)').length,
    links: all('main a').map((link) => link.protocol),
  };
})()`;

it(`shows ${hostileMarkup.length} hostile texts in every field as text, and nothing of them runs`, async () => {
  const simulator = await startSimulator();
  const { sessions, classId, orders } = await fill(simulator);
  const calls = await callInTrouble(simulator);
  const browser = await openBrowser();
  const { page, complaints } = await enterConsole(browser, simulator);
  // Nobody may be told of a text in a place where it would have to be looked for: each page is opened once and read whole.
  const paths = [
    '',
    '/sessions?limit=50',
    ...sessions.map((id) => `/sessions/${id}`),
    '/deliveries',
    `/deliveries?q=${encodeURIComponent(hostileMarkup[4] ?? '')}&resent=${encodeURIComponent('<b>')}`,
    '/search?q=a',
    ...hostileMarkup.slice(0, 5).map((text) => `/search?${new URLSearchParams({ q: text })}`),
    '/calls',
    `/calls?operation=${encodeURIComponent(hostileMarkup[1] ?? '')}&session=${encodeURIComponent(hostileMarkup[2] ?? '')}`,
    ...calls.map((id) => `/calls/${id}`),
    '/trace',
    '/trace?type=webhook.received',
    '/trace?type=agreement.created',
    '/receivers',
    '/terminals',
    '/transactions',
    '/batches',
    `/classes/${classId}?trainee=${encodeURIComponent(hostileMarkup[0] ?? '')}`,
    ...orders.map((id) => `/transactions/${id}`),
    '/simulate',
    '/practices',
    '/classes',
    `/classes/${classId}`,
    '/settings',
    '/account',
    `/sessions?status=${encodeURIComponent('"><script>alert(1)</script>')}`,
    `/trace?type=${encodeURIComponent(hostileMarkup[1] ?? '')}&session=${encodeURIComponent(hostileMarkup[2] ?? '')}`,
    `/sessions/${encodeURIComponent('"><script>alert(1)</script>')}`,
    `/login?next=${encodeURIComponent('/console"><script>alert(1)</script>')}`,
    `?done=${encodeURIComponent('"><script>alert(1)</script>')}`,
  ];
  for (const path of paths) {
    await page.goto(`${simulator.url}/console${path}`);
    const found = await page.evaluate<{ links: string[] }>(openAndRead);
    const links = found.links.filter((protocol) => !/^(https?|mailto):$/.test(protocol));
    expect([path, { ...found, links }]).toEqual([path, { elements: 0, links: [] }]);
  }
  // A receiver is examined with the same texts.
  await page.goto(`${simulator.url}/console/receivers`);
  await page.getByLabel('Address of the receiver').fill(hostileMarkup.join(' ').slice(0, 2048));
  await page.getByRole('button', { name: 'Send and judge' }).click();
  await page.getByText('Write a whole address').first().waitFor();
  // Live updates put the same texts in place.
  await page.goto(`${simulator.url}/console/sessions`);
  await page.getByText('Live').first().waitFor();
  await open(simulator, { identifier: 'AFTER', description: hostileMarkup[3] ?? '' });
  await page.getByText('AFTER').first().waitFor();
  expect(complaints).toEqual([]);
});

it('shows them on batches, a certificate and the page that checks it, and nothing of them runs', async () => {
  const directories = new TestDirectories();
  const data = await directories.make();
  const first = await TestSimulator.start({ data });
  const merchant = await TestMerchant.register(first);
  for (const text of hostileMarkup.filter((text) => text.length <= 40).slice(0, 20)) {
    const terminal = await merchant.terminal(text);
    const closedAt = new Date(first.clock.now()).toISOString();
    const body = {
      batchNumber: text,
      transactionCount: 0,
      closedAt,
      currencyReference: 'USD',
      terminal: text,
    };
    expect((await sendSigned(first, terminal, 'POST', '/settlements', { body })).status).toBe(201);
  }
  await first.close();
  const store = await openEmbeddedStore({ directory: data, clock: first.clock, policy });
  const accountId = (await store.get('name', merchant.email))?.accountId ?? '';
  const all = hostileMarkup.join(' ');
  const code = 'ABCDEFGHJKLMNPQR';
  await store.transact({ account: accountId, exclusive: true }, () => ({
    result: null,
    clear: ['practice'],
    puts: [
      ...practices.map(({ id: practiceId }) =>
        put('practice', `${accountId}:${practiceId}`, {
          accountId,
          practiceId,
          completedAt: first.clock.now(),
          evidence: { event_id: 1, type: 'login.succeeded' },
        }),
      ),
      put('certificate', code, { accountId, code, fullName: all, classTitle: all, total: 28, doneAt: 0 }),
    ],
  }));
  await store.close();

  const sim = await TestSimulator.start({ data });
  onTestFinished(() => sim.close());
  const body = { short_name: merchant.email, password: merchantBody.password };
  const account = (await call(sim.url, 'POST', '/console/login', { body })).body.data;
  const { page, complaints } = await enterConsole(await openBrowser(), {
    url: sim.url,
    account,
  });
  const shows = async (path: string, words: string) => {
    await page.goto(sim.url + path);
    await page.getByText(words).first().waitFor();
    expect([path, await page.locator('main script, main iframe, main img, main svg script').count()]).toEqual(
      [path, 0],
    );
  };
  await shows('/console/practices/certificate', 'confirm(2)');
  await shows(`/verificar/${code}`, 'confirm(2)');
  await shows('/console/batches', 'alert(1)');
  const receipts = await page
    .locator('main a[href*="/batches/"]')
    .evaluateAll((links) => links.map((link) => (link as unknown as URL).pathname));
  expect(receipts.length).toBeGreaterThanOrEqual(5);
  for (const path of receipts) await page.goto(sim.url + path);
  expect(complaints).toEqual([]);
});

/** Puts the texts into the addresses, headers and bodies of refused calls; answers the ids that these have in the log. */
async function callInTrouble({ url, account }: Simulator): Promise<number[]> {
  for (const text of hostileMarkup) {
    const body = { ...buttonBody(account.agreement_id, {}), amount_reference: text, [text]: text };
    await call(url, 'POST', `/api/v1/ext/payment-sessions/buttons?q=${encodeURIComponent(text)}`, {
      token: account.token,
      body,
      headers: { 'user-agent': headerText(text), 'idempotency-key': headerText(text) },
    });
    await call(url, 'GET', `/api/v1/ext/${encodeURIComponent(text)}`, { token: account.token });
  }
  const { body } = await call(url, 'GET', '/console/calls?errors=true&limit=1000', {
    token: account.console_token,
  });
  const ids: number[] = body.data.map(({ id }: { id: number }) => id);
  expect(ids.length).toBeGreaterThanOrEqual(hostileMarkup.length);
  return ids.slice(0, 12);
}

/** What of a text a header may hold. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '').trim() || 'x';
}

async function open({ url, account }: Simulator, more: Record<string, unknown>): Promise<string> {
  const made = await call(url, 'POST', '/api/v1/ext/payment-sessions/buttons', {
    token: account.token,
    body: buttonBody(account.agreement_id, more),
  });
  expect([more, made.status]).toEqual([more, 201]);
  return made.body.data.id;
}

/** Puts the texts wherever a text can be put. */
async function fill(simulator: Simulator) {
  const { url, account } = simulator;
  const { token, console_token: consoleToken } = account;
  // A receiver answers hostile texts too.
  const receiver = await startReceiver((_request, response) => {
    response.statusCode = 500;
    response.end(hostileMarkup.join('\n').slice(0, 4000));
  });
  const sessions: string[] = [];
  const texts = [...hostileMarkup];
  const next = () => texts.shift() ?? hostileMarkup[sessions.length % hostileMarkup.length] ?? '';
  for (let made = 0; made < 12; made++) {
    const more = {
      identifier_label: next(),
      identifier: next(),
      description: next(),
      internal_reference: next(),
      success_url: `https://shop.invalid/${encodeURI(next())}`,
      failure_url: `app:${next().replace(/\s/g, '')}`,
      webhook_url: made === 0 ? `${receiver.url}/?${encodeURIComponent(next())}` : undefined,
    };
    sessions.push(await open(simulator, more));
  }
  for (let made = 0; made < 20; made++) {
    await call(url, 'POST', '/api/v1/ext/agreements', {
      token,
      body: {
        title: next(),
        description: next(),
        payment_methods: { crypto: true },
        default_bank_account_id: next(),
      },
    });
    await call(url, 'POST', '/api/v1/ext/partners', { token, body: { name: next(), email: next() } });
  }
  for (const text of hostileMarkup.slice(-30)) {
    await call(url, 'POST', `/console/hooks/${account.account_id}/captura`, {
      headers: { 'svc-signature': encodeURI(text), 'user-agent': text.replace(/[^\x20-\x7e]/g, '') },
      body: { event: text, session_payment: { id: sessions[0] }, [text]: text },
    });
  }
  const rules = hostileMarkup.slice(0, 20).map((text) => ({
    name: text,
    match: { identifier: text },
    outcomes: [{ leg1: 'failed', user_message: text }],
  }));
  expect((await call(url, 'PUT', '/control/script', { token, body: { rules } })).status).toBe(200);
  const merchant = await call(url, 'POST', '/console/merchant', {
    token: consoleToken,
    body: { legalName: next(), taxId: next(), email: 'owner@shop.invalid', password: 'correct horse' },
  });
  // The demo account has a profile already.
  expect([201, 409]).toContain(merchant.status);
  const classes = await call(url, 'POST', '/console/classes', {
    token: consoleToken,
    body: { title: next() },
  });
  const joinCode = classes.body.data.join_code;
  // A merchant's name is its e-mail, whatever characters that has.
  for (let made = 0; made < 3; made++) {
    await call(url, 'POST', '/console/register', {
      body: { short_name: `trainee-${made}`, password: 'correct horse', class_code: joinCode },
    });
  }
  const orders = await chargeWith(simulator, next);
  return { sessions, classId: classes.body.data.class_id, orders };
}

/** Payment requests of the demo account's merchant, and a terminal whose serial is hostile too. */
async function chargeWith({ url, account }: Simulator, next: () => string): Promise<string[]> {
  const { merchant_email: email, merchant_id: merchantId, password } = account;
  const login = await call(url, 'POST', '/api/v1/merchants/auth/login', { body: { email, password } });
  const token = login.body.data.accessToken;
  const serial = next();
  const path = `/api/v1/merchants/${merchantId}`;
  const paired = await call(url, 'POST', `${path}/pos-terminals/${encodeURIComponent(serial)}/pairing`, {
    token,
    body: { serial },
  });
  expect([serial, paired.status]).toEqual([serial, 200]);
  const orders = Array.from({ length: 4 }, () => randomUUID());
  for (const orderId of orders) {
    const made = await call(url, 'POST', `${path}/transactions`, {
      token,
      body: { orderId, amountReference: 5, currencyReference: 'USD', clientIdentification: next() },
    });
    expect(made.status).toBe(201);
  }
  return orders;
}
