import { describe, expect, it } from 'vitest';
import { call, openSession } from './support/api.ts';
import { openBrowser } from './support/browser.ts';
import { enterConsole, openPage } from './support/console.ts';
import { startReceiver } from './support/receiver.ts';
import { isSigned } from './support/signature.ts';
import { startSimulator } from './support/simulator.ts';

describe('the console in a browser', () => {
  it('makes an account, lets its owner out and in again, and the old cookie opens nothing', async () => {
    const simulator = await startSimulator();
    const browser = await openBrowser();
    const { page, complaints } = await openPage(browser, simulator.url);
    await page.goto(`${simulator.url}/console`);
    await page.getByRole('link', { name: 'Make one' }).click();
    await page.getByLabel('Short name').fill('newcomer');
    await page.getByLabel('Password').fill('correct horse');
    await page.getByRole('button', { name: 'Make the account' }).click();
    await page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
    const token = `${await page.getByRole('region', { name: 'API token' }).textContent()}`.trim();
    expect((await call(simulator.url, 'GET', '/api/v1/ext/payment-stops', { token })).status).toBe(200);

    const before = await page.context().cookies();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('heading', { name: 'Log in to the console' }).waitFor();
    await page.context().addCookies(before);
    await page.goto(`${simulator.url}/console/keys`);
    await page.getByRole('heading', { name: 'Log in to the console' }).waitFor();

    await page.getByLabel('Short name').fill('newcomer');
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
    const simulator = await startSimulator();
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
    await page.getByRole('heading', { name: 'This link is not good any more' }).waitFor();
    await page.goto('about:blank');
    await page.setContent(`<a href="${await link()}&next=/console/trace">go</a>`);
    await page.getByRole('link').click();
    await page.getByRole('button', { name: 'Log in to “demo”' }).click();
    await page.waitForURL(`${simulator.url}/console/trace`);
    // The browser tells of the answer 410 to what was used.
    expect(complaints.filter((text) => !text.includes('410'))).toEqual([]);
  });

  it('shows what happens as it happens, without being loaded again', async () => {
    const simulator = await startSimulator();
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

  it('forces outcomes, and sends a webhook again under the same key or as a new one', async () => {
    const simulator = await startSimulator();
    const receiver = await startReceiver();
    const { url, account } = simulator;
    const session = await openSession(
      url,
      { ...account, agreementId: account.agreement_id },
      {
        webhook_url: receiver.url,
      },
    );
    await receiver.received.atLeast(1);
    const browser = await openBrowser();
    const { page, complaints } = await enterConsole(browser, simulator);
    await page.goto(`${url}/console/sessions/${session.id}`);
    await page.locator('form:has(input[name=outcome][value=paid]) button').first().click();
    await receiver.received.first(({ event }) => event === 'payment_session.paid');
    await page.locator('form:has(input[name=outcome][value=accredited]) button').first().click();
    const accredited = await receiver.received.first(({ event }) => event === 'payment_session.accredited');
    const status = await call(url, 'GET', `/api/v1/ext/payment-sessions/status/${session.id}`, account);
    expect(status.body.data.status).toBe('paid');

    const card = page.locator('article', { hasText: 'payment_session.accredited' }).first();
    await card.getByText('Your receiver answered 200 to the first attempt.').first().waitFor();
    await card.getByRole('button', { name: 'Resend' }).click();
    const [, again] = await receiver.received.atLeast(
      2,
      ({ event }) => event === 'payment_session.accredited',
    );
    expect(again?.headers['idempotency-key']).toBe(accredited.headers['idempotency-key']);
    expect(again?.rawBody.equals(accredited.rawBody)).toBe(true);
    await page
      .locator('article', { hasText: 'payment_session.accredited' })
      .first()
      .getByRole('button', { name: 'Send as new' })
      .click();
    const [, , fresh] = await receiver.received.atLeast(
      3,
      ({ event }) => event === 'payment_session.accredited',
    );
    expect(fresh?.headers['idempotency-key']).not.toBe(accredited.headers['idempotency-key']);
    expect(isSigned(fresh as never, account.webhook_secret)).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('keeps secrets to itself until asked, and hands out a token that works', async () => {
    const simulator = await startSimulator();
    const browser = await openBrowser();
    const { page, complaints } = await enterConsole(browser, simulator);
    const { webhook_secret: secret } = simulator.account;
    for (const area of [
      '',
      '/sessions',
      '/trace',
      '/keys',
      '/receivers',
      '/settings',
      '/terminals',
      '/practices',
      '/classes',
    ]) {
      await page.goto(`${simulator.url}/console${area}`);
      expect([area, (await page.content()).includes(secret)]).toEqual([area, false]);
    }
    await page.goto(`${simulator.url}/console/keys`);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText(secret).first().waitFor();
    await page.goto(`${simulator.url}/console/keys`);
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Make another token' }).click();
    await page
      .getByText(/sim_api_[\w-]{32}/)
      .first()
      .waitFor();
    const token = /sim_api_[\w-]{32}/.exec(await page.content())?.[0] ?? '';
    expect((await call(simulator.url, 'GET', '/api/v1/ext/payment-stops', { token })).status).toBe(200);
    expect(complaints).toEqual([]);
  });

  it('speaks Spanish and English, and keeps to the one that was chosen', async () => {
    const simulator = await startSimulator();
    const browser = await openBrowser();
    const { page, complaints } = await enterConsole(browser, simulator, { locale: 'es-VE' });
    await page.getByRole('heading', { name: 'Resumen', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Practices' }).first().click();
    await page.getByRole('heading', { name: 'Practices', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Español' }).click();
    await page.getByRole('heading', { name: 'Prácticas', level: 1 }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
    expect(complaints).toEqual([]);
  });

  it('shows a class how it gets on while a trainee works', async () => {
    const simulator = await startSimulator();
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
    await trainee.page.getByLabel('Short name').fill('ana');
    await trainee.page.getByLabel('Password').fill('correct horse');
    await trainee.page.getByRole('button', { name: 'Make the account' }).click();
    await trainee.page.getByRole('heading', { name: 'Your account is ready' }).waitFor();
    const token = /sim_api_[\w-]{32}/.exec(await trainee.page.content())?.[0] ?? '';
    const row = page.locator('tr', { hasText: 'ana' }).first();
    await row.filter({ hasText: /0 ?\/ ?\d+/ }).waitFor();
    const made = await call(url, 'POST', '/api/v1/ext/agreements', {
      token,
      body: { title: 'Shop', payment_methods: { immediate_debit: true }, default_bank_account_id: 'main' },
    });
    expect(made.status).toBe(201);
    await row.filter({ hasText: /1 ?\/ ?\d+/ }).waitFor();
    expect(await page.content()).not.toContain(token);
    expect([...complaints, ...trainee.complaints]).toEqual([]);
  });
});
