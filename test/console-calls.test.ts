import { expect, it } from 'vitest';
import { call } from './support/api.ts';
import { openBrowser, phone, takePicture } from './support/browser.ts';
import { enterConsole } from './support/console.ts';
import { startSimulator } from './support/simulator.ts';

const SESSIONS = '/api/v1/ext/payment-sessions/buttons';

it('leads from the overview to the cause of a 401 and of a 400 in a batch in two clicks each, on a phone too', async () => {
  const simulator = await startSimulator();
  const { url, account } = simulator;
  const browser = await openBrowser();
  const { page, complaints } = await enterConsole(browser, simulator, { viewport: phone });
  const refused = (words: string) => page.locator('main').getByRole('link', { name: words }).click();
  const rows = page.locator('main tbody tr');

  // The overview is open, and tells of it by itself.
  await page.getByText('Live').first().waitFor();
  await call(url, 'POST', SESSIONS, { token: `"${account.token}"`, body: {} });
  await refused('1 call refused in the last hour');
  await rows.filter({ hasText: '401' }).getByRole('link').click();
  await page.getByText('There is something around the token').waitFor();
  await takePicture(page, 'console-call-401-phone');

  const invoice = {
    amount_reference: 80,
    currency_reference: 'USD',
    identifier: 'INV-1',
    title: 'Invoice 1',
    agreement_id: account.agreement_id,
    due_date_session: '2035-12-31T23:59:00.000Z',
    due_date_reached_behavior: 'deactivate',
  };
  await call(url, 'POST', '/api/v1/ext/payment-sessions/request/batch', {
    token: account.token,
    body: { items: [invoice, { ...invoice, amount_reference: -5 }] },
  });
  await page.goto(`${url}/console`);
  await refused('2 calls refused in the last hour');
  await rows.filter({ hasText: '400' }).getByRole('link').click();
  const fault = page.getByRole('listitem').filter({ hasText: '/items/1/amount_reference' }).first();
  expect(await fault.textContent()).toContain('-5');
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  await takePicture(page, 'console-call-400-phone');
  expect(complaints).toEqual([]);
});
