import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { root, startProgram } from '../support/program.ts';
import { scratchFolder } from '../support/scratch.ts';

const [start = '', test = ''] = [
  ...readFileSync(`${root}README.md`, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms),
].map(([, block]) => block);

/** The clone contains only a few tests, so that its `npm test` is short. */
const keptTests = /^(packages\/qr-png|packages\/client)\/|^test\/hangup\.test\.ts$/;

/**
 * Copies the files that git would clone into a directory without dependencies, and sets a new home directory.
 * npm uses this machine's cache, because the test isn't about the registry.
 */
function clone(): { cwd: string; env: Record<string, string> } {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  const cwd = join(scratchFolder(), 'clone');
  for (const file of files.filter((each) => !/\.test\.tsx?$/.test(each) || keptTests.test(each))) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    cpSync(join(root, file), join(cwd, file));
  }
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
  const env = {
    HOME: scratchFolder(),
    SIM_PORT: '0',
    npm_config_cache: cache,
    npm_config_prefer_offline: 'true',
  };
  return { cwd, env };
}

it('starts with the first code block of the README, and passes the test in the second one', async () => {
  const { cwd, env } = clone();
  const simulator = startProgram('bash', ['-euc', start], { cwd, env });
  let hasEnded = false;
  void simulator.exited.then(() => {
    hasEnded = true;
  });
  // No limit here: installing can be slow, and the test has a timeout.
  let line: string | undefined;
  for await (const _ of setInterval(100)) {
    line = simulator.lines.all.find((each) => each.includes('http://'));
    if (line !== undefined || hasEnded) break;
  }
  expect(line, simulator.stderr()).toBeDefined();
  expect(simulator.stderr()).not.toContain('EBADENGINE');
  const [url] = /http:\S+/.exec(line ?? '') ?? [];
  expect((await fetch(`${url}/health`)).status).toBe(200);
  // npx doesn't forward signals, so the signal goes to the simulator itself.
  const { pid } = JSON.parse(readFileSync(join(cwd, '.sim/running.json'), 'utf8'));
  process.kill(pid, 'SIGTERM');
  await simulator.exited;

  const tests = startProgram('bash', ['-euc', test], { cwd, env });
  const { code } = await tests.exited;
  expect(code, tests.stdout() + tests.stderr()).toBe(0);
  expect(tests.stdout()).toMatch(/^[1-9]\d* passed, 0 failed$/m);
}, 300_000);
