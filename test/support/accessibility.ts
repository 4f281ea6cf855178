import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails with the elements that axe-core objects to, in the whole page or within what a selector names. */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async (selector) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const result = await axe.run(selector ?? 'html');
    return result.violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  }, within);
  expect(violations).toEqual([]);
}
