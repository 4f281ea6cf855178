import field from 'texts:field?by-language';
import help from 'texts:help?by-language';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { Command } from 'commander';
import type { CliContext, CliEnvironment } from './cli-context.ts';
import type { CommandEntry, CommandGroup } from './command.ts';
import {
  addShowCommand,
  commandPath,
  commandTree,
  isCommand,
  isCommonCommand,
  replaceOldNames,
} from './command-tree.ts';
import { exitCodes } from './failures.ts';
import { commonTextAreas, languageOption, runInLanguage, wantsJson } from './language.ts';
import { runProcess as run } from './main.ts';
import { commonOptionsText, completionRequest, createProgram, loadSuggest, runProgram } from './program.ts';

export const simTextAreas = [...commonTextAreas, field];

const overview = ({ t, program, words }: CliContext) => {
  const examples = t('help.program.examples', { program });
  return words.includes('--all')
    ? examples
    : `${examples}\n\n${t('help.program.all_commands_help_all', { program })}`;
};

export function runSim(environment: CliEnvironment): Promise<number> {
  // The list of commands needs only the texts of the help, which are a tenth of all texts.
  return runInLanguage(environment, runSimProgram, (words) =>
    rewriteHelpCommand(words).every((word) => /^(-h|--help|--all)$/.test(word)) ? [help] : simTextAreas,
  );
}

function isOverview(words: readonly string[]): boolean {
  return rewriteHelpCommand(words).every((word) => word.startsWith('-'));
}

async function runSimProgram(context: CliContext): Promise<number> {
  const { t } = context;
  const request = completionRequest(context.words);
  if (!request && isHelpForPrograms(context.words)) {
    const calledPath = commandPath(replaceOldNames(rewriteHelpCommand(context.words)));
    if (calledPath) return printHelpData(context, calledPath);
  }
  const words = addShowCommand(replaceOldNames(rewriteHelpCommand(context.words)));
  const wordsToComplete = request && [...replaceOldNames(request.slice(0, -1)), ...request.slice(-1)];
  const program = createProgram('sim', context)
    .description(t('help.program.about'))
    .addHelpText('after', () => overview(context));
  const showsOverview = wordsToComplete === undefined && isOverview(words);
  // The option `--all` of `sim` is declared only for the overview: commander would take it away from commands
  // with an option `--all`.
  if (showsOverview) addOptions(program, t);
  await addCommands(program, context, wordsToComplete ?? words, !showsOverview || words.includes('--all'));
  if (wordsToComplete) return (await loadSuggest())(program, wordsToComplete, context);
  const commandWords = words.filter((word) => !word.startsWith('-'));
  const isKnownCommand = isCommand(commandWords);
  if (!isKnownCommand) {
    const { refuseFamiliarWord } = await import('./refuse-familiar.ts');
    const code = await refuseFamiliarWord(context, commandWords);
    if (code !== undefined) return code;
  }
  // For an unknown command with `--help`, commander would print the help of the parent command, and no error.
  const calledWords = isKnownCommand ? words : words.filter((word) => word !== '--help' && word !== '-h');
  return runProgram(program, calledWords, context);
}

/**
 * Returns true if the words ask for help as JSON: with `--help`, with `help`, without a command, or with
 * `connection`, which only prints help.
 */
function isHelpForPrograms(words: readonly string[]): boolean {
  if (!wantsJson(words)) return false;
  const [first] = words;
  const end = words.indexOf('--');
  const hasHelpOption = words.some((word, depth) => /^(-h|--help)$/.test(word) && (end < 0 || depth < end));
  const hasOnlyOverviewOptions = words.every((word) => word === '--json' || word === '--all');
  return hasHelpOption || hasOnlyOverviewOptions || first === 'help' || first === 'connection';
}

async function printHelpData(context: CliContext, path: readonly string[]): Promise<number> {
  context.stdout.write(`${JSON.stringify(await buildHelpData(context, path))}\n`);
  return exitCodes.done;
}

/**
 * Rewrites `help session pay` to `session pay --help`, because commander's own help command accepts only one
 * word.
 */
function rewriteHelpCommand(words: readonly string[]): readonly string[] {
  return words[0] === 'help' ? [...words.slice(1), '--help'] : words;
}

function addOptions(program: Command, t: Texts): void {
  program.option('--all', t('help.program.help_every_command')).option('--json', t('help.program.help_json'));
}

/** Adds all commands and loads the called one; loads all of them if `words` is null. */
async function addCommands(
  program: Command,
  context: CliContext,
  words: readonly string[] | null,
  showsAllCommands = true,
): Promise<void> {
  const commandWords = words?.filter((word) => !word.startsWith('-'));
  const isCalledAt = (name: string, depth: number) =>
    commandWords === undefined || commandWords[depth] === name;
  for (const entry of commandTree) {
    const isHidden = !showsAllCommands && !isCommonCommand(entry.name);
    const command = addCommand(program, entry, context, isHidden).helpGroup(context.t(entry.heading));
    if ('load' in entry) {
      if (isCalledAt(entry.name, 0)) await loadCommand(entry, command, context);
      continue;
    }
    for (const leaf of entry.commands) {
      const child = addCommand(command, leaf, context);
      if (isCalledAt(leaf.name, 1)) await loadCommand(leaf, child, context);
    }
  }
}

async function loadCommand(leaf: CommandEntry, command: Command, context: CliContext): Promise<void> {
  command.addHelpText('after', () => commonOptionsText(command, context));
  (await leaf.load())(command, context);
  command.addOption(languageOption(context.t));
}

function addCommand(
  parent: Command,
  { name, summary }: CommandEntry | CommandGroup,
  context: CliContext,
  isHidden = false,
): Command {
  return parent.command(name, { hidden: isHidden }).description(context.t(summary)).helpCommand(false);
}

export function main(process: NodeJS.Process): Promise<void> {
  return run(process, 'sim', runSim);
}

export async function createFullProgram(context: CliContext): Promise<Command> {
  const sim = createProgram('sim', context);
  addOptions(sim, context.t);
  await addCommands(sim, context, null);
  return sim;
}

async function buildHelpData(context: CliContext, words: readonly string[]) {
  const listCommands = (
    command: Command,
    path: readonly string[],
  ): readonly (readonly [string, Command])[] =>
    command.commands.length > 0
      ? command.commands.flatMap((child) => listCommands(child, [...path, child.name()]))
      : [[path.join(' '), command]];
  const commands = listCommands(await createFullProgram(context), [])
    .filter(([name]) => `${name} `.startsWith(words.map((word) => `${word} `).join('')))
    .map(([name, command]) => ({
      name,
      summary: command.description(),
      arguments: command.registeredArguments.map((parameter) => ({
        name: parameter.name(),
        required: parameter.required,
        variadic: parameter.variadic,
        ...parameterFacts(parameter),
      })),
      options: command.options.map((parameter) => ({
        flags: parameter.flags,
        type: optionType(parameter),
        required: parameter.mandatory,
        ...parameterFacts(parameter),
        env: [
          (parameter as { readonly variables?: readonly string[] }).variables ?? parameter.envVar ?? [],
        ].flat(),
      })),
    }));
  return { commands, exit_codes: exitCodes };
}

type CommandParameter = Command['options'][number] | Command['registeredArguments'][number];

function parameterFacts({
  description,
  argChoices,
  defaultValue,
  defaultValueDescription,
}: CommandParameter) {
  const defaultIfOmitted: unknown = defaultValue ?? defaultValueDescription;
  return { description, choices: argChoices ?? null, default: defaultIfOmitted ?? null };
}

function optionType({ required, optional, variadic, flags }: Command['options'][number]): string {
  if (variadic) return 'list';
  if (!required && !optional) return 'boolean';
  return /<(n|ms|minutes|leg)>/.test(flags) ? 'number' : 'string';
}
