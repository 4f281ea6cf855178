import { type Language, speaking, translated } from '@svc-simulator/core';
import type { Command } from 'commander';
import type { Leaf } from '../src/command.ts';
import { commandTree } from '../src/command-tree.ts';
import { declareRelay } from '../src/commands/relay.ts';
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
    const { context } = stageFor([]);
    const program = newProgram('sim', context);
    const declared = async (parent: Command, { name, summary, load }: Leaf) => {
      const command = parent.command(name).description(summary);
      (await load())(command, context);
      return command;
    };
    const relay = newProgram('relay', context);
    declareRelay(relay, context);
    const commands = [program, relay];
    for (const entry of commandTree) {
      if ('load' in entry) commands.push(await declared(program, entry));
      else {
        const group = program.command(entry.name).description(entry.summary);
        commands.push(group);
        for (const leaf of entry.commands) commands.push(await declared(group, leaf));
      }
    }
    return commands.flatMap(read);
  });
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
