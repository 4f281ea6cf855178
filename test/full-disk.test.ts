import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { connectionFlags } from './support/api.ts';
import { root, startProgram } from './support/program.ts';
import { scratchFolder } from './support/scratch.ts';
import { simulatorOfFile } from './support/simulator.ts';
import { until } from './support/until.ts';

const simulatorHere = simulatorOfFile();

it.each(['openapi', 'session create --json', 'session list --json', 'env', '--help', 'config --help'])(
  'exits with 1 and prints the reason when sim %s writes its output to a full disk',
  async (line) => {
    const words = line.split(' ');
    const simulator = await simulatorHere();
    const call =
      words[0] === '--help' || words[0] === 'config' ? words : [...words, ...connectionFlags(simulator)];
    const command = [process.execPath, `${root}bin/sim.js`, ...call].map((word) => `'${word}'`).join(' ');
    const run = startProgram('sh', ['-c', `${command} > /dev/full`]);
    expect([(await run.exited).code, run.stderr()]).toEqual([
      1,
      expect.stringContaining('the output is incomplete: the disk is full (ENOSPC)'),
    ]);
  },
);

it('exits with 0 when the reader of its output has closed the pipe', async () => {
  const run = startProgram('bash', [
    '-c',
    `${process.execPath} ${root}bin/sim.js --help | true; exit \${PIPESTATUS[0]}`,
  ]);
  expect([(await run.exited).code, run.stderr()]).toEqual([0, '']);
});

/** False in containers that forbid mounting a file system. */
const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

it.skipIf(!canMount).each([
  ['start', ['--data', 'DIR/.sim', '--port', '0', '--no-demo']],
  ['start', ['--data', 'DIR/a/b/.sim', '--port', '0', '--no-demo', '--ephemeral']],
  ['relay', ['--save', 'DIR/webhooks']],
  ['snapshot', ['save', 'DIR/a/account.json']],
])('names the read-only file system in the error of sim %s %j', async (command, words) => {
  const simulator = await simulatorHere();
  const folder = scratchFolder();
  const call = [command, ...words.map((word) => word.replace('DIR', folder))];
  const place = command === 'start' ? [] : connectionFlags(simulator);
  const inside = 'mount -t tmpfs -o ro none "$0" && exec "$@"';
  // Only the mounts are separate. The network is shared, so the command reaches the simulator.
  const run = startProgram('unshare', [
    '-rm',
    'sh',
    '-c',
    inside,
    folder,
    process.execPath,
    `${root}bin/sim.js`,
    ...call,
    ...place,
  ]);
  await until(() => run.stderr().includes('EROFS'));
  expect(run.stderr()).not.toContain('ENOENT');
});
