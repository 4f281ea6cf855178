import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { advance, call, openAccount, openSession, statusOf } from './support/api.ts';
import { phone, takePicture } from './support/browser.ts';
import { enterConsole, openPage } from './support/console.ts';
import { startReceiver } from './support/receiver.ts';
import { type Simulator, simulatorOfFile, startSimulator } from './support/simulator.ts';
import { readTrace } from './support/trace.ts';
import { until } from './support/until.ts';

const simulatorHere = simulatorOfFile();

describe('the console in a browser', () => {
  it('shows events as they happen, without a reload', async () => {
    const simulator = await simulatorHere();
    const page = await enterConsole(simulator);
    await page.goto(`${simulator.url}/console/sessions`);
    await page.evaluate(() => {
      Object.assign(globalThis, { sameDocument: true });
    });
    const first = await openSession(simulator, { identifier: 'LIVE-1' });
    await page.getByText('LIVE-1').first().waitFor();

    const again = page.waitForResponse(`${simulator.url}/console/sessions`);
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('.rows tbody td'))`);
    await openSession(simulator, { identifier: 'LIVE-2' });
    await (await again).finished();
    expect(await page.evaluate('String(getSelection())')).toContain('LIVE-1');
    await page.evaluate('getSelection().empty()');
    await page.getByText('LIVE-2').first().waitFor();

    await page.getByText('LIVE-1').first().click();
    await page.waitForURL(`${simulator.url}/console/sessions/${first.id}`);
    await page.evaluate(() => {
      Object.assign(globalThis, { sameDocument: true });
    });
    await call(simulator.url, 'POST', `/control/sessions/${first.id}/outcome`, {
      token: simulator.account.token,
      body: { leg: 1, outcome: 'paid' },
    });
    await page.getByText('Session paid').first().waitFor();
    await expect.poll(() => page.evaluate('globalThis.sameDocument')).toBe(true);
  });

  it('updates the board of a class while a trainee works', async () => {
    const simulator = await simulatorHere();
    const { url } = simulator;
    const page = await enterConsole(simulator);
    await page.goto(`${url}/console/classes`);
    await page.getByLabel('Title').fill('Payments 101');
    await page.getByRole('button', { name: /class/i }).last().click();
    await page.getByRole('heading', { name: 'Payments 101' }).first().waitFor();
    const code = /class_code=(\w{8})/.exec(await page.content())?.[1] ?? '';
    await page.waitForURL(/\/console\/classes\/cls_/);

    const trainee = await openPage(url);
    await trainee.goto(`${url}/console/register?class_code=${code}`);
    await trainee.getByLabel('Account name').fill('ana');
    await trainee.getByLabel('Password').fill('correct horse');
    await trainee.getByRole('button', { name: 'Create the account' }).click();
    await trainee.getByRole('heading', { name: 'Your account is ready' }).waitFor();
    const token = /sim_api_[\w-]{32}/.exec(await trainee.content())?.[0] ?? '';
    const row = page.locator('tr', { hasText: 'ana' }).first();
    // Registering also completes the practice of logging in.
    await row.filter({ hasText: /1 ?\/ ?\d+/ }).waitFor();
    const creation = await call(url, 'POST', '/api/v1/ext/agreements', {
      token,
      body: { title: 'Shop', payment_methods: { immediate_debit: true }, default_bank_account_id: 'main' },
    });
    expect(creation.status).toBe(201);
    await row.filter({ hasText: /2 ?\/ ?\d+/ }).waitFor();
    expect(await page.content()).not.toContain(token);
    // The row is low, because its practices are next to each other.
    expect((await row.boundingBox())?.height).toBeLessThan(100);
  });
});

/** Clicks from the overview, at most three times, and waits for the text of the cause on the last page. */
async function clickToCause(
  page: Page,
  { url }: Simulator,
  names: readonly (string | RegExp)[],
  cause: string,
) {
  expect(names.length).toBeLessThanOrEqual(3);
  await page.goto(`${url}/console`);
  for (const name of names) await page.locator('main').getByRole('link', { name }).first().click();
  await page.locator('main').getByText(cause).first().waitFor();
}

/** Advances the account's clock until a session's webhook is abandoned. */
async function abandonWebhook(simulator: Simulator, session: string): Promise<void> {
  await until(async () => {
    await advance(simulator, 10_000);
    return (await readTrace(simulator, `&type=webhook.gave_up&session_id=${session}`)).length > 0;
  });
}

it("leads in three clicks from the overview to the webhook that a receiver rejected, and to the receiver's mistake", async () => {
  const simulator = await startSimulator();
  const { account } = simulator;
  const page = await enterConsole(simulator);
  const receiver = await startReceiver((_, response) => response.writeHead(401).end());
  await abandonWebhook(simulator, (await openSession(simulator, { webhook_url: receiver.url })).id);
  const unsaid = "The receiver rejected the signature, and its response doesn't say why.";
  await clickToCause(page, simulator, [unsaid], unsaid);
  await page.getByRole('link', { name: 'Find the mistake' }).first().click();
  const { rawBody } = receiver.received.all[0] as { readonly rawBody: Buffer };
  const alone = createHmac('sha256', account.webhook_secret).update(rawBody).digest('hex');
  await page.locator('[name=computed]').fill(alone);
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByText('The receiver signs only the body').first().waitFor();
  await clickToCause(page, simulator, [/^All$/, 'created'], unsaid);
  const rows = page.locator('#webhooks .delivery');
  // The link in the list opened the row of its webhook, so the row's button is visible.
  await rows.first().getByRole('button', { name: 'Send as new' }).click();
  // The URL names the new webhook, so its row is open. The row links to the original webhook.
  const original = page.locator('.delivery[open] a[href^="#d-"]');
  const id = (await original.getAttribute('href'))?.slice(1);
  await original.click();
  // A live update replaces the row, which ends `:target` but keeps the row open.
  await page.locator(`.delivery[open]:has([id="${id}"])`).waitFor();
  await page.reload();
  await rows.first().getByRole('button', { name: 'Send as new' }).waitFor();
});

it("draws a session's messages as a diagram, on a phone as well, and saves the picture", async () => {
  const simulator = await startSimulator();
  const receiver = await startReceiver((_, response) => response.writeHead(401).end());
  const identifier = '</text><script>alert(1)</script>';
  const { id } = await openSession(simulator, { identifier, webhook_url: receiver.url });
  await receiver.received.atLeast(1);
  const page = await enterConsole(simulator, { viewport: phone, colorScheme: 'dark' });
  await page.goto(`${simulator.url}/console/sessions/${id}?tab=sequence`);
  const drawing = page.locator('#sequence-picture');
  // The attempt appears live, once the receiver has responded.
  await drawing.getByText('401').first().waitFor();
  const texts = await drawing.locator('text').allTextContents();
  expect(texts).toEqual(
    expect.arrayContaining([
      'Payer',
      'Your shop',
      'Provider',
      'Receiver',
      expect.stringContaining('</text><scrip'),
      'payment_session.created',
      expect.stringMatching(/^✕ 401 · /),
    ]),
  );
  const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  expect(wider).toBeLessThanOrEqual(0);
  await takePicture(page, 'console-sequence-phone');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as PNG' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('sequence-picture.png');
  const png = await readFile(await download.path());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // The picture has twice the width of the drawing. An empty canvas would have the default width.
  const width = await page.evaluate('document.getElementById("sequence-picture").viewBox.baseVal.width');
  expect(png.readUInt32BE(16)).toBe(2 * Number(width));
});

/** Returns the sums of the columns in the table of a chart, without the column of times. */
async function sums(page: Page, chart: string): Promise<readonly number[]> {
  const rows = await page.locator(`#${chart}-table tbody tr`).all();
  const cells = await Promise.all(rows.map((row) => row.locator('td').allTextContents()));
  return cells.reduce((sum, [, ...counts]) => counts.map((count, at) => (sum[at] ?? 0) + Number(count)), [
    0,
  ] as number[]);
}

it('charts the results of deliveries and sessions, on the overview and for each receiver', async () => {
  const simulator = await startSimulator();
  const { url } = simulator;
  const [good, slow] = await Promise.all([
    startReceiver((_request, response) => response.end()),
    startReceiver((_request, response) => response.end('<b>ok</b>')),
  ]);
  // A chart needs at least three points.
  for (const [minute, receiver] of [good, slow, slow, slow].entries()) {
    await openSession(simulator, { webhook_url: `${receiver.url}/hook` });
    await receiver.received.atLeast(Math.max(1, minute));
    await advance(simulator, 60_000);
  }
  const page = await enterConsole(simulator, { viewport: phone, colorScheme: 'dark' });
  const open = async (path: string) => {
    await page.goto(`${url}/console${path}`);
    await page.locator('main details').evaluateAll((all) => {
      for (const element of all) element.setAttribute('open', '');
    });
  };
  await open('');
  await expect.poll(() => sums(page, 'chart-deliveries')).toEqual([4, 0, 0]);
  await expect
    .poll(() => page.locator('#chart-sessions li').allTextContents())
    .toEqual(['pending4', 'paid0', 'failed0', 'expired0']);
  const latency = page.getByRole('img', { name: 'Receiver latency' });
  await expect
    .poll(() => latency.locator('text').allTextContents())
    .toEqual(['10 ms', '100 ms', '1 s', '5 s']);
  await takePicture(page, 'console-charts-overview-phone');
  await open(`/deliveries?url=${encodeURIComponent(slow.url)}`);
  await expect.poll(() => sums(page, 'chart-deliveries')).toEqual([3, 0, 0]);
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'))
    .toBeLessThanOrEqual(0);
  await open(`/deliveries?url=${encodeURIComponent(good.url)}`);
  await expect.poll(() => page.locator('#chart-deliveries-table').count()).toBe(0);
});

/** Clicks the elements in order, and returns the number of clicks. */
async function clickEach(page: Page, ...what: readonly string[]) {
  for (const selector of what) await page.locator(selector).first().click();
  return what.length;
}

it("needs no click to show a refusal's cause, two to force an outcome or to pay, and one to show a trainee", async () => {
  const simulator = await startSimulator();
  const { url, account } = simulator;
  const page = await enterConsole(simulator);
  const webhook_url = `${url}/console/hooks/${account.account_id}/fail`;
  const refusal = await openSession(simulator, { webhook_url });
  await abandonWebhook(simulator, refusal.id);
  await page.goto(`${url}/console`);
  await page.locator('main').getByText('The receiver had an internal error').first().waitFor();

  const forcing = await openSession(simulator, { identifier: 'FORCED' });
  await page.goto(`${url}/console`);
  expect(await clickEach(page, 'main a:text-is("FORCED")', '#outcome-failed')).toBe(2);
  await until(async () => (await statusOf(simulator, forcing.id)) === 'failed');

  const payer = await openPage(url);
  const paidId = await openSession(simulator, { success_url: `${url}/health`, failure_url: `${url}/health` });
  await payer.goto(paidId.payment_url);
  expect(await clickEach(payer, '[data-test-payer] button', 'button.pay')).toBe(2);
  await until(async () => (await statusOf(simulator, paidId.id)) === 'paid');

  const trainee = await openAccount(url);
  const creation = await call(url, 'POST', '/console/classes', {
    token: account.console_token,
    body: { title: 'March' },
  });
  const { class_id, join_code: class_code } = creation.body.data;
  await call(url, 'POST', '/console/class', { token: trainee.console_token, body: { class_code } });
  await expect(openSession({ url, account: trainee }, { amount_reference: 0 })).rejects.toThrow();
  await page.goto(`${url}/console/classes/${class_id}`);
  expect(await clickEach(page, '.board-grid tbody .who-cell a')).toBe(1);
  const facts = page.locator('main .facts');
  await facts.getByText('createButtonSession').waitFor();
  await facts.getByText('/amount_reference must be').waitFor();
}, 60_000);
