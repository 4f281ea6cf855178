import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { advance, call, openAccount, openSession, statusOf } from './support/api.ts';
import { enterConsole, openPage } from './support/console.ts';
import { startSimulator } from './support/simulator.ts';
import { readTrace } from './support/trace.ts';
import { until } from './support/until.ts';

/** Clicks these one after the other; nothing else is done on the page. */
async function clicks(page: Page, ...what: readonly string[]) {
  for (const selector of what) await page.locator(selector).first().click();
  return what.length;
}

it('what people come for is so many clicks away: the cause of a refusal 0, an outcome 2, a payment 2, a trainee 1', async () => {
  const simulator = await startSimulator();
  const { url, account } = simulator;
  const page = await enterConsole(simulator);
  const webhook_url = `${url}/console/hooks/${account.account_id}/fail`;
  const refused = await openSession(simulator, { webhook_url });
  await until(async () => {
    await advance(simulator, 10_000);
    return (await readTrace(simulator, `&type=webhook.gave_up&session_id=${refused.id}`)).length > 0;
  });
  await page.goto(`${url}/console`);
  await page.locator('main').getByText('The receiver failed inside').first().waitFor();

  const forced = await openSession(simulator, { identifier: 'FORCED' });
  await page.goto(`${url}/console`);
  expect(await clicks(page, 'main a:text-is("FORCED")', '#outcome-failed')).toBe(2);
  await until(async () => (await statusOf(simulator, forced.id)) === 'failed');

  const payer = await openPage(url);
  const paid = await openSession(simulator, { success_url: `${url}/health`, failure_url: `${url}/health` });
  await payer.goto(paid.payment_url);
  expect(await clicks(payer, '[data-test-payer] button', 'button.pay')).toBe(2);
  await until(async () => (await statusOf(simulator, paid.id)) === 'paid');

  const trainee = await openAccount(url);
  const made = await call(url, 'POST', '/console/classes', {
    token: account.console_token,
    body: { title: 'March' },
  });
  const { class_id, join_code: class_code } = made.body.data;
  await call(url, 'POST', '/console/class', { token: trainee.console_token, body: { class_code } });
  await expect(openSession({ url, account: trainee }, { amount_reference: 0 })).rejects.toThrow();
  await page.goto(`${url}/console/classes/${class_id}`);
  expect(await clicks(page, '.board-grid tbody .who-cell a')).toBe(1);
  const facts = page.locator('main .facts');
  await facts.getByText('createButtonSession').waitFor();
  await facts.getByText('/amount_reference must be').waitFor();
}, 60_000);
