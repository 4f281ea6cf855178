import { describe, expect, it } from 'vitest';
import { stageFor } from '../test/stage.ts';
import { commandTree } from './command-tree.ts';
import { runRelay } from './run-relay.ts';
import { runSim } from './run-sim.ts';

async function sim(...words: readonly string[]) {
  const stage = stageFor(words);
  const code = await runSim(stage.context);
  return { code, stdout: stage.stdout(), stderr: stage.stderr() };
}

describe('help', () => {
  const listed = (stdout: string) =>
    commandTree.map(({ name }) => name).filter((name) => new RegExp(`^ {2}${name} +\\w`, 'm').test(stdout));

  it('lists the dozen commands that people use on stdout, and says how to see the others', async () => {
    for (const words of [['--help'], ['-h'], ['help']]) {
      const { code, stdout, stderr } = await sim(...words);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(listed(stdout)).toHaveLength(12);
      expect(stdout).toContain('All commands: sim --help --all\n');
    }
  });

  it.each([
    [['help', 'nope'], "unknown command 'nope'"],
    [['nope', '--help'], "unknown command 'nope'"],
    [['help', 'keys', 'nope'], "unknown command 'nope'"],
    [['keys', 'create'], 'there is no sim keys create; sim account login SHORT_NAME does it'],
    [['login', '--help'], 'there is no sim login; sim account login SHORT_NAME does it'],
  ])('of a command that is not there is wrong usage: %j', async (words, told) => {
    const { code, stdout, stderr } = await sim(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(told);
  });

  it('lists every command with --all', async () => {
    for (const words of [
      ['--help', '--all'],
      ['help', '--all'],
    ]) {
      const { code, stdout, stderr } = await sim(...words);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(listed(stdout)).toHaveLength(commandTree.length);
    }
  });

  it('names what every command takes in one line, which help connection explains', async () => {
    const options = ['--mock', '--key', '--console-token', '--data', '--json', '--lang'];
    const { stdout } = await sim('delivery', 'list', '--help');
    expect(stdout).toContain(`\nAlso: ${options.join(' ')} (sim help connection)\n`);
    expect(stdout).not.toMatch(/^ {2}--mock/m);
    const { stdout: explained } = await sim('help', 'connection');
    for (const option of options) expect(explained).toMatch(new RegExp(`^ {2}${option}[ <].* {2}\\w`, 'm'));
    expect((await sim('expect', '--help')).stdout).toContain(
      '\n--json: print {"expected","count","events"}\n',
    );
  });

  it('has no older name, though those work', async () => {
    const { stdout } = await sim('--help', '--all');
    expect(stdout).not.toMatch(/^ {2}(deliveries|resend) /m);
    for (const [older, name] of [
      ['deliveries', 'list'],
      ['resend', 'resend'],
    ] as const)
      expect(await sim(older, '--help')).toEqual(await sim('delivery', name, '--help'));
    expect((await sim('delivery', '--help')).stdout).toMatch(/^ {2}list .*\n {2}show .*\n {2}resend /m);
  });

  it.each(
    commandTree.flatMap((entry) =>
      'commands' in entry ? entry.commands.map(({ name }) => [entry.name, name]) : [[entry.name]],
    ),
  )('is there for sim %s %s', async (...path) => {
    const words = path.filter((word) => word !== undefined);
    const asked = await sim('help', ...words);
    expect(asked).toEqual(await sim(...words, '--help'));
    expect(asked.code).toBe(0);
    expect(asked.stdout).toContain(`Usage: sim ${words.join(' ')} [options]`);
    // What it prints is for a shell alone.
    if (path[0] !== 'completion') expect(asked.stdout).toContain('--json');
  });

  it('goes to stderr as wrong usage when no command is named', async () => {
    for (const words of [[], ['session']]) {
      const { code, stdout, stderr } = await sim(...words);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('Usage: sim');
    }
  });
});

describe('wrong usage', () => {
  it.each([
    [['strat'], 'Did you mean start?'],
    [['session', 'crate'], 'Did you mean create?'],
    [['start', '--prot', '1'], 'Did you mean --port?'],
    [['trace', '--folow'], 'Did you mean --follow?'],
    [['start', '--port', '70000'], 'from 0 to 65535'],
    [['start', 'extra'], 'too many arguments'],
    [['session', 'expire'], "missing required argument 'session'"],
    [['session', 'wait', 'x'], "required option '--for <what>'"],
    [['session', 'wait', 'x', '--for', 'payed'], 'accredited'],
    [['outcome', 'x'], "required option '--outcome <outcome>'"],
    [['outcome', 'x', '--outcome', 'won'], 'Allowed choices are paid, failed, expired'],
    [['session', 'create', '--currency', 'GBP'], 'Allowed choices are USD, EUR, COP, USDT, VES'],
    [['health', '--mock', 'localhost:4010'], 'http://127.0.0.1:4010'],
    [['account', 'login', 'demo'], '--password or SIM_PASSWORD'],
  ])('%j ends with 2 and says what is allowed', async (words, text) => {
    const { code, stdout, stderr } = await sim(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(text);
  });

  it('says where to read on', async () => {
    expect((await sim('session', 'expire')).stderr).toContain('See: sim session expire --help');
    expect((await sim('strat')).stderr).toContain('See: sim --help');
  });
});

it('runs relay as a program of its own', async () => {
  const stage = stageFor(['--help']);
  expect(await runRelay(stage.context)).toBe(0);
  expect(stage.stdout()).toContain('Usage: relay [options]');
  const wrong = stageFor(['--port', '0']);
  expect(await runRelay(wrong.context)).toBe(2);
  expect(wrong.stderr()).toContain('from 1 to 65535');
  const alone = stageFor([]);
  expect(await runRelay({ ...alone.context, self: 'relay' })).toBe(3);
  expect(alone.stderr()).toContain('Start one with sim start in this directory');
});
