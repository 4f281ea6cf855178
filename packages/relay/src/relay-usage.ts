import { isObject } from '@svc-simulator/contract';
import { fileFault, readTextFile } from '@svc-simulator/machine/text-file.ts';
import { yamlFault } from '@svc-simulator/machine/yaml-fault.ts';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import type { RelayOptions, RelayProxy, RelayTrust } from './relay.ts';
import { parseEventName, parseEventNames } from './relay-lines.ts';
import { compileWildcards, type Forward, type RoutingRule } from './rules/rules.ts';

/** Flags of `sim relay`. At most one of `port` and `forwardTo` is set (contract section 8). */
export interface RelayFlags {
  readonly key: string;
  readonly mock: string;
  readonly locateSimulator?: RelayOptions['locateSimulator'] | undefined;
  /** Certificate authorities for an https simulator. Default: those of Node. */
  readonly trust?: RelayTrust | undefined;
  readonly proxy?: RelayProxy | undefined;
  readonly port?: number | undefined;
  readonly forwardTo?: string | undefined;
  readonly rules?: string | undefined;
  readonly events?: string | undefined;
  readonly save?: string | undefined;
  /** Directory of the position file; without it, missed webhooks are not requested. */
  readonly replayFrom?: string | undefined;
  readonly json?: boolean | undefined;
}

export interface RelayUsage {
  readonly forward: Forward;
  readonly rules: readonly RoutingRule[];
  readonly events: ReadonlySet<string> | null;
}

export async function readUsage(
  t: Texts,
  flags: RelayFlags,
): Promise<RelayUsage | { readonly fault: string }> {
  const events = flags.events === undefined ? null : parseEventNames(t, flags.events);
  if (events && !events.ok) return { fault: `--events: ${events.refusal}` };
  try {
    const rules = flags.rules === undefined ? [] : await readRules(t, flags.rules);
    return { forward: forwardFromFlags(flags), rules, events: events?.value ?? null };
  } catch (error) {
    if (error instanceof RulesError) return { fault: `--rules: ${error.message}` };
    throw error;
  }
}

export function forwardFromFlags({ port, forwardTo }: Pick<RelayFlags, 'port' | 'forwardTo'>): Forward {
  if (port !== undefined) return { port };
  return forwardTo === undefined ? null : { url: forwardTo };
}

class RulesError extends Error {
  override readonly name = 'RulesError';
}

/**
 * Reads the list `rules` of a YAML file. Each rule has `match` (`event`, `url`, `session`) and `forward_to`, a
 * URL or a port.
 * @throws RulesError
 */
export async function readRules(t: Texts, file: string): Promise<readonly RoutingRule[]> {
  let text: string;
  try {
    text = await readTextFile(file);
  } catch (error) {
    throw new RulesError(t('machine.cannot_read', { file, error: fileFault(t, error) }));
  }
  const { parse } = await import('yaml');
  let document: unknown;
  try {
    document = parse(text, { logLevel: 'error' });
  } catch (error) {
    throw new RulesError(t('relay.rules.invalid_yaml', { file, reason: yamlFault(t, error) }));
  }
  try {
    return parseRules(t, document);
  } catch (error) {
    if (error instanceof RulesError) throw new RulesError(`${file}: ${error.message}`);
    throw error;
  }
}

type RuleMembers = Readonly<Record<string, unknown>>;

function parseRules(t: Texts, document: unknown): readonly RoutingRule[] {
  const { rules } = readRuleMembers(t, document, t('relay.rules.file'), ['rules']);
  if (!Array.isArray(rules) || rules.length === 0) {
    throw new RulesError(t('relay.rules.list_missing'));
  }
  return rules.map((rule, index) => parseRule(t, rule, `rules[${index}]`));
}

function parseRule(t: Texts, value: unknown, rulePath: string): RoutingRule {
  const { match = {}, forward_to } = readRuleMembers(t, value, rulePath, ['match', 'forward_to']);
  const {
    event,
    url,
    session = {},
  } = readRuleMembers(t, match, `${rulePath}.match`, ['event', 'url', 'session']);
  return {
    events:
      event === undefined
        ? null
        : new Set(toStringList(t, event, `${rulePath}.match.event`).map(createEventParser(t, rulePath))),
    urls: url === undefined ? null : toStringList(t, url, `${rulePath}.match.url`).map(compileWildcards),
    session: new Map(
      Object.entries(readRuleMembers(t, session, `${rulePath}.match.session`)).map(
        ([path, expectedValue]) => [
          path,
          toStringList(t, expectedValue, `${rulePath}.match.session.${path}`).map(compileWildcards),
        ],
      ),
    ),
    forward: parseForward(t, forward_to, `${rulePath}.forward_to`),
  };
}

function createEventParser(t: Texts, rulePath: string) {
  return (name: string): string => {
    const event = parseEventName(t, name);
    if (!event.ok) throw new RulesError(`${rulePath}.match.event: ${event.refusal}`);
    return event.value;
  };
}

function parseForward(t: Texts, value: unknown, rulePath: string): Exclude<Forward, null> {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 65_535) {
    return { port: value };
  }
  if (typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) {
    return { url: value };
  }
  throw new RulesError(t('relay.rules.invalid_target', { where: rulePath }));
}

function readRuleMembers(
  t: Texts,
  value: unknown,
  rulePath: string,
  knownNames?: readonly string[],
): RuleMembers {
  if (!isObject(value)) {
    throw new RulesError(
      t('relay.rules.must_be_object', {
        where: rulePath,
        value: knownNames ? knownNames.join(', ') : t('relay.rules.any_fields'),
      }),
    );
  }
  const unknownName = knownNames && Object.keys(value).find((name) => !knownNames.includes(name));
  if (knownNames && unknownName !== undefined) {
    throw new RulesError(
      t('relay.rules.unknown_name', {
        where: rulePath,
        unknown: JSON.stringify(unknownName),
        known: knownNames.join(', '),
      }),
    );
  }
  return value;
}

function toStringList(t: Texts, value: unknown, rulePath: string): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.length === 0 || values.some((item) => typeof item === 'object' && item !== null)) {
    throw new RulesError(t('relay.rules.invalid_values', { where: rulePath }));
  }
  return values.map(String);
}
