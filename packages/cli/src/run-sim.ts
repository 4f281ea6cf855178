import field from 'texts:field?by-language';
import help from 'texts:help?by-language';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Command } from 'commander';
import type { CliContext, Outside } from './cli-context.ts';
import type { Group, Leaf } from './command.ts';
import { commandPath, commandTree, currentNames, isCommand, isOften, withShow } from './command-tree.ts';
import { exitCodes } from './failures.ts';
import { inLanguageOf, isForPrograms, languageOption, ofEveryCommand } from './language.ts';
import { main as run } from './main.ts';
import { commonLines, completionRequest, newProgram, runProgram, suggestions } from './program.ts';

export const ofSim = [...ofEveryCommand, field];

const overview = ({ t, program, words }: CliContext) => {
  const examples = t('help.program.examples', { program });
  return words.includes('--all')
    ? examples
    : `${examples}\n\n${t('help.program.all_commands_help_all', { program })}`;
};

export function runSim(outside: Outside): Promise<number> {
  // The list of commands needs only a tenth of the texts.
  return inLanguageOf(outside, runSimProgram, (words) =>
    plainWords(words).every((word) => /^(-h|--help|--all)$/.test(word)) ? [help] : ofSim,
  );
}

function isOverview(words: readonly string[]): boolean {
  return plainWords(words).every((word) => word.startsWith('-'));
}

async function runSimProgram(context: CliContext): Promise<number> {
  const { t } = context;
  const request = completionRequest(context.words);
  if (!request && isHelpForPrograms(context.words)) {
    const calledPath = commandPath(currentNames(plainWords(context.words)));
    if (calledPath) return printHelpData(context, calledPath);
  }
  const words = withShow(currentNames(plainWords(context.words)));
  const wordsToComplete = request && [...currentNames(request.slice(0, -1)), ...request.slice(-1)];
  const program = newProgram('sim', context)
    .description(t('help.program.about'))
    .addHelpText('after', () => overview(context));
  // Read here, since commander would take it from commands that have an option with the same name.
  const showsAll = wordsToComplete === undefined && isOverview(words);
  if (showsAll) addOptions(program, t);
  await addCommands(program, context, wordsToComplete ?? words, !showsAll || words.includes('--all'));
  if (wordsToComplete) return (await suggestions())(program, wordsToComplete, context);
  const commandWords = words.filter((word) => !word.startsWith('-'));
  const isThere = isCommand(commandWords);
  if (!isThere) {
    const { refuseFamiliar } = await import('./refuse-familiar.ts');
    const code = await refuseFamiliar(context, commandWords);
    if (code !== undefined) return code;
  }
  // Help of an unknown command would be that of its parent.
  const calledWords = isThere ? words : words.filter((word) => word !== '--help' && word !== '-h');
  return runProgram(program, calledWords, context);
}

/** Returns true for each way to ask for help together with `--json`; `sim connection` only prints its help. */
function isHelpForPrograms(words: readonly string[]): boolean {
  if (!isForPrograms(words)) return false;
  const [first] = words;
  const end = words.indexOf('--');
  const isAsked = words.some((word, at) => /^(-h|--help)$/.test(word) && (end < 0 || at < end));
  const isBare = words.every((word) => word === '--json' || word === '--all');
  return isAsked || isBare || first === 'help' || first === 'connection';
}

/** Handles `help --json`, which needs every command. */
async function printHelpData(context: CliContext, path: readonly string[]): Promise<number> {
  context.stdout.write(`${JSON.stringify(await helpData(context, path))}\n`);
  return exitCodes.done;
}

/** Rewrites `help session pay` to `session pay --help`; commander's own help command stops at one word. */
function plainWords(words: readonly string[]): readonly string[] {
  return words[0] === 'help' ? [...words.slice(1), '--help'] : words;
}

function addOptions(program: Command, t: Texts): void {
  program.option('--all', t('help.program.help_every_command')).option('--json', t('help.program.help_json'));
}

/** Loads the called command, or none without words; the other commands only have their names. */
async function addCommands(
  program: Command,
  context: CliContext,
  words: readonly string[] | null,
  isWhole = true,
): Promise<void> {
  const commandWords = words?.filter((word) => !word.startsWith('-'));
  const isCalled = (name: string, at: number) => commandWords === undefined || commandWords[at] === name;
  for (const entry of commandTree) {
    const isHidden = !isWhole && !isOften(entry.name);
    const command = addCommand(program, entry, context, isHidden).helpGroup(context.t(entry.heading));
    if ('load' in entry) {
      if (isCalled(entry.name, 0)) await declare(entry, command, context);
      continue;
    }
    for (const leaf of entry.commands) {
      const child = addCommand(command, leaf, context);
      if (isCalled(leaf.name, 1)) await declare(leaf, child, context);
    }
  }
}

async function declare(leaf: Leaf, command: Command, context: CliContext): Promise<void> {
  command.addHelpText('after', () => commonLines(command, context));
  (await leaf.load())(command, context);
  command.addOption(languageOption(context.t));
}

function addCommand(
  parent: Command,
  { name, summary }: Leaf | Group,
  context: CliContext,
  isHidden = false,
): Command {
  return parent.command(name, { hidden: isHidden }).description(context.t(summary)).helpCommand(false);
}

export function main(process: NodeJS.Process): Promise<void> {
  return run(process, 'sim', runSim);
}

export async function wholeProgram(context: CliContext): Promise<Command> {
  const sim = newProgram('sim', context);
  addOptions(sim, context.t);
  await addCommands(sim, context, null);
  return sim;
}

async function helpData(context: CliContext, words: readonly string[]) {
  const below = (command: Command, path: readonly string[]): readonly (readonly [string, Command])[] =>
    command.commands.length > 0
      ? command.commands.flatMap((each) => below(each, [...path, each.name()]))
      : [[path.join(' '), command]];
  const commands = below(await wholeProgram(context), [])
    .filter(([name]) => `${name} `.startsWith(words.map((word) => `${word} `).join('')))
    .map(([name, command]) => ({
      name,
      summary: command.description(),
      arguments: command.registeredArguments.map((one) => ({
        ...{ name: one.name(), required: one.required, variadic: one.variadic },
        ...whatOf(one),
      })),
      options: command.options.map((one) => ({
        ...{ flags: one.flags, type: typeOf(one), required: one.mandatory },
        ...whatOf(one),
        env: [(one as { readonly variables?: readonly string[] }).variables ?? one.envVar ?? []].flat(),
      })),
    }));
  return { commands, exit_codes: exitCodes };
}

type Taken = Command['options'][number] | Command['registeredArguments'][number];

function whatOf({ description, argChoices, defaultValue, defaultValueDescription }: Taken) {
  const without: unknown = defaultValue ?? defaultValueDescription;
  return { description, choices: argChoices ?? null, default: without ?? null };
}

function typeOf({ required, optional, variadic, flags }: Command['options'][number]): string {
  if (variadic) return 'list';
  if (!required && !optional) return 'boolean';
  return /<(n|ms|minutes|leg)>/.test(flags) ? 'number' : 'string';
}
