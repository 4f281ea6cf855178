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
  document.adoptedStyleSheets = [still];`;

/** Rules whose answer may differ with colours and width; the others see the same document in each theme and language. */
const ofLook = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];

/** Has every document that a page opens from now on bring axe-core with it: to hand it over to each takes longer than most of the rules. */
export const bringAxe = (page: Page) => page.addInitScript(axeSource);

/**
 * Leaves of neighbours that are made of the same kinds of elements, but for their words and how many of each, the first three: what is
 * wrong with one of them is wrong with all.
 */
export async function withoutRepeats(page: Page): Promise<void> {
  await page.evaluate(`{
    const kindOf = ({ tagName, className }) => tagName + '.' + className;
    const madeOf = (element) => [element, ...element.querySelectorAll('*')].map(kindOf);
    for (const { children } of document.querySelectorAll('main *')) {
      const seen = {};
      for (const child of [...children]) {
        const kind = [...new Set(madeOf(child))].join();
        seen[kind] = (seen[kind] ?? 0) + 1;
        if (seen[kind] > 3) child.remove();
      }
    }
  }`);
}

/** Fails with the elements that axe-core objects to, by all rules or by those that a page's look can break. */
export async function expectAccessible(page: Page, rules: 'all' | 'of its look' = 'all'): Promise<void> {
  // A document is given axe-core once, and what passes is not described: either takes as long as many of the rules.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axeSource);
  // On its way from one colour to another a text may be as faint as can be.
  await page.evaluate(standStill);
  const violations = await page.evaluate(
    async (runOnly) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      const result = await axe.run('html', { resultTypes: ['violations'], preload: false, ...runOnly });
      return result.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
    },
    rules === 'all' ? {} : { runOnly: ofLook },
  );
  expect(violations).toEqual([]);
}

/** As `expectAccessible`, in light colours and in dark ones. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'of its look');
}

/** Takes a picture of the page, and fails when it is wider than its window or, on a phone, than a small one. */
export async function expectFits(page: Page, where: string): Promise<void> {
  await takePicture(page, `console-${where.replace(/\W+/g, '-')}`);
  const viewport = page.viewportSize() ?? phone;
  const expectNoWider = async (width: number) => {
    const wider = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect([where, width, wider]).toEqual([where, width, 0]);
  };
  await expectNoWider(viewport.width);
  if (viewport.width > phone.width) return;
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoWider(320);
  await page.setViewportSize(viewport);
}
