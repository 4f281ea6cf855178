import { expect, it } from 'vitest';
import { liveSimulator } from '../test/live.ts';
import { commandTree } from './command-tree.ts';

const live = liveSimulator();

it('lists every command with its arguments and options in help --json', async () => {
  const { code, stdout } = await live.sim('help', '--json');
  const { commands, exit_codes } = JSON.parse(stdout);
  const names = commandTree.flatMap((entry) =>
    'commands' in entry ? entry.commands.map(({ name }) => `${entry.name} ${name}`) : [entry.name],
  );
  expect(code).toBe(0);
  expect(commands.map(({ name }: { name: string }) => name)).toEqual(names);
  expect(exit_codes).toMatchObject({ done: 0, usage: 2 });
  const start = commands.find(({ name }: { name: string }) => name === 'start');
  expect(start.options).toContainEqual(
    expect.objectContaining({ flags: '--port <n>', type: 'number', default: 4010, env: ['SIM_PORT'] }),
  );
  const outcome = JSON.parse((await live.sim('help', 'outcome', '--json')).stdout).commands;
  expect(outcome).toMatchObject([
    { name: 'outcome', arguments: [{ name: 'session', required: true }], options: expect.any(Array) },
  ]);
});

it.each([
  [['--json'], 'sim'],
  [['--help', '--json'], 'sim'],
  [['connection', '--json'], 'connection'],
  [['connection', '--help', '--json'], 'connection'],
  [['session', '--help', '--json'], 'session'],
  [['session', 'pay', 'some-id', '-h', '--json'], 'session pay'],
  [['deliveries', '--help', '--json'], 'delivery list'],
  [['exec', '--help', '--json', '--', 'true', '--help'], 'exec'],
] as const)('prints the help of %j as JSON, like help %s --json', async (words, command) => {
  const { code, stdout, stderr } = await live.sim(...words);
  const path = command === 'sim' ? [] : command.split(' ');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toBe((await live.sim('help', ...path, '--json')).stdout);
  expect(JSON.parse(stdout).commands.length).toBeGreaterThan(0);
});

it('returns an error as JSON for help of an unknown command', async () => {
  for (const words of [
    ['help', 'frobnicate'],
    ['frobnicate', '--help'],
    ['session', 'frobnicate', '-h'],
  ]) {
    const { code, stdout, stderr } = await live.sim(...words, '--json');
    expect([words, code, stdout, JSON.parse(stderr).code]).toEqual([words, 2, '', 'usage']);
  }
});

it.each([
  ['an unknown option', ['session', 'list', '--nothing'], 2, 'usage', 'sim help'],
  ['an invalid value', ['session', 'list', '--limit', 'x'], 2, 'usage', 'sim help'],
  ['a missing argument', ['outcome'], 2, 'usage', 'sim help outcome'],
  [
    'an unknown session',
    ['session', 'show', '8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01'],
    1,
    'status_404',
    'session list',
  ],
  ['a refused field', ['account', 'create', 'zoë'], 1, 'status_400', 'sim help account'],
  [
    'an unreachable simulator',
    ['session', 'list', '--mock', 'http://127.0.0.1:9', '--key', 'x'],
    3,
    'unreachable',
    'sim start',
  ],
])('includes the next step in the JSON of an error: %s', async (_name, words, exitCode, code, suggestion) => {
  const { code: codeOfRun, stdout, stderr } = await live.sim(...words, '--json');
  expect([codeOfRun, stdout, stderr.split('\n').length]).toEqual([exitCode, '', 2]);
  expect(JSON.parse(stderr)).toMatchObject({
    code,
    suggestion: expect.stringContaining(suggestion),
    docs: expect.stringMatching(/^\/docs\/[a-z]+\.md$/),
  });
});
