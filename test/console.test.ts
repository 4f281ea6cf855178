import { describe, expect, it } from 'vitest';
import { call, openSession } from './support/api.ts';
import { openBrowser } from './support/browser.ts';
import { enterConsole, openPage } from './support/console.ts';
import { simulatorOfFile } from './support/simulator.ts';

const simulatorHere = simulatorOfFile();

describe('the console in a browser', () => {
  it('makes an account, lets its owner out and in again, and the old cookie opens nothing', async () => {
    const simulator = await simulatorHere();
    const browser = await openBrowser();
    const { page, complaints } = await openPage(browser, simulator.url);
    await page.goto(`${simulator.url}/console`);
    await page.getByRole('link', { name: 'Create one' }).click();
    await page.getByLabel('Account name').fill('newcomer');
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
    const token = `${await page.getByRole('region', { name: 'API token' }).textContent()}`.trim();
    expect((await call(simulator.url, 'GET', '/api/v1/ext/payment-stops', { token })).status).toBe(200);

    const before = await page.context().cookies();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Log in to the console' }).waitFor();
    await page.context().addCookies(before);
    await page.goto(`${simulator.url}/console/keys`);
    await page.getByRole('heading', { name: 'Log in to the console' }).waitFor();

    await page.getByLabel('Account name').fill('newcomer');
    await page.getByLabel('Password').fill('wrong horse');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Log in' }).click();
    // Where the dead cookie was refused.
    await page.waitForURL(`${simulator.url}/console/keys`);
    expect(complaints).toEqual([]);
  });

  it('is opened by a link of `sim open` without a password, from another page only when asked for', async () => {
    const simulator = await simulatorHere();
    const browser = await openBrowser();
    const { page, complaints } = await openPage(browser, simulator.url);
    const link = async () => {
      const { console_token: token } = simulator.account;
      return (await call(simulator.url, 'POST', '/console/login-link', { token })).body.data.url;
    };
    const url = await link();
    await page.goto(url);
    await page.waitForURL(`${simulator.url}/console`);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Log in to the console' }).waitFor();
    await page.goto(url);
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await page.goto('about:blank');
    await page.setContent(`<a href="${await link()}&next=/console/trace">go</a>`);
    await page.getByRole('link').click();
    await page.getByRole('button', { name: 'Log in to “demo”' }).click();
    await page.waitForURL(`${simulator.url}/console/trace`);
    // The browser tells of the answer 410 to what was used.
    expect(complaints.filter((text) => !text.includes('410'))).toEqual([]);
  });

  it('shows what happens as it happens, without being loaded again', async () => {
    const simulator = await simulatorHere();
    const browser = await openBrowser();
    const { page, complaints } = await enterConsole(browser, simulator);
    await page.goto(`${simulator.url}/console/sessions`);
    await page.evaluate(() => {
      Object.assign(globalThis, { sameDocument: true });
    });
    const { agreement_id: agreementId } = simulator.account;
    const account = { ...simulator.account, agreementId };
    const first = await openSession(simulator.url, account, { identifier: 'LIVE-1' });
    await page.getByText('LIVE-1').first().waitFor();

    const again = page.waitForResponse(`${simulator.url}/console/sessions`);
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('.rows tbody td'))`);
    await openSession(simulator.url, account, { identifier: 'LIVE-2' });
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
    expect(await page.evaluate('globalThis.sameDocument')).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('shows a class how it gets on while a trainee works', async () => {
    const simulator = await simulatorHere();
    const { url } = simulator;
    const browser = await openBrowser();
    const { page, complaints } = await enterConsole(browser, simulator);
    await page.goto(`${url}/console/classes`);
    await page.getByLabel('Title').fill('Payments 101');
    await page.getByRole('button', { name: /class/i }).last().click();
    await page.getByRole('heading', { name: 'Payments 101' }).first().waitFor();
    const code = /class_code=(\w{8})/.exec(await page.content())?.[1] ?? '';
    await page.waitForURL(/\/console\/classes\/cls_/);

    const trainee = await openPage(browser, url);
    await trainee.page.goto(`${url}/console/register?class_code=${code}`);
    await trainee.page.getByLabel('Account name').fill('ana');
    await trainee.page.getByLabel('Password').fill('correct horse');
    await trainee.page.getByRole('button', { name: 'Create the account' }).click();
    await trainee.page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
    const token = /sim_api_[\w-]{32}/.exec(await trainee.page.content())?.[0] ?? '';
    const row = page.locator('tr', { hasText: 'ana' }).first();
    // Whoever registers is logged in by it, which is the first practice.
    await row.filter({ hasText: /1 ?\/ ?\d+/ }).waitFor();
    const made = await call(url, 'POST', '/api/v1/ext/agreements', {
      token,
      body: { title: 'Shop', payment_methods: { immediate_debit: true }, default_bank_account_id: 'main' },
    });
    expect(made.status).toBe(201);
    await row.filter({ hasText: /2 ?\/ ?\d+/ }).waitFor();
    expect(await page.content()).not.toContain(token);
    expect([...complaints, ...trainee.complaints]).toEqual([]);
  });
});
