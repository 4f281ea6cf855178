import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessibleInBoth } from './support/accessibility.ts';
import { advance, call, openSession } from './support/api.ts';
import { phone } from './support/browser.ts';
import { enterConsole } from './support/console.ts';
import { startReceiver } from './support/receiver.ts';
import { type Simulator, simulatorOfFile, startSimulator } from './support/simulator.ts';
import { readTrace } from './support/trace.ts';
import { until } from './support/until.ts';

const simulatorHere = simulatorOfFile();
const large = { width: 1440, height: 900 };

/** Opens a session whose three webhooks were abandoned, because its receiver rejects their signatures. */
async function openRefusedSession(simulator: Simulator) {
  const receiver = await startReceiver((_, response) => response.writeHead(401).end());
  const { id } = await openSession(simulator, { webhook_url: receiver.url });
  const { token } = simulator.account;
  for (const [at, outcome] of ['paid', 'accredited'].entries())
    await call(simulator.url, 'POST', `/control/sessions/${id}/outcome`, {
      token,
      body: { leg: at + 1, outcome },
    });
  await until(async () => {
    await advance(simulator, 10_000);
    return (await readTrace(simulator, `&type=webhook.gave_up&session_id=${id}`)).length === 3;
  });
  return { id, receiver };
}

const heightOf = (page: Page) => page.evaluate<number>('document.documentElement.scrollHeight');

it('shows each step once, and the shared cause of failed webhooks once, within a height of 1200 px', async () => {
  const simulator = await simulatorHere();
  const { id, receiver } = await openRefusedSession(simulator);
  const page = await enterConsole(simulator, { viewport: large });
  await page.goto(`${simulator.url}/console/sessions/${id}`);
  await page.getByText('3 webhooks failed.').waitFor();
  await expect.poll(() => page.getByText("its response doesn't say why").count()).toBe(1);
  await expect
    .poll(() => page.locator('.story > li > .step h2').allTextContents())
    .toEqual(['Session created', 'Session paid', 'Money accredited']);
  await expect.poll(() => page.locator('.story .hanging > li').count()).toBe(3);
  await expect.poll(() => heightOf(page)).toBeLessThanOrEqual(1200);
  await expectAccessibleInBoth(page);
  await page.setViewportSize(phone);
  await expect.poll(() => heightOf(page)).toBeLessThanOrEqual(2200);
  await page.setViewportSize(large);

  const countBefore = receiver.received.all.length;
  await page.getByRole('button', { name: 'Resend all 3' }).click();
  await receiver.received.atLeast(countBefore + 3);
});

it('shows when the next attempt of a webhook is due', async () => {
  const simulator = await startSimulator();
  const { url, account } = simulator;
  const receiver = await startReceiver((_, response) => response.writeHead(401).end());
  await call(url, 'PUT', '/control/clock', { token: account.token, body: { frozen: true } });
  const { id } = await openSession(simulator, { webhook_url: receiver.url });
  await receiver.received.atLeast(1);
  const page = await enterConsole(simulator, { viewport: large });
  await page.goto(`${url}/console/sessions/${id}`);
  const due = page.locator('.delivery-result time');
  await due.waitFor();
  expect(await due.textContent()).toMatch(/^in \d+ ?s/);
});

it('counts down to the next step, and shows how two attempts differ', async () => {
  const simulator = await simulatorHere();
  let answers = 0;
  const receiver = await startReceiver((_, response) => {
    answers++;
    response.writeHead(answers === 1 ? 500 : 200).end(answers === 1 ? 'database is locked' : 'ok');
  });
  const { id } = await openSession(simulator, { webhook_url: receiver.url });
  const page = await enterConsole(simulator, { viewport: large });
  await page.goto(`${simulator.url}/console/sessions/${id}`);
  const row = page.locator('.delivery > summary');
  // The countdown, which a script of the page updates, shows the minutes until the session expires.
  await page
    .locator('.story time')
    .getByText(/^in \d+ ?m/)
    .waitFor();
  await until(async () => {
    await advance(simulator, 10_000);
    return (await readTrace(simulator, `&type=webhook.delivered&session_id=${id}`)).length === 1;
  });
  await row.getByText('2 attempts').waitFor();
  await row.click();
  await page.getByRole('link', { name: 'Compare attempts' }).click();
  const different = page.locator('.compare').first();
  const rows = await different.locator('tr').allTextContents();
  expect(rows).toEqual(expect.arrayContaining([expect.stringMatching(/^Response *500 *200$/)]));
  expect(rows.join()).toContain('database is locked');
  // The comparison shows only differences, and every attempt sends the same signature.
  expect(rows.join()).not.toContain('svc-signature');
});

it('shows tabs, the webhook that a link names, and folded JSON without JavaScript', async () => {
  const simulator = await simulatorHere();
  await openRefusedSession(simulator);
  const page = await enterConsole(simulator, { viewport: large, javaScriptEnabled: false });
  await page.goto(`${simulator.url}/console/deliveries`);
  await page.locator('.rows td:first-child a').first().click();
  const body = page.locator('.delivery-body:visible');
  await body.getByText('Headers and body').click();
  await body.locator('.json').getByText('payment_session.').first().waitFor();
  for (const [tab, text] of [
    ['Sequence', 'Messages between the parties'],
    ['Raw events', 'Attempt 1'],
    ['Details', 'Payment'],
    ['Receiver tests', 'Test your receiver'],
    ['Compare', 'First attempt'],
  ] as const) {
    await page.locator('.tabs').getByRole('link', { name: tab }).click();
    await page.locator('main').getByText(text).first().waitFor();
    await expect.poll(() => page.locator('.tabs [aria-current]').textContent()).toBe(tab);
  }
});

it('copies the path and the value of a JSON member', async () => {
  const simulator = await simulatorHere();
  const { id } = await openRefusedSession(simulator);
  const page = await enterConsole(simulator, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`${simulator.url}/console/sessions/${id}?tab=facts`);
  await page.getByRole('heading', { name: 'Status query response' }).waitFor();
  const readClipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
  await page.locator('.json').getByRole('button', { name: 'svc_transaction_id', exact: true }).click();
  await expect.poll(readClipboard).toBe('session_payment.svc_transaction_id');
  await page.locator('.json').getByRole('button', { name: '"USD"' }).first().click();
  await expect.poll(readClipboard).toBe('USD');
});
