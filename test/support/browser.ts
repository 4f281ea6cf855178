import { mkdirSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { root } from './program.ts';

/** Debian's chromium, closed when the test ends. It talks to loopback only; no test gives it another address. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  onTestFinished(() => browser.close());
  return browser;
}

/** The widths at which pages are looked at. */
export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 900 };

/** Saves a picture of the whole page to `test/.artifacts/` (not in git), to be looked at, when `SIM_PICTURES=1` asks for them. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env.SIM_PICTURES === undefined) return;
  const folder = `${root}test/.artifacts`;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
