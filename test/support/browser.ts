import { mkdirSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { browserPath } from './debian-package.js';
import { root } from './program.ts';

const browsers = new Map<string, Promise<Browser>>();

/** Ends with its worker. */
function launch(more: readonly string[]): Promise<Browser> {
  const executablePath = browserPath();
  if (executablePath === undefined) throw new Error('no Chromium: npm test installs it');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}

/**
 * Waits of a page, ms: on a machine that is ten times as busy as it has processors, the largest page needs more than the 30 s
 * that Playwright gives it.
 */
const PATIENCE_MS = 90_000;

/**
 * A page in a context of its own, which is closed when the test ends. To start a browser takes longer than most tests, so the tests of a
 * worker share those with the same arguments. They talk to loopback only; no test gives them another address.
 */
export async function newPage(
  options: BrowserContextOptions = {},
  ...more: readonly string[]
): Promise<Page> {
  const key = more.join(' ');
  const launched = browsers.get(key) ?? launch(more);
  browsers.set(key, launched);
  const context = await (await launched).newContext(options);
  onTestFinished(() => context.close());
  context.setDefaultTimeout(PATIENCE_MS);
  return context.newPage();
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
