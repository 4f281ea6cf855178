import { isOneOf, shortEvent, traceTypes, webhookEvents } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError } from 'commander';
import { didYouMean } from './nearest.ts';

/** States of a session with the trace types that report them (contract section 3, States). */
export const typesOfStates: Readonly<Record<string, string>> = {
  paid: 'session.paid',
  failed: 'session.failed',
  expired: 'session.expired',
  accredited: 'session.accredited',
  accreditation_to_recipient_failed: 'session.accreditation_failed',
};
export const stateNames: readonly string[] = Object.keys(typesOfStates);

/** Kinds of webhook without their common prefix, such as `paid`. */
export const webhookNames: readonly string[] = webhookEvents.map(shortEvent);

/** Prefixes of trace types, such as `webhook`. */
export const typeGroups = [...new Set(traceTypes.map((type) => type.replace(/\..*/, '')))];

const MAX_NAMES = 6;

/** Returns the trace type that reports a session event: `payment_session.paid` or `paid`. */
export function typeOfEvent(name: string): string | undefined {
  const short = name.replace(/^payment_session\./, '');
  const type = typesOfStates[short] ?? `session.${short}`;
  return isOneOf(traceTypes, type) ? type : undefined;
}

/** Returns the trace types of a name: a type, a prefix (`webhook`, `webhook.*`), or an event name. */
export function typesNamed(name: string): readonly string[] {
  if (isOneOf(traceTypes, name)) return [name];
  const group = name.replace(/\.\*?$/, '');
  if (typeGroups.includes(group)) return traceTypes.filter((type) => type.startsWith(`${group}.`));
  const type = typeOfEvent(name);
  return type === undefined ? [] : [type];
}

/** Creates a parser's error for an unknown event, with similar names or else all choices. */
export function noEvent(
  t: Texts,
  name: string,
  names: readonly string[],
  otherwise: string,
): InvalidArgumentError {
  const meant = didYouMean(t, name, names).trim();
  if (meant) return new InvalidArgumentError(meant);
  const [group = '', ...others] = name.toLowerCase().split(/[^a-z]+/);
  const parts = [group, ...others].filter((part) => part.length > 3);
  const below = names.filter((each) => each.startsWith(`${group}.`));
  const alike = below.length > 0 ? below : names.filter((each) => parts.some((part) => each.includes(part)));
  if (alike.length === 0) return new InvalidArgumentError(otherwise);
  return new InvalidArgumentError(t('cli.wait.alike', { alike: alike.slice(0, MAX_NAMES).join(', ') }));
}
