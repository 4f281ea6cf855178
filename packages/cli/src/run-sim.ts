import field from 'texts:field?by-language';
import help from 'texts:help?by-language';
import type { Command } from 'commander';
import type { CliContext, Outside } from './cli-context.ts';
import type { Group, Leaf } from './command.ts';
import { commandTree, doneBy, isCommand, isOften, namedAnew } from './command-tree.ts';
import { inLanguageOf, isForPrograms, languageOption, ofEveryCommand } from './language.ts';
import {
  commonLines,
  completionRequest,
  explaining,
  newProgram,
  runProgram,
  suggestions,
} from './program.ts';

/** What commands say, and what the fields mean that some of them take. */
export const ofSim = [...ofEveryCommand, field];

const overview = ({ t, program, words }: CliContext) => {
  const examples = t('help.program.examples', { program });
  return words.includes('--all')
    ? examples
    : `${examples}\n\n${t('help.program.all_commands_help_all', { program })}`;
};

/** Runs `sim` with the words of its context; answers the exit code (contract section 8). */
export function runSim(outside: Outside): Promise<number> {
  // The list of commands is a tenth of all.
  return inLanguageOf(outside, runTold, (words) =>
    isOverview(words) && !isForPrograms(words) ? [help] : ofSim,
  );
}

/** Whether the words name no command. */
function isOverview(words: readonly string[]): boolean {
  return plainWords(words).every((word) => word.startsWith('-'));
}

async function runTold(context: CliContext): Promise<number> {
  const { t } = context;
  if (context.words[0] === 'help' && context.words.includes('--json')) return printsHelp(context);
  const words = namedAnew(plainWords(context.words));
  const request = completionRequest(words);
  // The last word is still being typed.
  const asked = request && [...namedAnew(request.slice(0, -1)), ...request.slice(-1)];
  const program = newProgram('sim', context)
    .description(t('help.program.about'))
    .addHelpText('after', () => overview(context));
  // An option of the program would be taken away from commands that have one of that name.
  const showsAll = asked === undefined && isOverview(words);
  if (showsAll)
    program
      .option('--all', t('help.program.help_every_command'))
      .option('--json', t('help.program.help_json'));
  const isWhole = !showsAll || words.includes('--all');
  await addCommands(program, asked ?? words, context, isWhole);
  if (asked) return (await suggestions())(program, asked, context);
  const named = words.filter((word) => !word.startsWith('-'));
  const other = doneBy(named);
  if (other !== undefined) return saysWhatDoes(other, named.slice(0, 2).join(' '), context);
  // Help of a command that is not there would be that of another one.
  const called = isCommand(named) ? words : words.filter((word) => word !== '--help' && word !== '-h');
  return runProgram(program, called, context);
}

/** `help --json`, with every command loaded. */
async function printsHelp(context: CliContext): Promise<number> {
  const { helpData } = await import('./whole-program.ts');
  const named = context.words.slice(1).filter((word) => !word.startsWith('-'));
  context.stdout.write(`${JSON.stringify(await helpData(context, named))}\n`);
  return 0;
}

async function saysWhatDoes(other: string, typed: string, context: CliContext): Promise<number> {
  // Loaded by those who fail.
  const [{ wrongUsage }, { reportFailure }] = await Promise.all([
    import('./failures.ts'),
    import('./report-failure.ts'),
  ]);
  const { t, program } = context;
  return reportFailure(context, wrongUsage(t('help.program.other_command', { program, typed, other })));
}

/** `help session pay` asks for what `session pay --help` prints; commander's own help command stops at one word. */
function plainWords(words: readonly string[]): readonly string[] {
  return words[0] === 'help' ? [...words.slice(1), '--help'] : words;
}

/** Only the command that the words call is loaded; the others stand there with their names. */
async function addCommands(
  program: Command,
  words: readonly string[],
  context: CliContext,
  isWhole: boolean,
): Promise<void> {
  const [first, second] = words.filter((word) => !word.startsWith('-'));
  for (const entry of commandTree) {
    const hidden = !isWhole && !isOften(entry.name);
    const command = addCommand(program, entry, context, { path: context.program, hidden }).helpGroup(
      context.t(entry.heading),
    );
    if ('load' in entry) {
      if (entry.name === first) await declare(entry, command, context);
      continue;
    }
    for (const leaf of entry.commands) {
      const child = addCommand(command, leaf, context, { path: `${context.program} ${entry.name}` });
      if (leaf.name === second) await declare(leaf, child, context);
    }
  }
}

async function declare(leaf: Leaf, command: Command, context: CliContext): Promise<void> {
  command.addHelpText('after', () => commonLines(command, context));
  (await leaf.load()).declare(command, context);
  command.addOption(languageOption(context.t));
}

function addCommand(
  parent: Command,
  { name, summary }: Leaf | Group,
  context: CliContext,
  { path, hidden = false }: { readonly path: string; readonly hidden?: boolean },
): Command {
  const { t } = context;
  return explaining(context, parent.command(name, { hidden }))
    .description(t(summary))
    .helpCommand(false)
    .showHelpAfterError(!isForPrograms(context.words) && t('help.program.see_help_of', { path, name }));
}
