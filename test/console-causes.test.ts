import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { advance, openSession } from './support/api.ts';
import { enterConsole } from './support/console.ts';
import { startReceiver } from './support/receiver.ts';
import { type Simulator, startSimulator } from './support/simulator.ts';
import { readTrace } from './support/trace.ts';
import { until } from './support/until.ts';

/** Clicks a way from the overview, which may have three clicks, and waits for the words of the cause on its last page. */
async function clicked(page: Page, { url }: Simulator, names: readonly (string | RegExp)[], cause: string) {
  expect(names.length).toBeLessThanOrEqual(3);
  await page.goto(`${url}/console`);
  for (const name of names) await page.locator('main').getByRole('link', { name }).first().click();
  await page.locator('main').getByText(cause).first().waitFor();
}

/** Lets the account's time pass until a session's webhook was given up. */
async function givenUp(simulator: Simulator, session: string): Promise<void> {
  await until(async () => {
    await advance(simulator, 10_000);
    return (await readTrace(simulator, `&type=webhook.gave_up&session_id=${session}`)).length > 0;
  });
}

it('leads from the overview in three clicks to why a webhook was refused, and with what mistake', async () => {
  const simulator = await startSimulator();
  const { account } = simulator;
  const page = await enterConsole(simulator);
  const receiver = await startReceiver((_, response) => response.writeHead(401).end());
  await givenUp(simulator, (await openSession(simulator, { webhook_url: receiver.url })).id);
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
});

it('finds by Ctrl+K, and a search leads to the session that it finds', async () => {
  const simulator = await startSimulator();
  const page = await enterConsole(simulator);
  const { id } = await openSession(simulator, { identifier: 'PED-2041', description: 'Pan de jamón' });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('ped-20');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'PED-2041' }).click();
  await page.waitForURL(`${simulator.url}/console/sessions/${id}`);
  await page.goto(`${simulator.url}/console`);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(id);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toBe(`${simulator.url}/console/sessions/${id}`);
});
