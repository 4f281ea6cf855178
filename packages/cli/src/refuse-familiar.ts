import type { CliContext } from './cli-context.ts';
import { namesBelow } from './command-tree.ts';
import { dataDirectoryOf, readRunFile } from './connection/run-file.ts';
import { CommandError, wrongUsage } from './failures.ts';
import { stopWords, suggestCommands } from './familiar-words.ts';
import { reportFailure } from './report-failure.ts';

/** Suggests the command for a word of another tool; undefined for an unknown word. */
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
  return reportFailure(
    context,
    new CommandError('usage', text, { details: { notes: suggestions, members: {} } }),
  );
}

/** Explains how to stop a simulator: there is no command for it, so the text names its process. */
async function describeStopping({ t, directory }: CliContext, commandText: string): Promise<string> {
  const run = await readRunFile(t, dataDirectoryOf(directory, undefined)).catch(() => null);
  return t('help.program.stop', { typed: commandText, pid: run ? String(run.pid) : 'none' });
}
