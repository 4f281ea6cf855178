import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { phone, takePicture } from './browser.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Turns off motion. Uses a constructed style sheet, because the page's policy forbids inline styles. */
const turnOffMotion = `
  const still = new CSSStyleSheet();
  still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }');
  document.adoptedStyleSheets = [still];`;

/** Rules whose result depends on colors and width. The other rules are tested only once per document. */
const styleRules = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];

/** Injects axe-core into every document that the page opens later. Evaluating it in each would be slower. */
export const injectAxe = (page: Page) => page.addInitScript(axeSource);

/**
 * Removes all but three of adjacent elements with the same structure, because they would have the same
 * faults.
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

/** Fails with the elements that axe-core reports, by all rules or only by those that depend on the style. */
export async function expectAccessible(page: Page, rules: 'all' | 'style' = 'all'): Promise<void> {
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axeSource);
  // During a transition, a text can have too little contrast.
  await page.evaluate(turnOffMotion);
  const violations = await page.evaluate(
    async (runOnly) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      const result = await axe.run('html', { resultTypes: ['violations'], preload: false, ...runOnly });
      return result.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
    },
    rules === 'all' ? {} : { runOnly: styleRules },
  );
  expect(violations).toEqual([]);
}

/** Runs `expectAccessible` with light and with dark colors. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'style');
}

/** Takes a picture, and fails if the page is wider than its window. On phones, it must also fit 320 px. */
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
