import type { CliContext } from './cli-context.ts';
import { namesBelow } from './command-tree.ts';
import { dataDirectoryOf, readRunFile } from './connection/run-file.ts';
import { CommandError, wrongUsage } from './failures.ts';
import { stopWords, suggestCommands } from './familiar-words.ts';
import { reportFailure } from './report-failure.ts';

/** Prints the command that replaces another tool's word, and returns the exit code; undefined if none does. */
export async function refuseFamiliarWord(
  context: CliContext,
  words: readonly string[],
): Promise<number | undefined> {
  const { t, program } = context;
  const [first = ''] = words;
  if (stopWords.includes(first))
    return reportFailure(context, wrongUsage(await describeStopping(context, first)));
  const suggestions = suggestCommands(words, namesBelow).map((command) => `${program} ${command}`);
  if (suggestions.length === 0) return undefined;
  const commandText = words.slice(0, 2).join(' ');
  const text = t('help.program.other_command', { program, typed: commandText });
  return reportFailure(context, new CommandError('usage', text, { details: { notes: suggestions } }));
}

/** Explains how to stop a simulator. The text names its process, because no command stops a simulator. */
async function describeStopping({ t, directory }: CliContext, stopWord: string): Promise<string> {
  const run = await readRunFile(t, dataDirectoryOf(directory, undefined)).catch(() => null);
  return t('help.program.stop', { typed: stopWord, pid: run ? String(run.pid) : 'none' });
}
