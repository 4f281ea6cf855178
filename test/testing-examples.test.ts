import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DocPage } from './support/doc-page.ts';
import { freshCheckout } from './support/fresh-checkout.ts';
import { root, startProgram, stdoutOf } from './support/program.ts';

const vitest = [`${root}node_modules/vitest/vitest.mjs`, 'run', '--reporter=json'];

it('runs the example suite of Vitest', async () => {
  const run = startProgram(process.execPath, vitest, { cwd: `${root}examples/vitest` });
  expect(JSON.parse(await stdoutOf(run))).toMatchObject({
    numPassedTests: 6,
    numTotalTests: 6,
    success: true,
  });
});

it('runs the example in the description of findMistake', () => {
  const [, example = 'none'] =
    /@example\n \s*\* (.*)\n/.exec(readFileSync(`${root}packages/testing/src/testing-api.ts`, 'utf8')) ?? [];
  expect(readFileSync(`${root}examples/vitest/checkout.test.ts`, 'utf8')).toContain(`    ${example}\n`);
});

it('runs the example suite of node:test, copied as in testing.md', async () => {
  const checkout = await freshCheckout();
  const copyAndRun = new DocPage('testing.md').block('sh', 'cp -r');
  expect(await stdoutOf(checkout.run(copyAndRun))).toMatch(/^# pass 4\n# fail 0$/m);
});
