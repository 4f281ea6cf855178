import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { expectAccessibleInBoth } from './support/accessibility.ts';
import { phone, takePicture } from './support/browser.ts';
import { enterConsole, openPage } from './support/console.ts';
import { simulatorOfFile } from './support/simulator.ts';

const simulatorHere = simulatorOfFile();

it('serves documentation that can be read, searched and copied on a phone', async () => {
  const { url } = await simulatorHere();
  const page = await openPage(url, { viewport: phone, locale: 'es-VE' });
  await page.goto(`${url}/docs`);
  await expectAccessibleInBoth(page);
  await page.getByRole('searchbox').fill('la firma no coincide');
  await page.getByRole('searchbox').press('Enter');
  await page.locator('.hits a').first().click();
  await expect
    .poll(() => page.url())
    .toContain('/docs/troubleshooting?q=la+firma+no+coincide#la-firma-no-coincide');
  await expect.poll(() => page.locator('h3 mark, h2 mark').allTextContents()).toContain('firma');
  for (const path of ['concepts', 'payloads', 'webhooks', 'hosting', 'hosting-reference']) {
    await page.goto(`${url}/docs/${path}`);
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth'), { message: path })
      .toBe(phone.width);
    await takePicture(page, `docs-${path}`);
    if (path === 'concepts' || path === 'webhooks') await expectAccessibleInBoth(page);
  }
  await page.goto(`${url}/docs/webhooks`);
  await page.getByRole('button', { name: 'Copiar' }).first().click();
  await page.getByRole('button', { name: 'Copiado' }).waitFor();
});

it("sends the page's example requests as the logged-in user, and sends no secret to another site", async () => {
  const simulator = await simulatorHere();
  const page = await enterConsole(simulator);
  await page.goto(`${simulator.url}/docs/api`);
  await page.getByRole('link', { name: '/payment-sessions/buttons' }).first().click();
  await page.locator('#try[data-ready]').waitFor();
  await expect.poll(() => page.getByLabel('Token').count()).toBe(0);
  await send(page, 'Send');
  await expect.poll(() => page.locator('#tried').textContent()).toMatch(/^201 /);
  await expect.poll(() => page.locator('#tried pre').textContent()).toContain(simulator.account.agreement_id);

  const requestedUrls: string[] = [];
  const other = await openPage(simulator.url);
  other.on('response', async (response) => {
    requestedUrls.push(await response.text().catch(() => ''));
  });
  await other.goto(`${simulator.url}/docs/api/setClock`);
  await other.getByLabel('Token').fill(simulator.account.token);
  await other.locator('#try-body').fill('{"frozen": true, "now": "2027-01-31T23:59:00Z"}');
  await send(other, 'Send');
  await expect
    .poll(() => other.locator('#tried pre').textContent())
    .toContain('"now": "2027-01-31T23:59:00.000Z"');
  expect(requestedUrls.join('')).not.toMatch(/sim_(api|con)_\w{20}/);
});

it('fits a phone in Spanish, and is accessible', async () => {
  const simulator = await simulatorHere();
  const page = await enterConsole(simulator, { viewport: phone, locale: 'es-VE' });
  for (const path of ['/docs/api', '/docs/api/createRequestSession', '/docs/api/createTransaction']) {
    await page.goto(simulator.url + path);
    await expectAccessibleInBoth(page);
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth'), { message: path })
      .toBe(phone.width);
    await takePicture(page, `api-page-${path.split('/').at(-1)}`);
  }
});

it('shows the links to the parts of a page without overlap on a phone', async () => {
  const { url } = await simulatorHere();
  const page = await openPage(url, { viewport: phone });
  await page.goto(`${url}/docs/webhooks`);
  const boxes = await page
    .locator('.contents a')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().toJSON()));
  expect(boxes.length).toBeGreaterThan(2);
  for (const [index, { left }] of boxes.entries())
    expect(left).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0);
});

it('loads a page with a single request', async () => {
  const { url } = await simulatorHere();
  const page = await openPage(url);
  const requestedUrls: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  const answer = await page.goto(`${url}/docs/api`);
  expect(requestedUrls.filter((address) => !address.startsWith('data:'))).toEqual([`${url}/docs/api`]);
  expect((await answer?.body())?.length).toBeLessThan(120_000);
});

async function send(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.locator('#tried pre').waitFor();
}
