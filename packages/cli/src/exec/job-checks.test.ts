import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { scratchFolder } from '../../../../test/support/scratch.ts';
import { createStage } from '../../test/stage.ts';
import { runSim } from '../run-sim.ts';

/** Returns the report of `sim exec --junit` for a job that runs these commands of `sim`. */
async function reportOf(...lines: readonly string[]) {
  return reportWith([], ...lines);
}

async function reportWith(options: readonly string[], ...lines: readonly string[]) {
  const stage = createStage(['exec', '--ephemeral', ...options, '--junit', 'out/checks.xml', '--', 'job']);
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
      exit: job(env),
      kill: () => {},
    }),
  };
  const code = await runSim(context);
  return { code, xml: readFileSync(join(stage.directory, 'out', 'checks.xml'), 'utf8') };
}

it('writes the command and all its checks to one JUnit report', async () => {
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

it('counts the failed checks of a failed job, and the checks that could not run as errors', async () => {
  const { code, xml } = await reportOf('expect session.paid', 'wait paid --session nothing');
  expect(code).toBe(2);
  expect(xml).toContain('tests="3" failures="2" errors="1"');
});

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['a job', [], ['trigger paid']],
  ['a job that fails', [], ['expect session.paid']],
  ['a simulator that has no account for the job', ['--no-demo'], []],
  ['a simulator that can not start', ['--tls-cert', 'no.pem', '--tls-key', 'no.pem'], []],
])('leaves no temporary file after %s', async (_name, options, lines) => {
  const temporary = scratchFolder();
  vi.stubEnv('TMPDIR', temporary);
  await reportWith(options, ...lines);
  expect(readdirSync(temporary).filter((name) => name.includes('checks'))).toEqual([]);
});

it("replaces the report of an earlier run if the simulator can't start", async () => {
  const { code, xml } = await reportWith(['--tls-cert', 'no.pem', '--tls-key', 'no.pem']);
  expect(code).not.toBe(0);
  expect(xml).toContain('<testsuite name="sim exec" tests="1" failures="0" errors="1"');
});
