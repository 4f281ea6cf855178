import { expect, it } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { openBrowser, phone } from './support/browser.ts';
import { enterConsole } from './support/console.ts';
import { startReceiver } from './support/receiver.ts';
import { startSimulator } from './support/simulator.ts';

it('examines a receiver by a scenario, and its report says what went wrong and what to do', async () => {
  const simulator = await startSimulator();
  const seen = new Set<unknown>();
  const receiver = await startReceiver(({ headers }, response) => {
    const key = headers['idempotency-key'];
    response.writeHead(seen.has(key) ? 409 : 200).end();
    seen.add(key);
  });
  const browser = await openBrowser();
  const { page, complaints } = await enterConsole(browser, simulator, {
    viewport: phone,
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Receivers' }).click();
  await page.getByLabel('Address of the receiver').fill(receiver.url);
  await page.getByRole('radio', { name: /^Duplicate/ }).check();
  await page.getByRole('button', { name: 'Send and judge' }).click();
  await page.getByText('1 of 4 checks failed.').waitFor();
  const duplicate = page.getByRole('listitem').filter({ hasText: 'takes a webhook that it has had before' });
  await duplicate.getByText('The receiver answered 409').waitFor();
  await duplicate.getByText('What to do:').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});
