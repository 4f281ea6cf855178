import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Command } from 'commander';
import { relay as declareRelay } from '../src/commands/relay.ts';
import { textsFor } from '../src/language.ts';
import { newProgram } from '../src/program.ts';
import { ofSim, wholeProgram } from '../src/run-sim.ts';
import { stageFor } from './stage.ts';

/** Everything that help says of commands, arguments and options, in a language, in the order of the commands. */
export function helpTexts(lang: Language): Promise<readonly string[]> {
  return ofEveryCommand(lang, textsOf);
}

/** The help of every command as it is printed, in a language. */
export function helpPages(lang: Language): Promise<readonly string[]> {
  return ofEveryCommand(lang, (command) => [command.helpInformation()]);
}

async function ofEveryCommand(
  lang: Language,
  read: (command: Command) => readonly string[],
): Promise<readonly string[]> {
  const { sim, relay } = await wholePrograms(lang);
  const below = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(below)];
  const [first, ...others] = below(sim);
  return [first as Command, relay, ...others].flatMap(read);
}

/** `sim` and `relay` with everything that they take, which they otherwise load for the command that is called alone. */
export async function wholePrograms(
  lang: Language = 'en',
): Promise<{ readonly sim: Command; readonly relay: Command }> {
  const t = await textsFor(lang, ofSim);
  const context = { ...stageFor([]).context, t };
  const sim = await wholeProgram(context);
  const relay = newProgram('relay', context);
  declareRelay(relay, context);
  return { sim, relay };
}

function textsOf(command: Command): string[] {
  const { registeredArguments } = command;
  const options = new Set([...command.options, ...command.createHelp().visibleOptions(command)]);
  const told = [...registeredArguments, ...options].flatMap((each) => [
    each.description,
    each.defaultValueDescription ?? '',
  ]);
  return [command.description(), ...told].filter((text) => /\p{L}{2}/u.test(text));
}
