import { type Command, Help } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { exitCodes } from '../failures.ts';
import { type CommandLine, readCommandLine } from './command-line.ts';
import { type Suggestion, type Values, valuesOf } from './known-values.ts';

/** Directives of the protocol that the shells' scripts speak (that of Cobra, and of @bomb.sh/tab). */
const NO_FILES = 4;
const DEFAULT = 0;

/**
 * Answers a shell that asks what may stand at the cursor (`sim complete -- …words`): a line for each suggestion, its
 * description, if any, after a tab, then a directive. It never fails: a shell has nowhere to say so.
 *
 * The library's scripts ask, but its adapter for commander does not answer: it wants every command loaded, and never lets a
 * shell offer names of files.
 */
export async function suggest(
  program: Command,
  words: readonly string[],
  context: CliContext,
): Promise<number> {
  const line = readCommandLine(program, words);
  const values = await suggestionsFor(line, context);
  const lines = values === 'files' ? [] : values.filter(({ value }) => value.startsWith(line.typed));
  const text = lines.map(lineOf).join('');
  context.stdout.write(`${text}:${values === 'files' ? DEFAULT : NO_FILES}\n`);
  return exitCodes.done;
}

async function suggestionsFor(
  { command, given, expected }: CommandLine,
  context: CliContext,
): Promise<Values> {
  switch (expected.kind) {
    case 'command':
      return commandsOf(expected.of);
    case 'option':
      return optionsOf(expected.of);
    case 'value':
      return valuesOf(expected.of, command, given, context);
    case 'foreign':
      return 'files';
    case 'nothing':
      return [];
  }
}

function commandsOf(command: Command): Suggestion[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.map((child) => ({ value: child.name(), description: child.description() }));
}

function optionsOf(command: Command): Suggestion[] {
  const visible = new Help().visibleOptions(command);
  return visible.map(({ long, short, description }) => ({ value: long ?? short ?? '', description }));
}

/** Without a description there is no tab either: zsh would show where it ends. */
function lineOf({ value, description }: Suggestion): string {
  const [first = ''] = description.split('\n', 1);
  return first === '' ? `${value}\n` : `${value}\t${first.replaceAll('\t', ' ')}\n`;
}
