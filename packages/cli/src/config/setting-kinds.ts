import { relative, resolve } from 'node:path';
import { isObject } from '@svc-simulator/contract';
import { t } from '@svc-simulator/core';
import { InvalidArgumentError, type Option } from 'commander';

/** What a setting is in a file, by the placeholder of its flag: `--port <n>`. */
const kinds = { n: 'integer', ms: 'integer', json: 'object', dir: 'path', file: 'path' } as const;
export type SettingKind = (typeof kinds)[keyof typeof kinds] | 'boolean' | 'string';

export function kindOf(option: Option): SettingKind {
  if (option.negate || option.isBoolean()) return 'boolean';
  const placeholder = /<(\w+)>$/.exec(option.flags)?.[1] ?? '';
  const found = Object.entries(kinds).find(([name]) => name === placeholder);
  return found?.[1] ?? 'string';
}

const checks: Readonly<
  Record<SettingKind, readonly [fits: (value: unknown) => boolean, wanted: () => string]>
> = {
  boolean: [(value) => typeof value === 'boolean', () => t`It must be true or false.`],
  integer: [(value) => Number.isSafeInteger(value), () => t`It must be a whole number.`],
  object: [isObject, () => t`It must be an object.`],
  path: [(value) => typeof value === 'string', () => t`It must be a text.`],
  string: [(value) => typeof value === 'string', () => t`It must be a text.`],
};

/** Where a file stands, and where the command was called: its paths are relative to itself. */
export interface Places {
  readonly folder: string;
  readonly directory: string;
}

/** What an option is set to by a value in a file, checked as on the command line. @throws InvalidArgumentError */
export function settingOf(option: Option, value: unknown, { folder, directory }: Places): unknown {
  const kind = kindOf(option);
  const [fits, wanted] = checks[kind];
  if (!fits(value)) throw new InvalidArgumentError(wanted());
  if (kind === 'boolean') return value;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (kind === 'path') return relative(directory, resolve(folder, text)) || '.';
  return option.parseArg ? option.parseArg(text, undefined) : text;
}
