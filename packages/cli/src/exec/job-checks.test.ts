import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stageFor } from '../../test/stage.ts';
import { runSim } from '../run-sim.ts';

/** Returns the report of `sim exec --junit` for a job that runs these commands of `sim`. */
async function reportOf(...lines: readonly string[]) {
  const stage = stageFor(['exec', '--ephemeral', '--junit', 'out/checks.xml', '--', 'job']);
  const job = async (env: Readonly<Record<string, string | undefined>>) => {
    let worst = 0;
    for (const line of lines) {
      const words = line.split(' ');
      worst = Math.max(worst, await runSim({ ...stage.context, words, env: env as Record<string, string> }));
    }
    return { code: worst, signal: null };
  };
  const context = {
    ...stage.context,
    elapsed: () => performance.now(),
    now: Date.now,
    deadline: (ms: number) => AbortSignal.timeout(ms),
    run: async (_words: readonly string[], env: Readonly<Record<string, string | undefined>>) => ({
      ended: job(env),
      kill: () => {},
    }),
  };
  const code = await runSim(context);
  return { code, xml: readFileSync(join(stage.directory, 'out', 'checks.xml'), 'utf8') };
}

it('gathers every check of a job in one report, with the command itself', async () => {
  const { code, xml } = await reportOf(
    'trigger payment_session.paid',
    'expect session.paid --exactly 1',
    'wait paid',
    'expect --no-duplicates',
  );
  expect(code).toBe(0);
  expect(xml).toContain('<testsuites tests="4" failures="0" errors="0" skipped="0"');
  expect(xml.match(/<testsuite name="[^"]*"/g)).toEqual([
    '<testsuite name="sim exec"',
    '<testsuite name="sim expect"',
    '<testsuite name="sim wait"',
    '<testsuite name="sim expect"',
  ]);
  expect(xml).toContain('<testcase classname="sim exec" name="job"');
});

it('has the failed checks of a job that fails, and those that could not be looked at', async () => {
  const { code, xml } = await reportOf('expect session.paid', 'wait paid --session nothing');
  expect(code).toBe(2);
  expect(xml).toContain('tests="3" failures="2" errors="1"');
});
