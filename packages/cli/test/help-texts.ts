import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Command } from 'commander';
import { relay as declareRelay } from '../src/commands/relay.ts';
import { textsFor } from '../src/language.ts';
import { newProgram } from '../src/program.ts';
import { createFullProgram, simTextAreas } from '../src/run-sim.ts';
import { stageFor } from './stage.ts';

export function helpTexts(lang: Language): Promise<readonly string[]> {
  return ofEveryCommand(lang, textsOf);
}

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

/** Returns `sim` and `relay` with every command loaded. */
export async function wholePrograms(
  lang: Language = 'en',
): Promise<{ readonly sim: Command; readonly relay: Command }> {
  const t = await textsFor(lang, simTextAreas);
  const context = { ...stageFor([]).context, t };
  const sim = await createFullProgram(context);
  const relay = newProgram('relay', context);
  declareRelay(relay, context);
  return { sim, relay };
}

function textsOf(command: Command): string[] {
  const { registeredArguments } = command;
  const options = new Set([...command.options, ...command.createHelp().visibleOptions(command)]);
  const texts = [...registeredArguments, ...options].flatMap((part) => [
    part.description,
    part.defaultValueDescription ?? '',
  ]);
  return [command.description(), ...texts].filter((text) => /\p{L}{2}/u.test(text));
}
