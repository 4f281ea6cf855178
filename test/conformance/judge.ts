import { isDeepStrictEqual } from 'node:util';
import { isObject, toPointer } from '@svc-simulator/contract';
import { z } from 'zod';
import type { Pattern } from './case.ts';

/** One aspect of a value that differs from the expectation. */
export interface Difference {
  /** `status`, `header NAME`, or `body` with a JSON Pointer. */
  readonly at: string;
  readonly wanted: string;
  readonly got: string;
}

/**
 * Values for `{name}` in the texts of a case: the account's credentials and ids, and values kept by steps.
 */
export type Scope = Map<string, unknown>;

class Not {
  readonly pattern: Pattern;

  constructor(pattern: Pattern) {
    this.pattern = pattern;
  }
}

/** Matches every value that doesn't match the pattern, and also a missing value. */
export const not = (pattern: Pattern) => new Not(pattern);

export function differencesOf(pattern: Pattern, value: unknown, at: string, scope: Scope): Difference[] {
  const differs = (expectation: string): Difference[] => [{ at, wanted: expectation, got: showValue(value) }];
  if (pattern instanceof Not)
    return differencesOf(pattern.pattern, value, at, scope).length > 0
      ? []
      : differs(`not ${showValue(pattern.pattern)}`);
  if (pattern instanceof z.ZodType)
    return (pattern.safeParse(value).error?.issues ?? []).map((issue) => differenceOf(issue, value, at));
  if (pattern instanceof RegExp) {
    const regex = new RegExp(textOf(pattern.source, scope), 'u');
    return typeof value === 'string' && regex.test(value) ? [] : differs(String(regex));
  }
  if (Array.isArray(pattern)) {
    if (!Array.isArray(value) || value.length !== pattern.length)
      return differs(`a list of ${pattern.length}`);
    return pattern.flatMap((item, index) =>
      differencesOf(item, value[index], pointerBelow(at, index), scope),
    );
  }
  if (isObject(pattern)) {
    if (!isObject(value)) return differs('an object');
    return Object.entries(pattern).flatMap(([key, member]) => {
      const name = textOf(key, scope);
      return differencesOf(member, value[name], pointerBelow(at, name), scope);
    });
  }
  const expectation = fillNames(pattern, scope);
  return isDeepStrictEqual(expectation, value) ? [] : differs(showValue(expectation));
}

function differenceOf({ path, message }: z.core.$ZodIssue, value: unknown, at: string): Difference {
  const got = path.reduce(
    (inner: unknown, name) =>
      isObject(inner) || Array.isArray(inner) ? Reflect.get(inner, name) : undefined,
    value,
  );
  return {
    at: path.reduce<string>((place, name) => pointerBelow(place, name), at),
    wanted: message,
    got: showValue(got),
  };
}

function pointerBelow(at: string, name: PropertyKey): string {
  return `${at}${at.includes(' ') ? '' : ' '}${toPointer([name])}`;
}

function showValue(value: unknown): string {
  const text = value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value));
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

const NAME = /\{([\w.]+)\}/g;

/**
 * Replaces every `{name}` in a value. A text that is only `{name}` becomes the named value, with its type.
 */
export function fillNames(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((item) => fillNames(item, scope));
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, fillNames(member, scope)]),
    );
  if (typeof value !== 'string') return value;
  const onlyName = /^\{([\w.]+)\}$/.exec(value)?.[1];
  return onlyName !== undefined && scope.has(onlyName) ? scope.get(onlyName) : textOf(value, scope);
}

/** Returns a text with every `{name}` replaced by the value's text. */
export function textOf(text: string, scope: Scope): string {
  return text.replace(NAME, (name, key: string) => (scope.has(key) ? String(scope.get(key)) : name));
}
