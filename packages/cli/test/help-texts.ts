import { type Language, speaking, translated } from '@svc-simulator/core';
import type { Command } from 'commander';
import type { Leaf } from '../src/command.ts';
import { commandTree } from '../src/command-tree.ts';
import { declare as declareRelay } from '../src/commands/relay.ts';
import { newProgram } from '../src/program.ts';
import { stageFor } from './stage.ts';

/** Everything that help says of commands, arguments and options, in a language, in the order of the commands. */
export function helpTexts(language: Language): Promise<readonly string[]> {
  return ofEveryCommand(language, (command) => textsOf(command).map(translated));
}

/** The help of every command as it is printed, in a language. */
export function helpPages(language: Language): Promise<readonly string[]> {
  return ofEveryCommand(language, (command) => [command.helpInformation()]);
}

function ofEveryCommand(
  language: Language,
  read: (command: Command) => readonly string[],
): Promise<readonly string[]> {
  return speaking(language, async () => {
    const { sim, relay } = await wholePrograms();
    const below = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(below)];
    const [first, ...others] = below(sim);
    return [first as Command, relay, ...others].flatMap(read);
  });
}

/** `sim` and `relay` with everything that they take, which they otherwise load for the command that is called alone. */
export async function wholePrograms(): Promise<{ readonly sim: Command; readonly relay: Command }> {
  const { context } = stageFor([]);
  const sim = newProgram('sim', context).option('--all', '');
  const declare = async (parent: Command, { name, summary, load }: Leaf) => {
    (await load()).declare(parent.command(name).description(summary), context);
  };
  const relay = newProgram('relay', context);
  declareRelay(relay, context);
  for (const entry of commandTree) {
    if ('load' in entry) await declare(sim, entry);
    else {
      const group = sim.command(entry.name).description(entry.summary);
      for (const leaf of entry.commands) await declare(group, leaf);
    }
  }
  return { sim, relay };
}

function textsOf(command: Command): string[] {
  const { registeredArguments } = command;
  const options = new Set([...command.options, ...command.createHelp().visibleOptions(command)]);
  const told = [...registeredArguments, ...options].flatMap((each) => [
    each.description,
    each.defaultValueDescription ?? '',
  ]);
  return [command.description(), ...told].filter((text) => /[a-z]{2}/i.test(text));
}
