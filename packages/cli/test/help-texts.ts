import type { Language } from '@svc-simulator/texts/texts.ts';
import type { Command } from 'commander';
import { relay as declareRelay } from '../src/commands/relay.ts';
import { loadTexts } from '../src/language.ts';
import { createProgram } from '../src/program.ts';
import { createFullProgram, simTextAreas } from '../src/run-sim.ts';
import { createStage } from './stage.ts';

export function helpTexts(lang: Language): Promise<readonly string[]> {
  return collectFromCommands(lang, textsOf);
}

export function helpPages(lang: Language): Promise<readonly string[]> {
  return collectFromCommands(lang, (command) => [command.helpInformation()]);
}

async function collectFromCommands(
  lang: Language,
  read: (command: Command) => readonly string[],
): Promise<readonly string[]> {
  const { sim, relay } = await loadPrograms(lang);
  const listWithDescendants = (command: Command): readonly Command[] => [
    command,
    ...command.commands.flatMap(listWithDescendants),
  ];
  const [first, ...others] = listWithDescendants(sim);
  return [first as Command, relay, ...others].flatMap(read);
}

/** Returns `sim` and `relay` with every command loaded. */
export async function loadPrograms(
  lang: Language = 'en',
): Promise<{ readonly sim: Command; readonly relay: Command }> {
  const t = await loadTexts(lang, simTextAreas);
  const context = { ...createStage([]).context, t };
  const sim = await createFullProgram(context);
  const relay = createProgram('relay', context);
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
