import { membersOf } from '@svc-simulator/contract';
import type { Subject } from './subject.ts';
import type { Forward } from './target.ts';

/** Sends the webhooks that it matches to a target of their own. */
export interface Rule {
  /** Full names; null: any. */
  readonly events: ReadonlySet<string> | null;
  /** Patterns of the webhook's own URL, one of which has to fit; null: any. */
  readonly urls: readonly RegExp[] | null;
  /** Fields of `session_payment`, by dotted path, with patterns one of which has to fit. */
  readonly session: ReadonlyMap<string, readonly RegExp[]>;
  readonly forward: Exclude<Forward, null>;
}

/** The target of the first rule that matches; undefined when none does. */
export function forwardBy(rules: readonly Rule[], url: string, subject: Subject): Forward | undefined {
  return rules.find((rule) => matches(rule, url, subject))?.forward;
}

/** A pattern over a whole text, in which `*` stands for any characters. */
export function patternOf(text: string): RegExp {
  const parts = text.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}

function matches({ events, urls, session }: Rule, url: string, subject: Subject): boolean {
  if (events && !(subject.event !== null && events.has(subject.event))) return false;
  if (urls && !urls.some((pattern) => pattern.test(url))) return false;
  return [...session].every(([path, patterns]) => {
    const value = fieldAt(subject.session, path);
    return value !== undefined && patterns.some((pattern) => pattern.test(value));
  });
}

/** A text, number, boolean or null as text; undefined for what is none, or not there. */
function fieldAt(session: Subject['session'], path: string): string | undefined {
  let value: unknown = session;
  for (const name of path.split('.')) {
    const members = membersOf(value);
    if (!Object.hasOwn(members, name)) return undefined;
    value = members[name];
  }
  return typeof value === 'object' && value !== null ? undefined : String(value);
}
