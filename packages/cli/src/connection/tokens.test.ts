import { inEnglish } from '@svc-simulator/test-support/texts.ts';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { liveSimulator, runStage } from '../../test/live.ts';
import { createStage } from '../../test/stage.ts';
import type { CommandEntry } from '../command.ts';
import { commandTree } from '../command-tree.ts';
import { EnvOption } from '../parameters.ts';
import { writeRunFile } from './run-file.ts';

const live = liveSimulator();
const sim = async (words: readonly string[], env = {}) =>
  runStage(await live.createLiveStage(words, { env }));

const fitting: Readonly<Record<string, string>> = { url: 'http://127.0.0.1:1', what: 'paid', count: 'yes' };

async function commandsWithTokens() {
  const leaves = commandTree.flatMap(
    (entry): readonly { readonly path: readonly string[]; readonly leaf: CommandEntry }[] =>
      'commands' in entry
        ? entry.commands.map((leaf) => ({ path: [entry.name, leaf.name], leaf }))
        : [{ path: [entry.name], leaf: entry }],
  );
  const all = await Promise.all(
    leaves.map(async ({ path, leaf }) => {
      const command = new Command(leaf.name);
      (await leaf.load())(command, createStage([]).context);
      const tokens = command.options.filter(
        (option): option is EnvOption => option instanceof EnvOption && option.setting.token === true,
      );
      const requiredArguments = command.registeredArguments
        .filter(({ required }) => required)
        .map((argument) => argument.argChoices?.[0] ?? fitting[argument.name()] ?? '1');
      const options = command.options
        .filter(({ mandatory }) => mandatory)
        .flatMap(({ long, argChoices }) => [long ?? '', argChoices?.[0] ?? 'paid']);
      const words = [...path, ...options, ...requiredArguments];
      return { words, tokens };
    }),
  );
  return all.filter(({ tokens }) => tokens.length > 0);
}

const corruptedTokens = (token: string) =>
  ['\n', '\r', '"', '\u200b', ' ', '\0'].map(
    (character) => `${token.slice(0, 12)}${character}${token.slice(12)}`,
  );

describe('a token with an invalid character', () => {
  it("makes every command exit with 2 and report the character's position without printing the token", async () => {
    const all = await commandsWithTokens();
    expect(all.length).toBeGreaterThan(60);
    const { token } = live.account;
    const [withLineEnd = ''] = corruptedTokens(token);
    for (const { words, tokens } of all)
      for (const { long } of tokens) {
        const { code, stdout, stderr } = await sim([...words, `${long}`, withLineEnd]);
        expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: '' });
        expect(stderr).toContain(`character 13 of ${long} is U+000A, which is never part of a token`);
        expect(stderr).not.toContain(token.slice(0, 12));
        expect(stderr).not.toContain(token.slice(12));
      }
  });

  it.each(['SIM_KEY', 'SIM_TOKEN', 'SIM_CONSOLE_TOKEN'])(
    'is reported with the name of its variable %s',
    async (name) => {
      const { token } = live.account;
      const { code, stderr } = await sim(['session', 'list'], { [name]: `${token}\r${token}` });
      expect(code).toBe(2);
      expect(stderr).toContain(`character ${token.length + 1} of ${name} is U+000D`);
      expect(stderr).not.toContain(token.slice(8));
    },
  );

  it.each(['session list', 'session list --json', 'relay --port 1', 'relay --port 1 --lang es'])(
    'is reported by sim %s, whatever the character',
    async (command) => {
      const { token } = live.account;
      for (const key of corruptedTokens(token)) {
        const { code, stdout, stderr } = await sim([...command.split(' '), '--key', key]);
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
        expect(stderr).toMatch(/U\+(000A|000D|0022|200B|0020|0000)/);
        expect(stderr).not.toContain(token.slice(13));
      }
    },
  );

  it('is reported if it comes from the run file', async () => {
    const { account, url } = live;
    for (const words of [['session', 'list'], ['relay', '--port', '1'], ['trace']]) {
      const stage = createStage(words);
      const token = account.token.replace('_api_', '_a\npi_');
      await writeRunFile(inEnglish, `${stage.directory}/.sim`, {
        url,
        pid: process.pid,
        account: { ...account, token },
      });
      const { code, stderr } = await runStage(stage);
      expect({ words, code }).toEqual({ words, code: 2 });
      expect(stderr).toContain('U+000A');
      expect(stderr).not.toContain(token.slice(8));
    }
  });
});

describe('a token with surrounding characters', () => {
  const around = ['\r', '\n', ' ', '\t', '\r\n', '\u00a0'];

  it.each(around)('is accepted if the surrounding characters are %j', async (end) => {
    const { token, console_token } = live.account;
    for (const [words, env] of [
      [['session', 'list', '--key', `${end}${token}${end}`], {}],
      [['session', 'list', '--console-token', `${end}${console_token}${end}`], {}],
      [['session', 'list'], { SIM_KEY: `\ufeff${token}${end}` }],
      [['agreement', 'list'], { SIM_TOKEN: `${token}${end}` }],
      [['trace'], { SIM_CONSOLE_TOKEN: `${console_token}${end}` }],
      [['session', 'list'], { SIM_KEY: token, SIM_MOCK: `\ufeff${live.url}${end}` }],
    ] as const) {
      const run = await sim(words, env);
      expect({ words, env, ...run }).toMatchObject({ code: 0, stderr: expect.not.stringContaining('error') });
    }
  });

  it('is ignored if its variable is blank, and refused if its option is blank', async () => {
    const blank = await sim(['session', 'list'], { SIM_KEY: '\r\n' });
    expect(blank.code).toBe(0);
    const blankOption = await sim(['session', 'list', '--key', ' ']);
    expect(blankOption).toMatchObject({ code: 2, stderr: expect.stringContaining('--key is empty') });
  });
});

it('masks a token that was typed in the wrong place', async () => {
  const { token, console_token } = live.account;
  for (const words of [
    [token],
    ['session', token],
    ['session', 'list', `--kez=${token}`],
    ['session', 'list', '--limit', token],
    ['session', 'expire', '--mock', `http://127.0.0.1/${token}?`],
    ['relay', '--forward-to', console_token],
  ]) {
    const { code, stdout, stderr } = await sim(words);
    expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: '' });
    expect(stderr).not.toContain(token.slice(8));
    expect(stderr).not.toContain(console_token.slice(8));
  }
});
