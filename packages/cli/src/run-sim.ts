import type { Command } from 'commander';
import { commandTree, type Group, type Leaf } from './command-tree.ts';
import { completionRequest, newProgram, runProgram, suggestions } from './program.ts';
import type { Surroundings } from './surroundings.ts';

const description =
  'A payment provider on your own machine: API, signed webhooks, payment page, forced outcomes and a relay.';
const examples = (program: string) => `
Examples:
  ${program} start                   start it, with a demo account
  ${program} session create          create a session, and print its payment page
  ${program} trace --follow          watch what happens
  ${program} relay --port 3000       deliver webhooks to http://127.0.0.1:3000`;

/** Runs `sim` with the words of its surroundings; answers the exit code (contract section 8). */
export async function runSim(surroundings: Surroundings): Promise<number> {
  const words = plainWords(surroundings.words);
  const asked = completionRequest(words);
  const program = newProgram('sim', surroundings)
    .description(description)
    .addHelpText('after', examples(surroundings.program));
  await addCommands(program, asked ?? words, surroundings);
  return asked
    ? (await suggestions())(program, asked, surroundings)
    : runProgram(program, words, surroundings);
}

/** `help session pay` asks for what `session pay --help` prints; commander's own help command stops at one word. */
function plainWords(words: readonly string[]): readonly string[] {
  return words[0] === 'help' ? [...words.slice(1), '--help'] : words;
}

/** Only the command that the words call is loaded; the others stand there with their names. */
async function addCommands(
  program: Command,
  words: readonly string[],
  surroundings: Surroundings,
): Promise<void> {
  const [first, second] = words.filter((word) => !word.startsWith('-'));
  for (const entry of commandTree) {
    const command = addCommand(program, entry, surroundings.program);
    if ('load' in entry) {
      if (entry.name === first) (await entry.load())(command, surroundings);
      continue;
    }
    for (const leaf of entry.commands) {
      const child = addCommand(command, leaf, `${surroundings.program} ${entry.name}`);
      if (leaf.name === second) (await leaf.load())(child, surroundings);
    }
  }
}

function addCommand(parent: Command, { name, summary }: Leaf | Group, path: string): Command {
  return parent
    .command(name)
    .description(summary)
    .helpCommand(false)
    .showHelpAfterError(`See: ${path} ${name} --help`);
}
