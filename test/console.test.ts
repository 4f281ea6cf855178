import { describe, expect, it } from 'vitest';
import { call, openSession } from './support/api.ts';
import { enterConsole, openPage } from './support/console.ts';
import { simulatorOfFile } from './support/simulator.ts';

const simulatorHere = simulatorOfFile();

describe('the console in a browser', () => {
  it('shows what happens as it happens, without being loaded again', async () => {
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
    expect(await page.evaluate('globalThis.sameDocument')).toBe(true);
  });

  it('shows a class how it gets on while a trainee works', async () => {
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
    // Whoever registers is logged in by it, which is the first practice.
    await row.filter({ hasText: /1 ?\/ ?\d+/ }).waitFor();
    const made = await call(url, 'POST', '/api/v1/ext/agreements', {
      token,
      body: { title: 'Shop', payment_methods: { immediate_debit: true }, default_bank_account_id: 'main' },
    });
    expect(made.status).toBe(201);
    await row.filter({ hasText: /2 ?\/ ?\d+/ }).waitFor();
    expect(await page.content()).not.toContain(token);
  });
});
