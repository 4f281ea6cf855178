import type { Texts } from '@svc-simulator/texts/texts.ts';
import { Command, CommanderError, Help, type HelpConfiguration } from 'commander';
import { version } from '../../../package.json';
import type { CliContext, CliOutput } from './cli-context.ts';
import type { CommandEntry } from './command.ts';
import { exitCodes } from './failures.ts';
import { languageOption } from './language.ts';
import { describeParameter, isCommonOption, JSON_TEXT_KEY, readEnvironment } from './parameters.ts';
import { translatePlaceholder, translatePlaceholders } from './usage-texts.ts';

/** Minimum columns for a description next to its term; if fewer are left, it is printed below the term. */
const MIN_DESCRIPTION_WIDTH = 30;
const DEFAULT_WIDTH = 100;
const defaultHelp = Object.assign(new Help(), { minWidthToWrap: 20 });

function helpConfiguration(t: Texts): HelpConfiguration {
  return {
    minWidthToWrap: defaultHelp.minWidthToWrap,
    formatItem,
    subcommandTerm: (command) => command.name(),
    optionTerm: (option) => translatePlaceholders(t, defaultHelp.optionTerm(option)),
    argumentTerm: (argument) => translatePlaceholder(t, defaultHelp.argumentTerm(argument)),
    styleTitle: (title) => helpTitles.get(title)?.(t) ?? title,
    commandUsage: (command) =>
      defaultHelp
        .commandUsage(command)
        .replace('[options]', t('help.program.syntax.options'))
        .replace('[command]', t('help.program.syntax.command'))
        .replace(/.*/s, (usage) => translatePlaceholders(t, usage)),
    argumentDescription: (argument) => describeParameter(t, argument),
    optionDescription: (option) => describeParameter(t, option),
    visibleOptions: (command) =>
      defaultHelp
        .visibleOptions(command)
        .filter((option) => !isCommonOption(option) || listsCommonOptions(command)),
  };
}

function formatItem(term: string, termWidth: number, description: string, helper: Help): string {
  const width = helper.helpWidth ?? DEFAULT_WIDTH;
  if (description === '' || width - termWidth - 4 >= MIN_DESCRIPTION_WIDTH)
    return Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
  return `  ${term}\n${defaultHelp.boxWrap(description, width - 6).replace(/^/gm, '      ')}`;
}

/**
 * Wraps prose to the terminal's width, after joining the long lines that the catalog breaks by hand. Indented
 * lines and example commands are not wrapped, so that they can be pasted.
 */
function wrapProse(text: string, width: number, program: string): string {
  return text
    .replace(/^(\S.{99,})\n(?=\S)/gm, '$1 ')
    .split('\n')
    .map((line) =>
      /^\s/.test(line) || line.includes(`: ${program} `) ? line : defaultHelp.boxWrap(line, width),
    )
    .join('\n');
}

const helpTitles = new Map<string, (t: Texts) => string>([
  ['Usage:', (t) => t('help.program.title.usage')],
  ['Arguments:', (t) => t('help.program.title.arguments')],
  ['Options:', (t) => t('help.program.title.options')],
  ['Commands:', (t) => t('help.program.title.commands')],
]);

/**
 * Returns true if the command's help lists the common options one by one. Only `sim connection` does, and the
 * relay's own program, which has no command `connection`.
 */
function listsCommonOptions(command: Command): boolean {
  return command.parent === null || command.name() === 'connection';
}

/** Returns the line of help that names the common options. Adds the command's own text about `--json`. */
export function commonOptionsText(command: Command, { t, program }: CliContext): string {
  const commonOptions = command.options.filter(isCommonOption);
  if (commonOptions.length === 0 || listsCommonOptions(command)) return '';
  const names = commonOptions.map(({ long }) => long).join(' ');
  const json = commonOptions.find(({ long }) => long === '--json');
  const jsonLine = json && json.description !== t(JSON_TEXT_KEY) ? `\n--json: ${json.description}` : '';
  return `\n${t('help.program.also_help_connection', { names, program })}${jsonLine}`;
}

/** Creates a program without commands. It writes to its context and never exits the process. */
export function createProgram(name: string, context: CliContext): Command {
  const { stdout, stderr, env, t, program } = context;
  const widthOf = ({ width = DEFAULT_WIDTH }: CliOutput) => width;
  const writeWrapped = (output: CliOutput) => (text: string) =>
    output.write(wrapProse(text, widthOf(output), program));
  return new Command(name)
    .version(version, '-v, --version', t('help.version'))
    .addOption(languageOption(t))
    .helpOption('-h, --help', t('help.program.print_help'))
    .helpCommand(false)
    .exitOverride()
    .configureHelp(helpConfiguration(t))
    .configureOutput({
      writeOut: writeWrapped(stdout),
      writeErr: writeWrapped(stderr),
      getOutHelpWidth: () => widthOf(stdout),
      getErrHelpWidth: () => widthOf(stderr),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
      // Commander prints no errors, because `runProgram` prints them in the user's language.
      outputError: () => {},
    })
    .hook('preAction', (_program, command) => readEnvironment(t, command, env));
}

/** Parses the words and runs the command; returns the exit code (contract section 8). */
export async function runProgram(
  program: Command,
  words: readonly string[],
  context: CliContext,
): Promise<number> {
  try {
    await program.parseAsync([...words], { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      const { reportFailure } = await import('./report-failure.ts');
      return reportFailure(context, error);
    }
    if (error.exitCode === 0) return exitCodes.done;
    if (error.code !== 'commander.help') {
      const { reportUsage } = await import('./report-usage.ts');
      reportUsage(context, findCalledCommand(program, words), error);
    }
    return exitCodes.usage;
  }
}

function findCalledCommand(command: Command, [word, ...words]: readonly string[]): Command {
  const child = command.commands.find((candidate) => candidate.name() === word);
  return child ? findCalledCommand(child, words) : command;
}

/**
 * Returns the words to complete if a shell runs `sim complete -- …words`; undefined for any other call. The
 * last word is incomplete.
 */
export function completionRequest(words: readonly string[]): readonly string[] | undefined {
  return words[0] === 'complete' && words[1] === '--' ? words.slice(2) : undefined;
}

export async function loadSuggest() {
  return (await import('./completion/suggest.ts')).suggest;
}

export const completion: CommandEntry = {
  name: 'completion',
  summary: 'help.completion',
  load: async () => (await import('./completion/completion-command.ts')).declareCompletion,
};
