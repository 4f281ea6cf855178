import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { liveSimulator } from '../../test/live.ts';
import { createStage } from '../../test/stage.ts';
import { commandTree } from '../command-tree.ts';
import { runRelay } from '../run-relay.ts';
import { runSim } from '../run-sim.ts';

interface Answer {
  readonly values: readonly string[];
  readonly descriptions: readonly string[];
  readonly files: boolean;
}

async function ask(line: string, run = runSim): Promise<Answer> {
  const stage = createStage(['complete', '--', ...line.split(' ')]);
  expect(await run(stage.context)).toBe(0);
  expect(stage.stderr()).toBe('');
  return answerIn(stage.stdout());
}

function answerIn(stdout: string): Answer {
  const lines = stdout.trimEnd().split('\n');
  const directive = lines.pop();
  expect(directive).toMatch(/^:[04]$/);
  const parts = lines.map((line) => line.split('\t'));
  return {
    values: parts.map(([value = '']) => value),
    descriptions: parts.map(([, description = '']) => description),
    files: directive === ':0',
  };
}

describe('the completion of a command line', () => {
  it('lists commands with their summaries', async () => {
    const { values, descriptions, files } = await ask('');
    expect(values).toEqual(commandTree.map(({ name }) => name));
    expect(descriptions).toEqual(commandTree.map(({ summary }) => inEnglish(summary)));
    expect(files).toBe(false);
    expect((await ask('sess')).values).toEqual(['session']);
    for (const entry of commandTree)
      if ('commands' in entry)
        expect((await ask(`${entry.name} `)).values).toEqual(entry.commands.map(({ name }) => name));
    expect((await ask('clock un')).values).toEqual(['unfreeze']);
  });

  it('lists only the options of the command on the command line', async () => {
    expect((await ask('session pay --o')).values).toEqual(['--otp']);
    expect((await ask('session create --we')).values).toEqual(['--webhook-url']);
    expect((await ask('session pay x --json --acc')).values).toEqual(['--accreditation']);
    expect((await ask('health -')).values).toEqual(expect.arrayContaining(['--mock', '--json', '--help']));
    expect((await ask('--v')).values).toEqual(['--version']);
  });

  it.each([
    ['outcome x --outcome acc', 'accredited accreditation_to_recipient_failed'],
    ['outcome x --outcome=p', 'paid'],
    ['probe x --kind st', 'stale_timestamp'],
    ['probe x --lang ', 'es en'],
    ['session create --currency US', 'USD USDT'],
    ['session pay --otp ', '000000 111111 222222 333333'],
    ['session pay --otp 000000 --method c', 'crypto'],
    ['session wait x --for webhook.delivered:pai', 'webhook.delivered:paid'],
    ['wait pos.pai', 'pos.pairing_requested pos.pairing_refused pos.paired'],
    ['expect expi', 'expired'],
    ['trace --type relay.', 'relay.connected relay.disconnected relay.frame_rejected'],
    ['relay --events pa', 'paid partially_accredited'],
    ['clock advance 1 ', '5s 1m 1h 1d 14d 30d'],
    ['completion ', 'bash zsh fish powershell'],
  ])('completes %j to one of %s', async (line, values) => {
    expect(await ask(line)).toMatchObject({ values: values.split(' '), files: false });
  });

  it.each([
    'relay --rules ',
    'relay --save d',
    'exec --trace-file ',
    'exec --trace-file=tr',
    'replay saved/1.json ',
    'start --data ',
    'snapshot load ',
    'exec -- npm ',
    'exec --json ',
  ])('completes %j with file names', async (line) => {
    expect(await ask(line)).toEqual({ values: [], descriptions: [], files: true });
  });

  it('suggests nothing for a number, an extra word, or an unknown command', async () => {
    const nothing = { values: [], descriptions: [], files: false };
    for (const line of [
      'start --port ',
      'session create --identifier A',
      'reset ',
      'strat ',
      'start --prot=1',
    ])
      expect(await ask(line), line).toEqual(nothing);
  });

  it('suggests the same in the separate relay program', async () => {
    expect((await ask('', runRelay)).values).toEqual(['completion']);
    expect((await ask('--ev', runRelay)).values).toEqual(['--events']);
    expect((await ask('--events acc', runRelay)).values).toHaveLength(2);
    expect((await ask('completion z', runRelay)).values).toEqual(['zsh']);
  });
});

describe('completions of sessions', () => {
  const live = liveSimulator();
  const { sim, newSession } = live;

  it('lists the sessions of the running simulator, latest first, with descriptions', async () => {
    const older = await newSession('--identifier', 'A-1');
    const newer = await newSession('--identifier', 'A-2');
    for (const words of [
      ['session', 'pay', ''],
      ['outcome', '--json', ''],
      ['wait', 'paid', '--session', ''],
      ['trace', '--session='],
    ]) {
      const { values, descriptions } = answerIn((await sim('complete', '--', ...words)).stdout);
      expect(values, words.join(' ')).toEqual([newer, older]);
      expect(descriptions[0]).toMatch(/^pending, USD 10\.00, A-2$/);
    }
    const one = answerIn((await sim('complete', '--', 'probe', newer.slice(0, 8))).stdout);
    expect(one.values).toEqual([newer]);
  });

  it('lists the sessions of the account on the command line, or nothing, and never fails', async () => {
    const suggestFor = async (...words: string[]) =>
      answerIn((await sim('complete', '--', 'session', 'show', ...words, '')).stdout).values;
    expect((await suggestFor('--console-token', live.account.console_token)).length).toBeGreaterThan(0);
    expect(await suggestFor('--console-token', 'sim_con_of_nobody')).toEqual([]);
    expect(await suggestFor('--mock', 'http://127.0.0.1:1')).toEqual([]);
    expect(await suggestFor('--mock', 'no address')).toEqual([]);
    expect((await ask('session show ')).values).toEqual([]);
  });
});

describe('sim completion', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])(
    'prints a script for %s that gets its suggestions from the program',
    async (shell) => {
      const log = vi.spyOn(console, 'log').mockImplementation(() => {});
      onTestFinished(() => log.mockRestore());
      for (const [name, run] of [
        ['sim', runSim],
        ['relay', runRelay],
      ] as const) {
        const stage = createStage(['completion', shell]);
        expect(await run(stage.context)).toBe(0);
        const output = stage.stdout() + log.mock.calls.join('');
        expect(output).toContain('complete');
        expect(output).toMatch(new RegExp(`\\b${name}\\b`));
        log.mockClear();
        expect(stage.stderr()).toBe('');
      }
    },
  );

  it.each(['zsh', 'fish', 'powershell'])(
    'leaves console.log of the process unchanged in %s',
    async (shell) => {
      const swapped: unknown[] = [];
      const logProperty = Object.getOwnPropertyDescriptor(console, 'log') as PropertyDescriptor;
      onTestFinished(() => void Object.defineProperty(console, 'log', logProperty));
      Object.defineProperty(console, 'log', {
        configurable: true,
        get: () => () => {},
        set: (value) => swapped.push(value),
      });
      expect(await runSim(createStage(['completion', shell]).context)).toBe(0);
      expect(swapped).toEqual([]);
    },
  );

  it('lists the supported shells', async () => {
    const stage = createStage(['completion', 'tcsh']);
    expect(await runSim(stage.context)).toBe(2);
    expect(stage.stderr()).toContain('Allowed choices are bash, zsh, fish, powershell');
  });
});
