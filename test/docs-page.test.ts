import { expect, it } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { openBrowser, phone, takePicture } from './support/browser.ts';
import { openPage } from './support/console.ts';
import { startSimulator } from './support/simulator.ts';

it.each(['light', 'dark'] as const)(
  'the documentation is read, searched and copied on a phone, in %s',
  async (colorScheme) => {
    const { url } = await startSimulator();
    const browser = await openBrowser();
    const { page, complaints } = await openPage(browser, url, {
      viewport: phone,
      colorScheme,
      locale: 'es-VE',
    });
    await page.goto(`${url}/docs`);
    await expectAccessible(page);
    await page.getByRole('searchbox').fill('la firma no coincide');
    await page.getByRole('searchbox').press('Enter');
    await page.locator('.hits a').first().click();
    expect(page.url()).toContain('/docs/troubleshooting#la-firma-no-coincide');
    for (const path of ['concepts', 'payloads', 'webhooks', 'hosting']) {
      await page.goto(`${url}/docs/${path}`);
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(phone.width);
      await takePicture(page, `docs-${path}-${colorScheme}`);
    }
    await page.goto(`${url}/docs/concepts`);
    await expectAccessible(page);
    await page.goto(`${url}/docs/webhooks`);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Copiar' }).first().click();
    await page.getByRole('button', { name: 'Copiado' }).waitFor();
    expect(complaints).toEqual([]);
  },
);
