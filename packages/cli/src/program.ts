import { t, translated, translatedForeign } from '@svc-simulator/core';
import { Command, CommanderError, Help, type HelpConfiguration } from 'commander';
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
  argumentDescription: (argument) => {
    const { description } = argument;
    // Its choices and its default, which the library adds.
    const facts = usual.argumentDescription(argument).slice(description.length);
    return translated(description) + translatedForeign(facts);
  },
  optionDescription,
  // Those of every command are a line below the others.
  visibleOptions: (command) =>
    usual.visibleOptions(command).filter((option) => !isCommonOption(option) || showsCommon(command)),
};

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
  return new Command(name)
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
      outputError: (text, write) => write(`${withoutSecrets(translatedForeign(text.trimEnd()))}\n`),
      getOutHelpWidth: () => stdout.width ?? 100,
      getErrHelpWidth: () => stderr.width ?? 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .hook('preAction', (_program, command) => readEnvironment(command, env));
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
