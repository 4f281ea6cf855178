import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { expectAccessible } from './support/accessibility.ts';
import { desktop, newPage } from './support/browser.ts';
import { root } from './support/program.ts';

it('shows every color token and the tape in both themes, each of them accessible', async () => {
  const tokens = readFileSync(`${root}packages/web/src/kit/styles/tokens.css`, 'utf8');
  const colors = [...tokens.matchAll(/--([\w-]+): light-dark\(/g)].map(([, name]) => `--${name}`);
  const page = await newPage({ viewport: desktop });
  await page.goto(`file://${root}docs/kit.html`);
  for (const look of ['Light', 'Dark']) {
    const names = await page.getByLabel(look, { exact: true }).locator('.swatch code').allTextContents();
    expect(names.toSorted()).toEqual(colors.toSorted());
  }
  const tapes = await page.evaluate(
    `[...document.querySelectorAll('.taped')].map((tape) => getComputedStyle(tape).borderImageSource)`,
  );
  expect(tapes).toEqual(Array(2).fill(expect.stringContaining('repeating-linear-gradient')));
  // The two themes differ only if the style sheets are loaded.
  const backgrounds = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('.look')].map((look) => getComputedStyle(look).backgroundColor)`,
  );
  expect(new Set(backgrounds).size).toBe(2);
  await expectAccessible(page);
});
