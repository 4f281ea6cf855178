import { translated } from '@svc-simulator/core';
import type { Option } from 'commander';
import { kindOf, type SettingKind } from './setting-kinds.ts';

const types: Readonly<Record<SettingKind, string>> = {
  boolean: 'boolean',
  integer: 'integer',
  object: 'object',
  path: 'string',
  string: 'string',
};

/** The JSON Schema of `sim.config.json`, and of `svc-simulator` in a package.json, from the options that it may set. */
export function configSchema(known: readonly Option[]): object {
  const properties = known.map((option) => [
    option.attributeName(),
    {
      description: `${option.negate ? 'false: ' : ''}${translated(option.description)}`,
      type: types[kindOf(option)],
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
