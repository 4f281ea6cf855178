import { expect, it } from 'vitest';
import { root, startProgram } from './support/program.ts';

const vitest = [`${root}node_modules/vitest/vitest.mjs`, 'run', '--reporter=json'];

it('runs the example suite of Vitest', async () => {
  const run = startProgram(process.execPath, vitest, { cwd: `${root}examples/vitest` });
  expect((await run.exited).code, run.stdout() + run.stderr()).toBe(0);
  expect(JSON.parse(run.stdout())).toMatchObject({ numPassedTests: 5, numTotalTests: 5, success: true });
});

it('runs the example suite of node:test', async () => {
  const run = startProgram(process.execPath, ['--test', '--test-reporter=tap'], {
    cwd: `${root}examples/node-test`,
  });
  expect((await run.exited).code, run.stdout() + run.stderr()).toBe(0);
  expect(run.stdout()).toMatch(/^# pass 4$/m);
  expect(run.stdout()).toMatch(/^# fail 0$/m);
});
