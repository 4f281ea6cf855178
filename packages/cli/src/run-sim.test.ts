import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../../test/support/listening.ts';
import { createStage } from '../test/stage.ts';
import { commandTree, isCommand, namesBelow } from './command-tree.ts';
import { writeRunFile } from './connection/run-file.ts';
import { familiarCommands } from './familiar-words.ts';
import { runRelay } from './run-relay.ts';
import { runSim } from './run-sim.ts';

async function sim(...words: readonly string[]) {
  const stage = createStage(words);
  const code = await runSim(stage.context);
  return { code, stdout: stage.stdout(), stderr: stage.stderr() };
}

describe('help', () => {
  const commandsIn = (stdout: string) =>
    commandTree.map(({ name }) => name).filter((name) => new RegExp(`^ {2}${name} +\\w`, 'm').test(stdout));

  it('lists the dozen common commands on stdout, and the option that lists the others', async () => {
    for (const words of [['--help'], ['-h'], ['help']]) {
      const { code, stdout, stderr } = await sim(...words);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(commandsIn(stdout)).toHaveLength(12);
      expect(stdout).toContain('All commands: sim --help --all\n');
    }
  });

  it.each([
    [['help', 'nope'], "unknown command 'nope'"],
    [['nope', '--help'], "unknown command 'nope'"],
    [['help', 'keys', 'nope'], "unknown command 'nope'"],
    [['keys', 'create'], "no command 'keys create'; use:\n  sim account login SHORT_NAME\n"],
    [['login', '--help'], "no command 'login'; use:\n  sim account login SHORT_NAME\n"],
  ])('refuses help for an unknown command as wrong usage: %j', async (words, errorText) => {
    const { code, stdout, stderr } = await sim(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(errorText);
  });

  it('lists every command with --all', async () => {
    for (const words of [
      ['--help', '--all'],
      ['help', '--all'],
    ]) {
      const { code, stdout, stderr } = await sim(...words);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(commandsIn(stdout)).toHaveLength(commandTree.length);
    }
  });

  it('names the common options in one line, and explains them in help connection', async () => {
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

  it('omits older names of commands, which still work', async () => {
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
      'commands' in entry ? entry.commands.map(({ name }) => `${entry.name} ${name}`) : [entry.name],
    ),
  )('exists for sim %s', async (command) => {
    const words = command.split(' ');
    const helpRun = await sim('help', ...words);
    expect(helpRun).toEqual(await sim(...words, '--help'));
    expect(helpRun.code).toBe(0);
    expect(helpRun.stdout).toContain(`Usage: sim ${command} [options]`);
    if (words[0] !== 'completion') expect(helpRun.stdout).toContain('--json');
  });

  it('goes to stderr and exits with 2 if no command is named', async () => {
    for (const words of [[], ['session']]) {
      const { code, stdout, stderr } = await sim(...words);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('Usage: sim');
    }
  });
});

describe('a command of another tool', () => {
  it.each([
    ['logs', 'sim trace --follow'],
    ['docs', 'sim open docs'],
    ['token', 'sim env'],
    ['pay', 'sim session pay'],
    ['tail', 'sim trace --follow'],
    ['list', 'sim session list'],
    ['verify', 'sim doctor URL'],
    ['events', 'sim trace'],
    ['webhooks', 'sim delivery list'],
    ['dashboard', 'sim open'],
    ['whoami', 'sim status'],
    ['up', 'sim start'],
    ['session get', 'sim session show'],
    ['session ls', 'sim session list'],
    ['chaos disable', 'sim chaos off'],
  ])('is answered with a suggestion: %s → %s, in both languages and for programs', async (line, command) => {
    for (const [lang, told] of [
      ['en', 'has no command'],
      ['es', 'no tiene el comando'],
    ] as const) {
      const { code, stdout, stderr } = await sim(...line.split(' '), '--lang', lang);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(told);
      expect(stderr.split('\n')).toContain(`  ${command}`);
      expect(stderr).not.toMatch(/Did you mean|Querías/);
    }
    const forPrograms = await sim(...line.split(' '), '--json');
    expect(JSON.parse(forPrograms.stderr)).toMatchObject({ code: 'usage', suggestion: command });
  });

  it.each(['stop', 'down', 'kill'])('explains how to stop a simulator: %s', async (word) => {
    expect((await sim(word)).stderr).toContain('press Ctrl+C in the terminal of sim start\n');
    const stage = createStage([word, '--lang', 'es']);
    const run = { url: 'http://127.0.0.1:1', pid: 4321, account: null };
    await writeRunFile(stage.context.t, join(stage.directory, '.sim'), run);
    expect(await runSim(stage.context)).toBe(2);
    expect(stage.stderr()).toContain('o ejecuta kill 4321');
  });

  it.each(['frobnicate', 'xyz', 'abc'])('suggests nothing for an unknown word: %s', async (word) => {
    const { stderr } = await sim(word);
    expect(stderr).toBe(`error: unknown command '${word}'\nSee: sim --help\n`);
    expect(JSON.parse((await sim(word, '--json')).stderr)).toMatchObject({ suggestion: 'sim help --json' });
  });

  it('names no command of sim, and suggests only existing ones', async () => {
    for (const [words, commands] of Object.entries(familiarCommands)) {
      for (const word of words.split(', ')) expect([word, isCommand(word.split(' '))]).toEqual([word, false]);
      for (const command of commands) {
        const [first = '', second = ''] = command.split(' ');
        const names = namesBelow(first);
        expect([command, names.length > 0 ? names.includes(second) : isCommand([first])]).toEqual([
          command,
          true,
        ]);
      }
    }
  });
});

describe('a group of commands without a subcommand', () => {
  it.each(['clock', 'chaos', 'script', 'settings'])('shows the current settings for sim %s', async (name) => {
    const nobody = ['--mock', 'http://127.0.0.1:1', '--key', 'x'];
    expect(await sim(name, ...nobody)).toEqual(await sim(name, 'show', ...nobody));
    expect((await sim(name, '--help')).stdout).toContain(`Usage: sim ${name} `);
    expect((await sim(name, 'shw')).stderr).toContain('Did you mean show?');
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
    [['session', 'wait', 'x', '--for', 'payed'], '(Did you mean paid?)'],
    [['outcome', 'x'], "required option '--outcome <outcome>'"],
    [['outcome', 'x', '--outcome', 'won'], 'Allowed choices are paid, failed, expired'],
    [['session', 'create', '--currency', 'GBP'], 'Allowed choices are USD, EUR, COP, USDT, VES'],
    [['health', '--mock', 'localhost:4010'], 'http://127.0.0.1:4010'],
    [['account', 'login', 'demo'], '--password or SIM_PASSWORD'],
  ])('exits with 2 after %j and lists the allowed values', async (words, text) => {
    const { code, stdout, stderr } = await sim(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(text);
  });

  it.each([
    ['trace --limit', "error: missing value for option '--limit <n>'\n"],
    ['session show a b', "error: too many arguments for 'show': expected 1 argument, got 2.\n"],
    ['pos pay x --nothing', "error: unknown option '--nothing'\n"],
    ['--nothing', "error: unknown option '--nothing'\n(options go after the command)\n"],
    ['completion tcsh', "error: invalid value 'tcsh' for argument 'shell'. Allowed"],
    [
      'status --lang xx',
      "error: invalid value 'xx' for option '--lang <language>'. Allowed choices are es, en",
    ],
  ])('explains the error of sim %s in a sentence', async (line, text) => {
    const { code, stderr } = await sim(...line.split(' '));
    expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
  });

  it('names the help page to read next', async () => {
    expect((await sim('session', 'expire')).stderr).toContain('See: sim session expire --help');
    expect((await sim('strat')).stderr).toContain('See: sim --help');
  });
});

it('runs relay as its own program', async () => {
  const stage = createStage(['--help']);
  expect(await runRelay(stage.context)).toBe(0);
  expect(stage.stdout()).toContain('Usage: relay [options]');
  const wrong = createStage(['--port', '0']);
  expect(await runRelay(wrong.context)).toBe(2);
  expect(wrong.stderr()).toContain('from 1 to 65535');
  const alone = createStage([]);
  expect(await runRelay({ ...alone.context, startedCommand: 'relay' })).toBe(3);
  expect(alone.stderr()).toContain('Start one with sim start in this directory');
});

describe('svc-relay, installed without sim', async () => {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const runs: readonly (readonly [name: string, line: string, exitCode: number, says: string])[] = [
    ['finds no simulator', '', 3, 'Pass --mock and --key'],
    ['finds no simulator and speaks JSON', '--json', 3, '"suggestion":"svc-relay --help"'],
    ['finds nothing at the address', `--mock ${nobody}`, 3, "pass the simulator's URL with --mock"],
    ['does not know an option', '--nothing', 2, 'See: svc-relay --help'],
    ['does not know a shell', 'completion tcsh', 2, 'See: svc-relay completion --help'],
    ['explains itself', '--help', 0, '--save'],
  ];

  it.each(runs)('suggests no command of sim when it %s', async (_name, line, exitCode, says) => {
    const stage = createStage(line.split(' ').filter(Boolean));
    const alone = {
      ...stage.context,
      program: 'svc-relay',
      startedCommand: 'svc-relay',
      isRelayPackage: true,
    };
    expect(await runRelay(alone, 'svc-relay')).toBe(exitCode);
    const text = stage.stdout() + stage.stderr();
    expect(text).toContain(says);
    expect(text).not.toMatch(/(?<![./\w])sim [a-z]/);
  });
});
