import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { phone, takePicture } from './browser.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** No transition, whatever the page's own policy says of styles. */
const standStill = `
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { transition: none !important; }');
  document.adoptedStyleSheets.push(still);`;

/** Fails with the elements that axe-core objects to, in the whole page or within what a selector names. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // A document is given axe-core once, and what passes is not described: either takes as long as many of the rules.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) {
    await page.evaluate(axeSource);
    // On its way from one colour to another a text may be as faint as can be.
    await page.evaluate(standStill);
  }
  const violations = await page.evaluate(async (part) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const result = await axe.run(part ?? 'html', {
      resultTypes: ['violations'],
      preload: false,
    });
    return result.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  }, within);
  expect(violations).toEqual([]);
}

/** Takes a picture of the page; fails when it is wider than its window, or than a small phone, or is not accessible. */
export async function expectFits(page: Page, where: string): Promise<void> {
  await takePicture(page, `console-${where.replace(/\W+/g, '-')}`);
  const own = page.viewportSize() ?? phone;
  for (const viewport of [{ width: 320, height: 640 }, own]) {
    await page.setViewportSize(viewport);
    const wider = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect([where, viewport.width, wider]).toEqual([where, viewport.width, 0]);
  }
  await expectAccessible(page);
}
