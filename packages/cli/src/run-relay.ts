import type { CliContext, CliEnvironment } from './cli-context.ts';
import { relay } from './commands/relay.ts';
import { runInLanguage } from './language.ts';
import { runProcess as run } from './main.ts';
import { completion, completionRequest, createProgram, loadSuggest, runProgram } from './program.ts';

export function runRelay(environment: CliEnvironment, name = 'relay'): Promise<number> {
  return runInLanguage(environment, (context) => runRelayProgram(context, name));
}

async function runRelayProgram(context: CliContext, name: string): Promise<number> {
  const { t, words } = context;
  const wordsToComplete = completionRequest(words);
  const program = createProgram(name, context).description(t('help.relay'));
  relay(program, context);
  const child = program.command(completion.name).description(t(completion.summary)).helpCommand(false);
  if ((wordsToComplete ?? words)[0] === completion.name) (await completion.load())(child, context);
  return wordsToComplete
    ? (await loadSuggest())(program, wordsToComplete, context)
    : runProgram(program, words, context);
}

export function main(process: NodeJS.Process): Promise<void> {
  return run(process, 'relay', runRelay);
}
