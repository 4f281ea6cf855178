import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { call, type Place } from './api.ts';
import { newPage } from './browser.ts';

/**
 * Opens a page in a new context, and fails the test on dialogs, policy violations, script errors, or requests
 * to other origins.
 */
export async function openPage(
  origins: string | readonly string[],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await newPage({ locale: 'en', ...options });
  const complaints: string[] = [];
  onTestFinished(() => expect(complaints).toEqual([]));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && ![origins].flat().includes(url.origin))
      complaints.push(`request: ${request.url()}`);
  });
  await page
    .context()
    .exposeFunction('reportViolation', (what: string) => complaints.push(`policy: ${what}`));
  await page.addInitScript(`addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    reportViolation([violatedDirective, blockedURI, sample].join(' ')))`);
  return page;
}

/**
 * Logs in with a link, as `sim open` does. The form would take twice as long; `base-path.test.ts` tests it.
 */
export async function enterConsole(
  { url, account }: Place<'console_token'>,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await openPage(url, options);
  const link = await call(url, 'POST', '/console/login-link', { token: account.console_token });
  await page.goto(link.body.data.url);
  await page.waitForURL(`${url}/console`);
  return page;
}
