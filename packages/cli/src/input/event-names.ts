import { isOneOf, shortEvent, traceTypes, webhookEvents } from '@svc-simulator/contract';
import { traceTypesByState } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError } from 'commander';
import { didYouMean } from './nearest.ts';

export const stateNames: readonly string[] = Object.keys(traceTypesByState);

/** Kinds of webhook without their common prefix, such as `paid`. */
export const webhookNames: readonly string[] = webhookEvents.map(shortEvent);

export const typeGroups = [...new Set(traceTypes.map((type) => type.replace(/\..*/, '')))];

const MAX_NAMES = 6;

/**
 * Returns the trace type that reports a session event, such as `payment_session.paid` or `paid`; undefined
 * for an unknown event.
 */
export function typeOfEvent(name: string): string | undefined {
  const shortName = shortEvent(name);
  const type = traceTypesByState[shortName] ?? `session.${shortName}`;
  return isOneOf(traceTypes, type) ? type : undefined;
}

/** Returns the trace types of a name: a type, a prefix (`webhook`, `webhook.*`), or an event name. */
export function findTraceTypes(name: string): readonly string[] {
  if (isOneOf(traceTypes, name)) return [name];
  const group = name.replace(/\.\*?$/, '');
  if (typeGroups.includes(group)) return traceTypes.filter((type) => type.startsWith(`${group}.`));
  const type = typeOfEvent(name);
  return type === undefined ? [] : [type];
}

/** Returns an error that suggests similar names. If no name is similar, its message is `fallbackMessage`. */
export function unknownEventError(
  t: Texts,
  name: string,
  names: readonly string[],
  fallbackMessage: string,
): InvalidArgumentError {
  const suggestion = didYouMean(t, name, names).trim();
  if (suggestion) return new InvalidArgumentError(suggestion);
  const [group = '', ...otherParts] = name.toLowerCase().split(/[^a-z]+/);
  const parts = [group, ...otherParts].filter((part) => part.length > 3);
  const namesInGroup = names.filter((candidate) => candidate.startsWith(`${group}.`));
  const similarNames =
    namesInGroup.length > 0
      ? namesInGroup
      : names.filter((candidate) => parts.some((part) => candidate.includes(part)));
  if (similarNames.length === 0) return new InvalidArgumentError(fallbackMessage);
  return new InvalidArgumentError(
    t('cli.wait.similar_names', { alike: similarNames.slice(0, MAX_NAMES).join(', ') }),
  );
}
