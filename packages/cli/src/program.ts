import type { Texts } from '@svc-simulator/texts/texts.ts';
import { Command, CommanderError, Help, type HelpConfiguration } from 'commander';
import { version } from '../../../package.json';
import type { CliContext } from './cli-context.ts';
import type { Leaf } from './command.ts';
import { exitCodes } from './failures.ts';
import { isForPrograms, languageOption } from './language.ts';
import { quoted, withoutSecrets } from './rendering/text.ts';
import { descriptionOf, isCommonOption, JSON_TEXT, readEnvironment } from './takes.ts';
import { nextSteps, placeIn, saidOfUsage, withPlaces } from './usage-texts.ts';

const usual = new Help();

/** How help is written; the words that are the library's own are put into the language of the reader. */
function helpIn(t: Texts): HelpConfiguration {
  return {
    subcommandTerm: (command) => command.name(),
    optionTerm: (option) => withPlaces(t, usual.optionTerm(option)),
    argumentTerm: (argument) => placeIn(t, usual.argumentTerm(argument)),
    styleTitle: (title) => titles.get(title)?.(t) ?? title,
    commandUsage: (command) =>
      usual
        .commandUsage(command)
        .replace('[options]', t('help.program.syntax.options'))
        .replace('[command]', t('help.program.syntax.command'))
        .replace(/.*/s, (usage) => withPlaces(t, usage)),
    argumentDescription: (argument) => descriptionOf(t, argument),
    optionDescription: (option) => descriptionOf(t, option),
    // Those of every command are a line below the others.
    visibleOptions: (command) =>
      usual.visibleOptions(command).filter((option) => !isCommonOption(option) || showsCommon(command)),
  };
}

const titles = new Map<string, (t: Texts) => string>([
  ['Usage:', (t) => t('help.program.title.usage')],
  ['Arguments:', (t) => t('help.program.title.arguments')],
  ['Options:', (t) => t('help.program.title.options')],
  ['Commands:', (t) => t('help.program.title.commands')],
]);

/** `sim connection` explains them; the relay as a program of its own has nothing else that does. */
function showsCommon(command: Command): boolean {
  return command.parent === null || command.name() === 'connection';
}

/** The line of a command's help that names the options which every command has; with what its JSON is, where it is its own. */
export function commonLines(command: Command, { t, program }: CliContext): string {
  const all = command.options.filter(isCommonOption);
  if (all.length === 0 || showsCommon(command)) return '';
  const names = all.map(({ long }) => long).join(' ');
  const json = all.find(({ long }) => long === '--json');
  const own = json && json.description !== t(JSON_TEXT) ? `\n--json: ${json.description}` : '';
  return `\n${t('help.program.also_help_connection', { names, program })}${own}`;
}

/** A program without commands yet, that writes to its context and never ends the process. */
export function newProgram(name: string, context: CliContext): Command {
  const { stdout, stderr, env, self, t } = context;
  const program = new Command(name)
    .version(version, '-v, --version', t('help.version'))
    .addOption(languageOption(t))
    .helpOption('-h, --help', t('help.program.print_help'))
    .helpCommand(false)
    .showHelpAfterError(!isForPrograms(context.words) && t('help.program.see_help', { self }))
    .exitOverride()
    .configureHelp(helpIn(t))
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => stdout.width ?? 100,
      getErrHelpWidth: () => stderr.width ?? 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .hook('preAction', (_program, command) => readEnvironment(t, command, env));
  return explaining(context, program);
}

/** Has a command say, of what is missing or wrong in its words, what could stand there. */
export function explaining(context: CliContext, command: Command): Command {
  const { t, words } = context;
  return command.configureOutput({
    outputError: (text, write) => {
      const fault = text.trimEnd();
      if (isForPrograms(words)) {
        const detail = withoutSecrets(saidOfUsage(t, fault).replace(/^\S+: /, ''));
        const told = { title: t('cli.failure.wrong_usage'), detail, ...nextSteps(context, 'usage') };
        return write(`${JSON.stringify(told)}\n`);
      }
      write(`${withoutSecrets(saidOfUsage(t, fault))}${whatCouldStand(context, fault, command)}\n`);
    },
  });
}

function whatCouldStand({ t, program, words }: CliContext, fault: string, command: Command): string {
  const [, argument, option] =
    /missing required argument '(.+)'|required option '(.+)' not specified/.exec(fault) ?? [];
  const missing =
    command.registeredArguments.find((one) => one.name() === argument) ??
    command.options.find(({ flags }) => flags === option);
  if (missing) return `\n  ${descriptionOf(t, missing)}`;
  if (/unknown option '-\d/.test(fault)) return `\n${t('help.program.no_time_below_0')}`;
  const [called = '-'] = command.args;
  if (command.name() === 'exec' && !called.startsWith('-')) {
    const at = words.indexOf(called);
    const line = [program, ...[...words.slice(0, at), '--', ...words.slice(at)].map(quoted)].join(' ');
    return `\n${t('help.program.dashes_before_command', { line })}`;
  }
  const isEarly = command.name() === 'sim' && /unknown option '.*'$/.test(fault);
  return isEarly ? `\n${t('help.program.options_after')}` : '';
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

/** A command of `sim` and of `relay`. */
export const completion: Leaf = {
  name: 'completion',
  summary: 'help.completion',
  load: async () => (await import('./completion/completion-command.ts')).declare,
};
