import { t, translated, translatedForeign } from '@svc-simulator/core';
import { type Argument, Command, CommanderError, Help, type HelpConfiguration, Option } from 'commander';
import { version } from '../../../package.json';
import type { CliContext } from './cli-context.ts';
import { optionDescription, readEnvironment } from './env-option.ts';
import { exitCodes } from './failures.ts';
import { languageOption } from './language.ts';
import { withoutSecrets } from './rendering/secrets.ts';
import { isCommonOption, JSON_TEXT } from './takes.ts';

const usual = new Help();

/** Commands, arguments and options are declared in English; here they get the language of their reader. */
const help: HelpConfiguration = {
  subcommandTerm: (command) => command.name(),
  styleTitle: translated,
  commandUsage: (command) => usual.commandUsage(command).replace(/\[(options|command)\]/g, translated),
  commandDescription: (command) => translated(command.description()),
  subcommandDescription: (command) => translated(command.description()),
  argumentDescription,
  optionDescription,
  // Those of every command are a line below the others.
  visibleOptions: (command) =>
    usual.visibleOptions(command).filter((option) => !isCommonOption(option) || showsCommon(command)),
};

function argumentDescription(argument: Argument): string {
  const { description } = argument;
  // Its choices and its default, which the library adds.
  const facts = usual.argumentDescription(argument).slice(description.length);
  return translated(description) + translatedForeign(facts);
}

/** `sim connection` explains them; the relay as a program of its own has nothing else that does. */
function showsCommon(command: Command): boolean {
  return command.parent === null || command.name() === 'connection';
}

/** The line of a command's help that names the options which every command has; with what its JSON is, where it is its own. */
export function commonLines(command: Command, program: string): string {
  const all = command.options.filter(isCommonOption);
  if (all.length === 0 || showsCommon(command)) return '';
  const names = all.map(({ long }) => long).join(' ');
  const json = all.find(({ long }) => long === '--json');
  const own = json && json.description !== JSON_TEXT ? `\n--json: ${translated(json.description)}` : '';
  return `\n${t`Also: ${names} (${program} help connection)`}${own}`;
}

/** A program without commands yet, that writes to its context and never ends the process. */
export function newProgram(name: string, context: CliContext): Command {
  const { stdout, stderr, env, self } = context;
  const program = new Command(name)
    .version(version, '-v, --version', 'print the version')
    .addOption(languageOption())
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .showHelpAfterError(t`See: ${self} --help`)
    .exitOverride()
    .configureHelp(help)
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => stdout.width ?? 100,
      getErrHelpWidth: () => stderr.width ?? 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .hook('preAction', (_program, command) => readEnvironment(command, env));
  return explaining(program);
}

/** Has a command say, of what is missing or wrong in its words, what could stand there. */
export function explaining(command: Command): Command {
  return command.configureOutput({
    outputError: (text, write) => {
      const fault = text.trimEnd();
      write(`${withoutSecrets(translatedForeign(fault))}${whatCouldStand(fault, command)}\n`);
    },
  });
}

function whatCouldStand(fault: string, command: Command): string {
  const [, argument, option] =
    /missing required argument '(.+)'|required option '(.+)' not specified/.exec(fault) ?? [];
  const missing =
    command.registeredArguments.find((one) => one.name() === argument) ??
    command.options.find(({ flags }) => flags === option);
  if (missing)
    return `\n  ${missing instanceof Option ? optionDescription(missing) : argumentDescription(missing)}`;
  if (!/unknown option '-\d/.test(fault)) return '';
  return `\n${t`(no time is below 0 here; sim clock set sets the clock back)`}`;
}

/** Parses the words and runs what they call; answers the exit code (contract section 8). */
export async function runProgram(
  program: Command,
  words: readonly string[],
  context: CliContext,
): Promise<number> {
  try {
    await program.parseAsync([...words], { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    // Commander has told the user already; help and version that were asked for are no failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    const { reportFailure } = await import('./report-failure.ts');
    return reportFailure(context, error);
  }
}

/** The words that a shell wants completed, when it asks by `complete -- …words`; the last one is being typed. */
export function completionRequest(words: readonly string[]): readonly string[] | undefined {
  return words[0] === 'complete' && words[1] === '--' ? words.slice(2) : undefined;
}

/** What answers such a request; loaded for nothing else. */
export async function suggestions() {
  return (await import('./completion/suggest.ts')).suggest;
}
