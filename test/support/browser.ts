import { mkdirSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { browserPath } from './debian-package.js';
import { root } from './program.ts';

const browsers = new Map<string, Promise<Browser>>();

/** Launches a browser, which ends with the test worker. */
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
 * Timeout of a page's waits: on an overloaded machine, the largest page needs more than Playwright's 30 s.
 */
const PATIENCE_MS = 90_000;

/**
 * Opens a page in a new context, which closes when the test ends. The tests of a worker share browsers with
 * the same arguments, because starting one takes longer than most tests.
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

/** Window sizes in which pages are tested. */
export const phone = { width: 390, height: 844 };
export const desktop = { width: 1280, height: 900 };

/** Saves a picture of the whole page to `test/.artifacts/` (not in git) if `SIM_PICTURES` is set. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env.SIM_PICTURES === undefined) return;
  const folder = `${root}test/.artifacts`;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
