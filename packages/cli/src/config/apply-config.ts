import { dirname } from 'node:path';
import type { ToldFault } from '@svc-simulator/contract';
import { fileFault } from '@svc-simulator/machine/text-file.ts';
import { type Message, worded } from '@svc-simulator/texts/message.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { type Command, InvalidArgumentError, type Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { EnvOption } from '../env-option.ts';
import { wrongUsage } from '../failures.ts';
import { didYouMean } from '../input/similar.ts';
import { type ConfigFile, configFileFor } from './config-file.ts';
import { settingOf } from './setting-kinds.ts';

/**
 * Sets the options of a command from the project's file: those that neither its command line nor the environment has set.
 * `known` are all options that a file may set.
 * @throws CommandError with every fault of the file and its pointer.
 */
export function applyConfig(command: Command, known: readonly Option[], { t, directory }: CliContext): void {
  const file = configFileFor(directory);
  if (!file) return;
  const places = { folder: dirname(file.path), directory };
  const faults: ToldFault[] =
    file.broken === undefined ? [] : [{ pointer: file.pointer, detail: brokenIn(t, file.broken) }];
  for (const [name, value] of Object.entries(file.settings)) {
    if (name === '$schema') continue;
    try {
      const set = settingOf(t, optionOf(t, known, name), value, places);
      if (isOpen(command, name)) command.setOptionValueWithSource(name, set, 'config');
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      faults.push({ pointer: pointerTo(file, name), detail: error.message });
    }
  }
  if (faults.length > 0) throw wrongUsage(t('cli.config.faults', { path: file.path }), faults);
}

/** What is wrong with the file as a whole. */
function brokenIn(t: Texts, broken: Message | Error): string {
  return broken instanceof Error ? fileFault(t, broken) : worded(t, broken);
}

function optionOf(t: Texts, known: readonly Option[], name: string): Option {
  const option = known.find((one) => one.attributeName() === name);
  if (option) return option;
  const names = known.map((one) => one.attributeName());
  const told = t('cli.config.no_setting', { names: names.join(', ') });
  throw new InvalidArgumentError(`${told}${didYouMean(t, name, names)}`);
}

/** Whether the command has the option, lets more than its command line set it, and nothing has yet. */
function isOpen(command: Command, name: string): boolean {
  const option = command.options.find((one) => one.attributeName() === name);
  const source = command.getOptionValueSource(name);
  return option instanceof EnvOption && source !== 'cli' && source !== 'env';
}

function pointerTo({ pointer }: ConfigFile, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
