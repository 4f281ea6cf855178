import { relative, resolve } from 'node:path';
import { isObject } from '@svc-simulator/contract';
import type { PlainKey, Texts } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError, type Option } from 'commander';

/** What a setting is in a file: its type in JSON Schema, what fits, and what is said where nothing does. */
const kinds = {
  boolean: ['boolean', (value) => typeof value === 'boolean', 'cli.config.must_true_false'],
  integer: ['integer', (value) => Number.isSafeInteger(value), 'cli.common.must_whole_number'],
  object: ['object', isObject, 'cli.config.must_object'],
  path: ['string', (value) => typeof value === 'string', 'cli.config.must_text'],
  string: ['string', (value) => typeof value === 'string', 'cli.config.must_text'],
} satisfies Record<string, readonly [type: string, fits: (value: unknown) => boolean, wanted: PlainKey]>;
type SettingKind = keyof typeof kinds;

const byPlaceholder = new Map<string | undefined, SettingKind>([
  ['n', 'integer'],
  ['ms', 'integer'],
  ['json', 'object'],
  ['dir', 'path'],
  ['file', 'path'],
]);

/** The kind of an option, by the placeholder of its flag: `--port <n>`. */
export function kindOf(option: Option): SettingKind {
  if (option.negate || option.isBoolean()) return 'boolean';
  return byPlaceholder.get(/<(\w+)>$/.exec(option.flags)?.[1]) ?? 'string';
}

/** The JSON Schema of `sim.config.json`, and of `svc-simulator` in a package.json, from the options that it may set. */
export function configSchema(known: readonly Option[]): object {
  const properties = known.map((option) => [
    option.attributeName(),
    {
      description: `${option.negate ? 'false: ' : ''}${option.description}`,
      type: kinds[kindOf(option)][0],
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

/** Where a file stands, and where the command was called: its paths are relative to itself. */
export interface Places {
  readonly folder: string;
  readonly directory: string;
}

/** What an option is set to by a value in a file, checked as on the command line. @throws InvalidArgumentError */
export function settingOf(t: Texts, option: Option, value: unknown, { folder, directory }: Places): unknown {
  const kind = kindOf(option);
  const [, fits, wanted] = kinds[kind];
  if (!fits(value)) throw new InvalidArgumentError(t(wanted));
  if (kind === 'boolean') return value;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (kind === 'path') return relative(directory, resolve(folder, text)) || '.';
  return option.parseArg ? option.parseArg(text, undefined) : text;
}
