import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { operations } from '@svc-simulator/contract';
import { operatorOperations } from '@svc-simulator/contract/operator/operator.ts';
import { checks } from '@svc-simulator/server/doctor/checks.ts';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { loadPrograms } from '../../test/help-texts.ts';

const root = new URL('../../../../', import.meta.url);
const pages = ['.', 'docs/en', 'docs/es', 'examples'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: folder === 'examples', encoding: 'utf8' })
    // The changelog also names removed commands.
    .filter((name) => /^(?!CHANGELOG).*\.(md|ya?ml|sh)$/.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name}`),
);
// Loaded by the first test, because temporary directories can only be created in a test.
let programs: ReturnType<typeof loadPrograms> | undefined;
const getPrograms = () => {
  programs ??= loadPrograms();
  return programs;
};

describe('commands in the documentation', () => {
  it.each(pages)('uses only existing commands, options and choices on the page %s', async (page) => {
    const text = readFileSync(new URL(page, root), 'utf8').replaceAll('\\\n', ' ');
    expect(await faultsIn(text)).toEqual([]);
  });

  it('finds commands in every form in which a page can write them', () => {
    const text =
      'eval "$(npx sim env)"\n`sim keys rotate`: npx --no-install sim exec --tls -- npm test\n$ relay --port 1';
    expect(callsIn(text).map(({ name, words }) => [name, ...words].join(' '))).toEqual([
      'sim env',
      'sim exec --tls -- npm test',
      'sim keys rotate',
      'relay --port 1',
    ]);
  });

  it.each([
    ['npx sim session creat', ['no command creat']],
    ['npx sim trigger payed --nothing', ['no option --nothing', 'no payed']],
    ['npx sim start --durability high', ['no high']],
    ['npx sim start --durability=strict --port 0', []],
  ])('reports the unknown commands, options and choices of %s', async (text, faults) => {
    expect(await faultsIn(text)).toEqual(faults.map((fault) => expect.stringContaining(fault)));
  });
});

describe('names in the documentation', () => {
  const namesMatching = (pattern: RegExp) =>
    pages.flatMap((page) =>
      [...readFileSync(new URL(page, root), 'utf8').matchAll(pattern)].map(
        ([, name = '']) => [page, name] as const,
      ),
    );
  const findUnknown = (names: readonly (readonly [string, string])[], knownNames: readonly string[]) => {
    expect(names.length).toBeGreaterThan(30);
    return names.filter(([, name]) => !knownNames.includes(name));
  };

  it('names only options that a command has', async () => {
    const { sim, relay } = await getPrograms();
    const all = [sim, relay]
      .flatMap(withSubcommands)
      .flatMap((command) => command.createHelp().visibleOptions(command));
    const knownOptions = [sim, ...withSubcommands(sim), relay].flatMap(({ options }) => options);
    const ofNpm = ['--no-install', '--save-dev'];
    expect(
      findUnknown(
        namesMatching(/(?<=`)(--[a-z-]+)(?=[ `=])/g),
        [...all, ...knownOptions].map(({ long }) => long ?? '').concat(ofNpm),
      ),
    ).toEqual([]);
  });

  it('names only operations that exist', () => {
    const shapes = [...operations, ...operatorOperations].flatMap(({ method, path, aliases = [] }) =>
      [path, ...aliases.map((alias) => alias.path)].map(
        (one) => `${method} ${one.replace(/\{\w+\}/g, '{}')}`,
      ),
    );
    const operationNames = namesMatching(/`((?:GET|PUT|POST|DELETE|PATCH) \/[^\s`?]*)/g).map(
      ([page, name]) => [page, name.replace(/\{\w+\}/g, '{}')] as const,
    );
    expect(findUnknown(operationNames, shapes)).toEqual([]);
  });

  it('has a row for each fault of chaos and for each check of the doctor', async () => {
    const { sim } = await getPrograms();
    const rows = (page: string, pattern: RegExp) =>
      [...readFileSync(new URL(`docs/en/${page}`, root), 'utf8').matchAll(pattern)]
        .map(([, name]) => name)
        .sort();
    const optionsOf = (name: string) =>
      withSubcommands(sim)
        .find((command) => command.name() === name && command.parent?.name() === 'chaos')
        ?.options.map(({ long }) => long ?? '') ?? [];
    const faults = optionsOf('set').filter((long) => long !== '--seed' && !optionsOf('off').includes(long));
    expect(rows('chaos.md', /^\| `(--[a-z-]+) [^`]+` \| `"\w+": /gm)).toEqual(faults.sort());
    expect(rows('doctor.md', /^\| `(\w+)` \|.*\| [^|]+ \|$/gm)).toEqual(checks.map(({ id }) => id).sort());
  });
});

describe("the package, which isn't on a registry", () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => /^(?!.*\.test\.ts$|CHANGELOG)(?!.*(\.png|package-lock\.json)$)./.test(file))
    .filter((file) => existsSync(new URL(file, root)));
  const linesWith = (pattern: RegExp, among: readonly string[]) =>
    among.flatMap((file) =>
      readFileSync(new URL(file, root), 'utf8')
        .split('\n')
        .filter((line) => pattern.test(line))
        .map((line) => `${file}: ${line}`),
    );

  it('appears in no documented command that would download it by name', () => {
    const byName =
      /npx (-\S+ )*svc-(simulator|relay)\b|npx (-y|--yes)\b|\b(npm|pnpm|yarn|bun)x? (install|i|add|exec|dlx)( -\S+)* (svc-simulator|svc-relay|sim)\b(?!-)/;
    expect('npm install --save-dev svc-simulator').toMatch(byName);
    expect(linesWith(byName, files)).toEqual([]);
  });

  it('never downloads it by npx in an example for CI', () => {
    const pipelines = files.filter((file) =>
      /^(examples\/.*\.(ya?ml|sh)|\.github\/.*|docs\/e[ns]\/(ci|recipes|github-action)\.md)$/.test(file),
    );
    expect(pipelines.length).toBeGreaterThan(8);
    expect(linesWith(/npx sim (?!start --ephemeral &)/, pipelines)).toEqual([]);
  });
});

function withSubcommands(command: Command): readonly Command[] {
  return command.commands.flatMap((each) => [each, ...withSubcommands(each)]);
}

interface CommandCall {
  readonly name: string;
  readonly words: readonly string[];
}

function callsIn(text: string): readonly CommandCall[] {
  const npx = text.matchAll(/npx (?:--no-install )?(sim|relay) (?=[a-z-])/g);
  // Outside a code span or a prompt, `sim` can be a variable of a program.
  const bare = text.matchAll(/(?<=`|^\$ )(sim|relay) (?=[a-z-])/gm);
  return [...npx, ...bare].map(({ 0: { length }, 1: name = '', index }) => ({
    name,
    words: wordsOf(text.slice(index + length)),
  }));
}

async function faultsIn(text: string): Promise<readonly string[]> {
  const { sim, relay } = await getPrograms();
  return callsIn(text).flatMap(({ name, words }) => {
    const faults = name === 'relay' ? faultsOf(relay, words) : faultsOf(sim, words);
    return faults.map((fault) => `${name} ${words.join(' ')}: ${fault}`);
  });
}

function wordsOf(text: string): readonly string[] {
  const [command = ''] = /^(?:"[^"\n]*"|'[^'\n]*'|[^|;&<>()`"'\n#])*/.exec(text) ?? [];
  return [...command.matchAll(/(?:"[^"]*"|'[^']*'|\S)+/g)].map(([word]) =>
    word.replace(/^(["'])(.*)\1$/, '$2'),
  );
}

function faultsOf(program: Command, all: readonly string[]): readonly string[] {
  const words = all.includes('--') ? all.slice(0, all.indexOf('--')) : [...all];
  if (words[0] === 'help') words.shift();
  let command = program;
  while (command.commands.length > 0 && /^[a-z]/.test(words[0] ?? '')) {
    const name = words.shift();
    const subcommand = command.commands.find((each) => each.name() === name);
    // Shells run `sim complete` for completions; no help mentions it.
    if (name === 'complete') return [];
    if (!subcommand) return [`no command ${name}`];
    command = subcommand;
  }
  const knownOptions = [
    ...command.options,
    ...program.options,
    ...command.createHelp().visibleOptions(command),
  ];
  const faults: string[] = [];
  const operands: string[] = [];
  while (words.length > 0) {
    const [word = '', given] = words.shift()?.split('=', 2) ?? [];
    const option = knownOptions.find(({ long, short }) => word === long || word === short);
    if (option?.required) check(given ?? words.shift(), option.argChoices);
    else if (/^--?[a-z]/.test(word)) faults.push(...(option ? [] : [`no option ${word}`]));
    else operands.push(word);
  }
  for (const [at, { argChoices }] of command.registeredArguments.entries()) check(operands[at], argChoices);
  return faults;

  function check(value = '', choices: readonly string[] = [value]) {
    if (/^[a-z]+$/.test(value) && !choices.includes(value)) faults.push(`no ${value}`);
  }
}
