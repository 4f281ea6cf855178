import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { buttonBody, call } from './support/api.ts';
import { openBrowser } from './support/browser.ts';
import { enterConsole } from './support/console.ts';
import { startReceiver } from './support/receiver.ts';
import { type Simulator, startSimulator } from './support/simulator.ts';
import { until } from './support/until.ts';

/** How often a webhook is tried before it is given up. */
const ATTEMPTS = 3;

/** Clicks a way from the overview, which may have three clicks, and waits for the words of the cause on its last page. */
async function clicked(page: Page, { url }: Simulator, names: readonly (string | RegExp)[], cause: string) {
  expect(names.length).toBeLessThanOrEqual(3);
  await page.goto(`${url}/console`);
  for (const name of names) await page.locator('main').getByRole('link', { name }).first().click();
  await page.locator('main').getByText(cause).first().waitFor();
}

async function open({ url, account }: Simulator, more: Record<string, unknown>): Promise<string> {
  const made = await call(url, 'POST', '/api/v1/ext/payment-sessions/buttons', {
    token: account.token,
    body: buttonBody(account.agreement_id, more),
  });
  expect(made.status).toBe(201);
  return made.body.data.id;
}

/** Lets the account's time pass until a session's webhook was given up. */
async function givenUp({ url, account }: Simulator, session: string): Promise<void> {
  await until(async () => {
    const pass = { token: account.token, body: { ms: 10_000 } };
    expect((await call(url, 'POST', '/control/clock/advance', pass)).status).toBe(200);
    const { body } = await call(url, 'GET', `/console/trace?type=webhook.gave_up&session_id=${session}`, {
      token: account.console_token,
    });
    return body.data.length > 0;
  });
}

it('leads from the overview in three clicks to why a webhook was refused, with what mistake, timed out or never left', async () => {
  const simulator = await startSimulator();
  const { url, account } = simulator;
  const browser = await openBrowser();
  const { page, complaints } = await enterConsole(browser, simulator);
  let silentSoon = ATTEMPTS;
  const receiver = await startReceiver((request, response) => {
    // What the last attempt came to is the cause; before it, nobody has to wait until one has timed out.
    if (request.url === '/silent' && --silentSoon <= 0) return;
    response.writeHead(request.url === '/taken' ? 200 : 401).end();
  });

  await givenUp(simulator, await open(simulator, { webhook_url: `${receiver.url}/refusing` }));
  const otherSecret = 'The receiver checks the signature with another secret.';
  await clicked(page, simulator, ['Why?'], otherSecret);
  await page.getByRole('link', { name: 'Find the mistake' }).first().click();
  const { rawBody } = receiver.received.all[0] as { readonly rawBody: Buffer };
  const alone = createHmac('sha256', account.webhook_secret).update(rawBody).digest('hex');
  await page.locator('[name=computed]').fill(alone);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByText('The receiver signs the body alone').first().waitFor();
  await clicked(page, simulator, [/^All given up/, 'created'], otherSecret);
  await page.getByRole('button', { name: 'Send as new' }).first().click();
  const older = page.locator('#webhooks article').last();
  await older.locator('> details.reasons').waitFor();
  await page.locator('.delivery a[href^="#d-"]').first().click();
  await older.locator('> details.reasons[open]').waitFor();
  await page.reload();
  await older.locator('> details.reasons[open]').waitFor();

  await givenUp(simulator, await open(simulator, { webhook_url: `${receiver.url}/silent` }));
  await clicked(page, simulator, [/^All given up/, 'created'], 'within 5 seconds');

  const paid = await open(simulator, { webhook_url: `${receiver.url}/taken`, identifier: 'STOPPED' });
  await call(url, 'PUT', '/control/clock', { token: account.token, body: { frozen: true } });
  const form = {
    metodo: 'immediate_debit',
    nombre: 'Ana',
    tipo: 'V',
    cedula: '12345678',
    telefono: '04141234567',
  };
  await fetch(`${url}/pay/${paid}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...form, banco: '0102', otp: '000000' }),
  });
  await page.goto(`${url}/console`);
  await page.locator('main .panel.bad').getByText('STOPPED').waitFor();
  await clicked(page, simulator, ['Why?'], 'the clock stands still: it does not come until that goes on');
  expect(complaints).toEqual([]);
});

it('finds by Ctrl+K, and a search leads to the session that it finds', async () => {
  const simulator = await startSimulator();
  const browser = await openBrowser();
  const { page, complaints } = await enterConsole(browser, simulator);
  const id = await open(simulator, { identifier: 'PED-2041', description: 'Pan de jamón' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('ped-20');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'PED-2041' }).click();
  await page.waitForURL(`${simulator.url}/console/sessions/${id}`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(id);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${simulator.url}/console/sessions/${id}`);
  expect(complaints).toEqual([]);
});
