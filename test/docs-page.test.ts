import { expect, it } from 'vitest';
import { expectAccessibleInBoth } from './support/accessibility.ts';
import { phone, takePicture } from './support/browser.ts';
import { openPage } from './support/console.ts';
import { startSimulator } from './support/simulator.ts';

it('the documentation is read, searched and copied on a phone', async () => {
  const { url } = await startSimulator();
  const page = await openPage(url, { viewport: phone, locale: 'es-VE' });
  await page.goto(`${url}/docs`);
  await expectAccessibleInBoth(page);
  await page.getByRole('searchbox').fill('la firma no coincide');
  await page.getByRole('searchbox').press('Enter');
  await page.locator('.hits a').first().click();
  expect(page.url()).toContain('/docs/troubleshooting?q=la+firma+no+coincide#la-firma-no-coincide');
  expect(await page.locator('h3 mark, h2 mark').allTextContents()).toContain('firma');
  for (const path of ['concepts', 'payloads', 'webhooks', 'hosting']) {
    await page.goto(`${url}/docs/${path}`);
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(phone.width);
    await takePicture(page, `docs-${path}`);
    if (path === 'concepts' || path === 'webhooks') await expectAccessibleInBoth(page);
  }
  await page.goto(`${url}/docs/webhooks`);
  await page.getByRole('button', { name: 'Copiar' }).first().click();
  await page.getByRole('button', { name: 'Copiado' }).waitFor();
});
