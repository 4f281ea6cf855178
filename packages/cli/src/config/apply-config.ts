import { dirname, relative, resolve } from 'node:path';
import { isObject, type ProblemFault, toPointer } from '@svc-simulator/contract';
import { fileFault } from '@svc-simulator/machine/text-file.ts';
import { type Message, messageText } from '@svc-simulator/texts/message.ts';
import type { PlainKey, Texts } from '@svc-simulator/texts/texts.ts';
import { type Command, InvalidArgumentError, type Option } from 'commander';
import type { CliContext } from '../cli-context.ts';
import { wrongUsage } from '../failures.ts';
import { didYouMean } from '../input/nearest.ts';
import { EnvOption, invalidValueReason } from '../parameters.ts';
import { findConfigFile } from './config-file.ts';

/**
 * Sets options of a command from the project's file, unless the command line or the environment set them.
 * `configOptions` are all options that the file may contain.
 * @throws CommandError with every fault of the file and its pointer
 */
export function applyConfig(
  command: Command,
  configOptions: readonly Option[],
  { t, directory }: CliContext,
): void {
  const file = findConfigFile(directory);
  if (!file) return;
  const directories = { fileDirectory: dirname(file.path), workingDirectory: directory };
  const faults: ProblemFault[] =
    file.fault === undefined ? [] : [{ pointer: file.pointer, detail: faultText(t, file.fault) }];
  for (const [name, value] of Object.entries(file.settings)) {
    if (name === '$schema') continue;
    try {
      const optionValue = settingValue(t, findConfigOption(t, configOptions, name), value, directories);
      if (isUnset(command, name)) command.setOptionValueWithSource(name, optionValue, 'config');
    } catch (error) {
      faults.push({ pointer: file.pointer + toPointer([name]), detail: invalidValueReason(error) });
    }
  }
  if (faults.length > 0) throw wrongUsage(t('cli.config.faults', { path: file.path }), faults);
}

function faultText(t: Texts, fault: Message | Error): string {
  return fault instanceof Error ? fileFault(t, fault) : messageText(t, fault);
}

function findConfigOption(t: Texts, configOptions: readonly Option[], name: string): Option {
  const option = configOptions.find((option) => option.attributeName() === name);
  if (option) return option;
  const names = configOptions.map((option) => option.attributeName());
  const listText = t('cli.config.unknown_setting', { names: names.join(', ') });
  throw new InvalidArgumentError(`${listText}${didYouMean(t, name, names)}`);
}

function isUnset(command: Command, name: string): boolean {
  const option = command.options.find((option) => option.attributeName() === name);
  const source = command.getOptionValueSource(name);
  return option instanceof EnvOption && source !== 'cli' && source !== 'env';
}

const settingKinds = {
  boolean: ['boolean', (value) => typeof value === 'boolean', 'cli.config.true_or_false'],
  hosts: [['string', 'array'], isStringOrStrings, 'cli.config.string_or_strings'],
  integer: ['integer', (value) => Number.isSafeInteger(value), 'cli.common.whole_number'],
  object: ['object', isObject, 'cli.config.must_object'],
  path: ['string', (value) => typeof value === 'string', 'cli.config.must_text'],
  string: ['string', (value) => typeof value === 'string', 'cli.config.must_text'],
} satisfies Record<
  string,
  readonly [type: string | readonly string[], isValid: (value: unknown) => boolean, messageKey: PlainKey]
>;
type SettingKind = keyof typeof settingKinds;

const kindsByPlaceholder = new Map<string | undefined, SettingKind>([
  ['n', 'integer'],
  ['ms', 'integer'],
  ['hosts', 'hosts'],
  ['json', 'object'],
  ['dir', 'path'],
  ['file', 'path'],
]);

/** Returns the kind of a setting by the placeholder of its flag, such as `--port <n>`. */
export function optionKind(option: Option): SettingKind {
  if (option.negate || option.isBoolean()) return 'boolean';
  return kindsByPlaceholder.get(/<(\w+)>$/.exec(option.flags)?.[1]) ?? 'string';
}

function isStringOrStrings(value: unknown): boolean {
  return [value].flat().every((option) => typeof option === 'string');
}

/** Returns the JSON Schema of `sim.config.json`, and of `svc-simulator` in a package.json. */
export function configSchema(configOptions: readonly Option[]): object {
  const properties = configOptions.map((option) => [
    option.attributeName(),
    {
      description: `${option.negate ? 'false: ' : ''}${option.description}`,
      type: settingKinds[optionKind(option)][0],
      ...(optionKind(option) === 'hosts' && { items: { type: 'string' } }),
      ...(option.argChoices && { enum: option.argChoices }),
      ...(option.defaultValue !== undefined && { default: option.defaultValue }),
    },
  ]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'sim.config.json',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(properties) },
    additionalProperties: false,
  };
}

export interface Directories {
  readonly fileDirectory: string;
  readonly workingDirectory: string;
}

/**
 * Returns an option's value from a setting in a file, validated as on the command line.
 * @throws InvalidArgumentError
 */
export function settingValue(
  t: Texts,
  option: Option,
  value: unknown,
  { fileDirectory, workingDirectory }: Directories,
): unknown {
  const kind = optionKind(option);
  const [, isValid, messageKey] = settingKinds[kind];
  if (!isValid(value)) throw new InvalidArgumentError(t(messageKey));
  if (kind === 'boolean') return value;
  const text = kind === 'object' ? JSON.stringify(value) : String(value);
  if (kind === 'path') return relative(workingDirectory, resolve(fileDirectory, text)) || '.';
  return option.parseArg ? option.parseArg(text, undefined) : text;
}
