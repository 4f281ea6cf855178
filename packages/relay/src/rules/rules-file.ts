import { isObject } from '@svc-simulator/contract';
import { t, translatedForeign } from '@svc-simulator/core';
import { messageOf } from '@svc-simulator/machine/errors.ts';
import { fileFault } from '@svc-simulator/machine/file-fault.ts';
import { readTextFile } from '@svc-simulator/machine/text-file.ts';
import { eventNamed } from '../events.ts';
import { patternOf, type Rule } from './rules.ts';
import type { Forward } from './target.ts';

/** What is wrong with a rules file, and where. */
export class RulesError extends Error {
  override readonly name = 'RulesError';
}

/**
 * Reads `rules:` of a YAML file, each with `match` (`event`, `url`, `session`) and `forward_to`, a URL or a port.
 * @throws RulesError
 */
export async function readRules(file: string): Promise<readonly Rule[]> {
  let text: string;
  try {
    text = await readTextFile(file);
  } catch (error) {
    throw new RulesError(t`${file} cannot be read (${fileFault(error)})`);
  }
  // Loaded when it is used: most relays have no rules.
  const { parse } = await import('yaml');
  let document: unknown;
  try {
    document = parse(text, { logLevel: 'error' });
  } catch (error) {
    throw new RulesError(t`${file} is no YAML: ${translatedForeign(messageOf(error).split('\n')[0] ?? '')}`);
  }
  try {
    return rulesIn(document);
  } catch (error) {
    if (error instanceof RulesError) throw new RulesError(`${file}: ${error.message}`);
    throw error;
  }
}

type Members = Readonly<Record<string, unknown>>;

function rulesIn(document: unknown): readonly Rule[] {
  const { rules } = membersOf(document, t`the file`, ['rules']);
  if (!Array.isArray(rules) || rules.length === 0) {
    throw new RulesError(t`it needs a list under "rules", each with "match" and "forward_to"`);
  }
  return rules.map((rule, index) => ruleIn(rule, `rules[${index}]`));
}

function ruleIn(value: unknown, where: string): Rule {
  const { match = {}, forward_to } = membersOf(value, where, ['match', 'forward_to']);
  const { event, url, session = {} } = membersOf(match, `${where}.match`, ['event', 'url', 'session']);
  return {
    events: event === undefined ? null : new Set(textsOf(event, `${where}.match.event`).map(named(where))),
    urls: url === undefined ? null : textsOf(url, `${where}.match.url`).map(patternOf),
    session: new Map(
      Object.entries(membersOf(session, `${where}.match.session`)).map(([path, wanted]) => [
        path,
        textsOf(wanted, `${where}.match.session.${path}`).map(patternOf),
      ]),
    ),
    forward: forwardIn(forward_to, `${where}.forward_to`),
  };
}

function named(where: string) {
  return (name: string): string => {
    const event = eventNamed(name);
    if (!event.ok) throw new RulesError(`${where}.match.event: ${event.refusal.detail}`);
    return event.value;
  };
}

function forwardIn(value: unknown, where: string): Exclude<Forward, null> {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 65_535) {
    return { port: value };
  }
  if (typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) {
    return { url: value };
  }
  throw new RulesError(
    t`${where} must be an http or https URL, or a port, which keeps the webhook's own path`,
  );
}

function membersOf(value: unknown, where: string, known?: readonly string[]): Members {
  if (!isObject(value)) {
    throw new RulesError(t`${where} must have ${known ? known.join(', ') : t`fields and their values`}`);
  }
  const stranger = known && Object.keys(value).find((name) => !known.includes(name));
  if (stranger !== undefined) {
    throw new RulesError(t`${where}: ${JSON.stringify(stranger)} is unknown; it takes ${known?.join(', ')}`);
  }
  return value;
}

function textsOf(value: unknown, where: string): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.length === 0 || values.some((item) => typeof item === 'object' && item !== null)) {
    throw new RulesError(t`${where} must be a value or a list of values`);
  }
  return values.map(String);
}
