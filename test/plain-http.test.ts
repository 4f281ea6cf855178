import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newPage } from './support/browser.ts';
import { openMerchant } from './support/merchant.ts';
import { startSimulator } from './support/simulator.ts';

/**
 * Opens a page like a browser on another machine of the network: by plain http and a host name, so that the
 * page isn't a secure context.
 */
async function openInsecurely(url: string, path: string): Promise<Page> {
  const page = await newPage({ locale: 'en-US' }, '--host-resolver-rules=MAP sim.invalid 127.0.0.1');
  await page.goto(`${url.replace('127.0.0.1', 'sim.invalid')}${path}`);
  await expect
    .poll(() => page.evaluate(`[isSecureContext, 'clipboard' in navigator]`))
    .toEqual([false, false]);
  return page;
}

describe('the simulator over plain http on a network', () => {
  it('pairs the terminal and accepts a payment', async () => {
    const simulator = await startSimulator({ args: ['--allow-host', 'sim.invalid'] });
    const merchant = await openMerchant(simulator.url);
    const page = await openInsecurely(simulator.url, '/terminal');
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.getByLabel('Terminal serial number').fill('SN-1');
    await page.getByLabel('Activation code').fill(await merchant.pairingCode('SN-1'));
    await page.getByRole('button', { name: 'Pair' }).click();
    await page.getByRole('heading', { name: 'Ready' }).waitFor();
    const orderId = await merchant.charge({ terminalSerial: 'SN-1' });
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect.poll(async () => (await merchant.transaction(orderId)).status).toBe('PAID');
    expect(complaints).toEqual([]);
  });

  it('copies the text next to a copy button of the console, and confirms the copy', async () => {
    const { url, account } = await startSimulator({ args: ['--allow-host', 'sim.invalid'] });
    const page = await openInsecurely(url, '/console/login');
    await page.locator('[name=short_name]').fill(account.short_name);
    await page.locator('[name=password]').fill(account.password);
    await page.locator('form[action^="/console/login"] button').click();
    await page.waitForURL('**/console');
    await page.goto(`${url.replace('127.0.0.1', 'sim.invalid')}/console/receivers`);
    const button = page.locator('.code-block [data-copy]').first();
    const command = await page.locator('.code-block code').first().textContent();
    await button.click();
    expect(await page.evaluate('String(getSelection())')).toBe(command);
    await expect.poll(() => button.textContent()).toContain('Copied');
  });
});
