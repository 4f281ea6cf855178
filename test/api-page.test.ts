import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, expectContrast } from './support/accessibility.ts';
import { call } from './support/api.ts';
import { desktop, openBrowser, phone, takePicture } from './support/browser.ts';
import { enterConsole, openPage } from './support/console.ts';
import { type Simulator, startSimulator } from './support/simulator.ts';

/** Not in git; to be looked at. */

const backgrounds = [
  ['light', 'rgb(255, 255, 255)'],
  ['dark', 'rgb(28, 32, 34)'],
] as const;

describe('the API reference in a browser', () => {
  it('shows every operation and webhook of the document, tries one out where it was opened, and asks nobody else for anything', async () => {
    const simulator = await startSimulator({ args: ['--public-url', 'https://sim.invalid/'] });
    const { page, complaints } = await open(simulator);
    const { body } = await call(simulator.url, 'GET', '/openapi.json');
    const operations = Object.values(body.paths as object).flatMap((path) => Object.keys(path));
    const webhooks = Object.keys(body.webhooks);
    expect(await page.locator('.opblock').count()).toBe(operations.length + webhooks.length);
    for (const tag of body.tags as { name: string }[])
      expect(await page.getByRole('heading', { name: tag.name }).first().isVisible(), tag.name).toBe(true);
    expect(complaints).toEqual([]);

    await authorize(page, simulator.account.token);
    const operation = page.locator('#operations-Control-setClock');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.locator('textarea').fill('{"frozen": true, "now": "2027-01-31T23:59:00Z"}');
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table .response');
    await answer.waitFor();
    expect(await answer.locator('.response-col_status').textContent()).toContain('200');
    expect(await answer.textContent()).toContain('"now": "2027-01-31T23:59:00.000Z"');
    const { account, url } = simulator;
    expect(await operation.locator('.request-url').textContent()).toContain(`${url}/control/clock`);
    const clock = await call(url, 'GET', '/control/clock', { token: account.token });
    expect(clock.body.data).toMatchObject({ frozen: true, now: '2027-01-31T23:59:00.000Z' });
    expect(complaints).toEqual([]);
  });

  it('tries out its own examples as who is logged in to the console, and tells nobody else a secret', async () => {
    const simulator = await startSimulator();
    const browser = await openBrowser();
    const { page, complaints } = await enterConsole(browser, simulator);
    await show(page, simulator);
    const operation = page.locator('#operations-Payment_sessions-createButtonSession');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table .response');
    await answer.waitFor();
    expect(await answer.locator('.response-col_status').textContent()).toContain('201');
    expect(await answer.textContent()).toContain(simulator.account.agreement_id);
    expect(complaints).toEqual([]);

    const asked: string[] = [];
    const { page: other } = await openPage(browser, simulator.url);
    other.on('response', async (response) => {
      asked.push(await response.text().catch(() => ''));
    });
    await show(other, simulator);
    expect(asked.join('')).not.toMatch(/sim_(api|con)_\w{20}/);
    expect(asked.join('')).not.toContain(simulator.account.agreement_id);
  });

  it('speaks Spanish, in what it draws itself, too', async () => {
    const { url } = await startSimulator();
    const { page, complaints } = await openPage(await openBrowser(), url, { viewport: desktop });
    await show(page, { url: `${url}/docs/api?lang=es` });
    await page.getByRole('heading', { name: 'Sesiones de pago' }).waitFor();
    const operation = page.locator('#operations-Payment_sessions-createButtonSession');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Probar' }).click();
    await operation.getByRole('button', { name: 'Enviar' }).waitFor();
    expect(await operation.textContent()).not.toMatch(
      /Parameters|Request body|Example Value|Responses|Try it/,
    );
    expect(complaints).toEqual([]);
  });

  it('is accessible, and fits a phone and a desk, in both themes', async () => {
    const { page, complaints } = await open(await startSimulator());
    const operation = page.locator('#operations-Payment_sessions-createButtonSession');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await expectAccessible(page);
    for (const [colorScheme, background] of backgrounds) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(background);
      for (const [size, viewport] of Object.entries({ phone, desktop })) {
        await page.setViewportSize(viewport);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
        await takePicture(page, `api-page-${size}-${colorScheme}`);
      }
    }
    // The other theme has other colours, and is the same otherwise.
    await expectContrast(page);
    await page.locator('.auth-wrapper .authorize').first().click();
    await page.locator('.dialog-ux input').first().waitFor();
    await expectAccessible(page, '.dialog-ux');
    await page.emulateMedia({ colorScheme: 'light' });
    await expectContrast(page, '.dialog-ux');
    expect(complaints).toEqual([]);
  });
});

/** The page once it shows its operations, and whatever it should not have done. */
async function open({ url }: Simulator, options: BrowserContextOptions = {}) {
  const visit = await openPage(await openBrowser(), url, { viewport: desktop, ...options });
  visit.page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) visit.complaints.push(`console: ${message.text()}`);
  });
  await show(visit.page, { url });
  return visit;
}

async function show(page: Page, { url }: Pick<Simulator, 'url'>): Promise<void> {
  await page.goto(url.includes('/docs/') ? url : `${url}/docs/api`);
  await page.locator('body[data-ready]').waitFor();
  await page.locator('.opblock').first().waitFor();
}

/** Gives the API token in the dialog of Swagger UI. */
async function authorize(page: Page, token: string): Promise<void> {
  await page.locator('.auth-wrapper .authorize').first().click();
  const api = page.locator('.auth-container', { hasText: 'apiToken' });
  await page.waitForFunction(
    "document.activeElement.closest('.auth-container')?.textContent.includes('apiToken')",
  );
  await api.locator('input').fill(token);
  await api.getByRole('button', { name: 'Authorize' }).click();
  await page.locator('.btn-done').first().click();
}
