import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { call } from './api.ts';
import { newPage } from './browser.ts';

/** A browser page that is logged in to the console, and whatever went wrong in it. */
export interface ConsoleVisit {
  readonly page: Page;
  /** Dialogs, violations of the content security policy, errors of scripts, requests to anybody else: none is ever meant. */
  readonly complaints: string[];
}

/** Opens a page in a context of its own, and listens to all that it should not do. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<ConsoleVisit> {
  const page = await newPage(browser, { locale: 'en', ...options });
  const complaints: string[] = [];
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  page.on('request', (request) => {
    const asked = new URL(request.url());
    if (asked.protocol !== 'data:' && asked.origin !== url) complaints.push(`request: ${request.url()}`);
  });
  await page
    .context()
    .exposeFunction('reportViolation', (what: string) => complaints.push(`policy: ${what}`));
  await page.addInitScript(`addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    reportViolation([violatedDirective, blockedURI, sample].join(' ')))`);
  return { page, complaints };
}

/** Logs in by a link, as `sim open` does: it takes half as long as the form, whose own test is `base-path.test.ts`. */
export async function enterConsole(
  browser: Browser,
  { url, account }: { readonly url: string; readonly account: { readonly console_token: string } },
  options: BrowserContextOptions = {},
): Promise<ConsoleVisit> {
  const visit = await openPage(browser, url, options);
  const link = await call(url, 'POST', '/console/login-link', { token: account.console_token });
  await visit.page.goto(link.body.data.url);
  await visit.page.waitForURL(`${url}/console`);
  return visit;
}
