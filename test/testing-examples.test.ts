import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
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

it('runs the example suite of node:test', async () => {
  const run = startProgram(process.execPath, ['--test', '--test-reporter=tap'], {
    cwd: `${root}examples/node-test`,
  });
  expect(await stdoutOf(run)).toMatch(/^# pass 4\n# fail 0$/m);
});
