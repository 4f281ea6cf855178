import { isOneOf, shortEvent, traceTypes, webhookEvents } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { InvalidArgumentError } from 'commander';
import { didYouMean } from './nearest.ts';

/** States that a session comes to, and the types of the trace that tell of them (contract section 3, States). */
export const typesOfStates: Readonly<Record<string, string>> = {
  paid: 'session.paid',
  failed: 'session.failed',
  expired: 'session.expired',
  accredited: 'session.accredited',
  accreditation_to_recipient_failed: 'session.accreditation_failed',
};
export const stateNames: readonly string[] = Object.keys(typesOfStates);

/** Kinds of webhook without their common beginning: `paid`. */
export const webhookNames: readonly string[] = webhookEvents.map(shortEvent);

/** Beginnings that the types of the trace share, such as `webhook`. */
export const typeGroups = [...new Set(traceTypes.map((type) => type.replace(/\..*/, '')))];

/** How many names an error shows. */
const SHOWN = 6;

/** The type of the trace that tells of what a session event is named for: `payment_session.paid`, `paid`. */
export function typeOfEvent(name: string): string | undefined {
  const short = name.replace(/^payment_session\./, '');
  const type = typesOfStates[short] ?? `session.${short}`;
  return isOneOf(traceTypes, type) ? type : undefined;
}

/** The types of the trace that a name means: itself, those that begin so (`webhook`, `webhook.*`), or an event's own. */
export function typesNamed(name: string): readonly string[] {
  if (isOneOf(traceTypes, name)) return [name];
  const group = name.replace(/\.\*?$/, '');
  if (typeGroups.includes(group)) return traceTypes.filter((type) => type.startsWith(`${group}.`));
  const type = typeOfEvent(name);
  return type === undefined ? [] : [type];
}

/** What a parser throws of a name that no event has: the names that are like it, or else what may stand there. */
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
  return new InvalidArgumentError(t('cli.wait.alike', { alike: alike.slice(0, SHOWN).join(', ') }));
}
