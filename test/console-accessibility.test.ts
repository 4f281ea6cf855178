import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectFits } from './support/accessibility.ts';
import { buttonBody, call } from './support/api.ts';
import { desktop, openBrowser, phone } from './support/browser.ts';
import { enterConsole, openPage } from './support/console.ts';
import { startReceiver } from './support/receiver.ts';
import { type Simulator, startSimulator } from './support/simulator.ts';

/** A page uncompressed, also where every text in it is as long as it may be. */
const PAGE_BYTES = 160_000;

/** What the pages are looked at in. They take width and theme from style sheets alone, so that a page is loaded once for both. */
const looks = [
  { name: 'phone, dark', viewport: phone, colorScheme: 'dark' },
  { name: 'desktop, light', viewport: desktop, colorScheme: 'light' },
] as const;

async function expectFitsInBoth(page: Page, where: string): Promise<void> {
  for (const { name, viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await expectFits(page, `${where} ${name}`);
  }
}

it('is accessible on every page at both widths and in both themes, and no text is too long for it', async () => {
  const simulator = await startSimulator();
  const { classId, sessions } = await furnish(simulator);
  const browser = await openBrowser();
  const outside = await openPage(browser, simulator.url);
  for (const path of ['/login', '/register']) {
    await outside.page.goto(`${simulator.url}/console${path}`);
    await expectFitsInBoth(outside.page, path);
  }
  const { page, complaints } = await enterConsole(browser, simulator);
  const paths = [
    '',
    '/sessions',
    '/deliveries',
    '/search',
    '/search?q=W',
    ...sessions.map((id) => `/sessions/${id}`),
    '/trace',
    '/simulate',
    '/practices',
    '/practices/certificate',
    '/classes',
    `/classes/${classId}`,
    '/terminals',
    '/transactions',
    '/batches',
    `/classes/${classId}?trainee=ana`,
    '/keys',
    '/receivers',
    '/settings',
    '/account',
    '/nowhere',
  ];
  for (const path of paths) {
    const answer = await page.goto(`${simulator.url}/console${path}`);
    expect((await answer?.body())?.length, path).toBeLessThanOrEqual(PAGE_BYTES);
    await page.locator('main details').evaluateAll((all) => {
      for (const element of all) element.setAttribute('open', '');
    });
    await expectFitsInBoth(page, path);
  }
  await page.goto(`${simulator.url}/console/sessions/${sessions[0]}`);
  const checker = await page.locator('a[href*="/signature/"]').first().getAttribute('href');
  await page.goto(`${simulator.url}${checker}`);
  await page.locator('#computed').fill('x');
  await page.locator('#signed').fill('w'.repeat(200));
  await page.locator('main form [type=submit]').click();
  await expectFitsInBoth(page, '/signature');
  expect(complaints).toEqual([]);
  // Every page at two widths, on a machine that may have other things to do.
}, 300_000);

/** Sessions in every state, with the longest texts that there are, delivered, refused and given up; a class with trainees. */
async function furnish({ url, account }: Simulator) {
  const { token, console_token: consoleToken, agreement_id: agreementId } = account;
  const receiver = await startReceiver((request, response) => {
    response.statusCode = request.url?.startsWith('/refuse') ? 401 : 200;
    response.end('w'.repeat(4000));
  });
  const long = {
    identifier: 'W'.repeat(500),
    identifier_label: 'L'.repeat(500),
    description: 'palabra '.repeat(60),
  };
  const sessions: string[] = [];
  const open = async (more: Record<string, unknown>, ...outcomes: readonly [number, string][]) => {
    const made = await call(url, 'POST', '/api/v1/ext/payment-sessions/buttons', {
      token,
      body: buttonBody(agreementId, more),
    });
    sessions.push(made.body.data.id);
    for (const [leg, outcome] of outcomes) {
      await call(url, 'POST', `/control/sessions/${made.body.data.id}/outcome`, {
        token,
        body: { leg, outcome },
      });
    }
  };
  await open({ ...long, webhook_url: `${receiver.url}/refuse?${'q'.repeat(400)}` }, [1, 'paid']);
  await open({ webhook_url: receiver.url }, [1, 'paid'], [2, 'accredited']);
  await open({}, [1, 'failed']);
  await receiver.received.atLeast(3);
  await call(url, 'POST', `/console/hooks/${account.account_id}/captura`, {
    token,
    body: { text: 'x'.repeat(500) },
  });
  const made = await call(url, 'POST', '/console/classes', {
    token: consoleToken,
    body: { title: 'T'.repeat(200) },
  });
  for (const name of ['ana', 'W'.repeat(64)]) {
    await call(url, 'POST', '/console/register', {
      body: { short_name: name, password: 'correct horse', class_code: made.body.data.join_code },
    });
  }
  return { classId: made.body.data.class_id, sessions };
}
