import type { Command } from 'commander';
import type { CliContext } from './cli-context.ts';
import type { Leaf } from './command.ts';
import { commandTree } from './command-tree.ts';
import { exitCodes } from './failures.ts';
import { newProgram } from './program.ts';

/** `sim` with everything that its commands take, which they otherwise load for the one that is called. */
export async function wholeProgram(context: CliContext): Promise<Command> {
  const { t } = context;
  const sim = newProgram('sim', context)
    .option('--all', t('help.program.help_every_command'))
    .option('--json', t('help.program.help_json'));
  const declare = async (parent: Command, { name, summary, load }: Leaf) =>
    (await load()).declare(parent.command(name).description(t(summary)), context);
  for (const entry of commandTree) {
    const isAlone = 'load' in entry;
    const parent = isAlone ? sim : sim.command(entry.name).description(t(entry.summary));
    for (const leaf of isAlone ? [entry] : entry.commands) await declare(parent, leaf);
  }
  return sim;
}

/** `sim help --json`: all commands, or those whose names begin with these words. */
export async function helpData(context: CliContext, words: readonly string[]) {
  const below = (command: Command, path: readonly string[]): readonly (readonly [string, Command])[] =>
    command.commands.length > 0
      ? command.commands.flatMap((each) => below(each, [...path, each.name()]))
      : [[path.join(' '), command]];
  const commands = below(await wholeProgram(context), [])
    .filter(([name]) => `${name} `.startsWith(words.map((word) => `${word} `).join('')))
    .map(([name, command]) => ({
      name,
      summary: command.description(),
      arguments: command.registeredArguments.map((one) => ({
        ...{ name: one.name(), required: one.required, variadic: one.variadic },
        ...whatOf(one),
      })),
      options: command.options.map((one) => ({
        ...{ flags: one.flags, type: typeOf(one), required: one.mandatory },
        ...whatOf(one),
        env: [(one as { readonly variables?: readonly string[] }).variables ?? one.envVar ?? []].flat(),
      })),
    }));
  return { commands, exit_codes: exitCodes };
}

type Taken = Command['options'][number] | Command['registeredArguments'][number];

/** What it means, what it may be, and what it is without being said. */
function whatOf({ description, argChoices, defaultValue, defaultValueDescription }: Taken) {
  const without: unknown = defaultValue ?? defaultValueDescription;
  return { description, choices: argChoices ?? null, default: without ?? null };
}

function typeOf({ required, optional, variadic, flags }: Command['options'][number]): string {
  if (variadic) return 'list';
  if (!required && !optional) return 'boolean';
  return /<(n|ms|minutes|leg)>/.test(flags) ? 'number' : 'string';
}
