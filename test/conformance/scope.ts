import { isObject, mapValues, membersOf } from '@svc-simulator/contract';
import type { Pattern } from './case.ts';
import type { Schema } from './comparator.ts';

/** What texts of a case may name: the account's credentials and ids, and what steps have kept. */
export type Scope = Map<string, unknown>;

const NAME = /\{([\w.]+)\}/g;

/** A value with every `{name}` replaced; a text that is nothing but a name becomes the value itself. */
export function filled(value: unknown, scope: Scope): unknown {
  if (typeof value === 'string') return filledText(value, scope);
  if (Array.isArray(value)) return value.map((item) => filled(item, scope));
  return isObject(value) ? mapValues(value, (member) => filled(member, scope)) : value;
}

function filledText(text: string, scope: Scope): unknown {
  const whole = /^\{([\w.]+)\}$/.exec(text)?.[1];
  if (whole !== undefined && scope.has(whole)) return scope.get(whole);
  return textOf(text, scope);
}

/** A text with every `{name}` replaced by the value's text. */
export function textOf(text: string, scope: Scope): string {
  return text.replace(NAME, (name, key: string) => (scope.has(key) ? String(scope.get(key)) : name));
}

/** The schema of a pattern. */
export function schemaOf(pattern: Pattern, scope: Scope): Schema {
  if (Array.isArray(pattern)) {
    const items = pattern.map((item) => schemaOf(item, scope));
    return {
      type: 'array',
      minItems: items.length,
      maxItems: items.length,
      prefixItems: items,
    };
  }
  if (!isObject(pattern)) return { const: filled(pattern, scope) };
  if (isObject(pattern.$)) return mapSchema(pattern.$, scope);
  const members = Object.entries(pattern).map(([name, member]) => [textOf(name, scope), member] as const);
  return {
    type: 'object',
    required: members.flatMap(([name, member]) => (isAbsent(member) ? [] : name)),
    properties: Object.fromEntries(members.map(([name, member]) => [name, schemaOf(member, scope)])),
  };
}

/** Whether no value is right, so that there must be none. */
function isAbsent(pattern: Pattern): boolean {
  const { $ } = membersOf(pattern);
  const { enum: values } = membersOf($);
  return Array.isArray(values) && values.length === 0;
}

function mapSchema(schema: Readonly<Record<string, unknown>>, scope: Scope): Schema {
  return mapValues(schema, (member) => filled(member, scope));
}
