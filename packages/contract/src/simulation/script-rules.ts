import * as z from 'zod';
import { amount, currencies } from '../fields/amounts.ts';
import { DAY_MS } from '../fields/durations.ts';
import { encodeFault, faultAt, toPointer } from '../fields/faults.ts';
import {
  choice,
  crossFieldCheck,
  fromFieldAs,
  integer,
  LONG_TEXT_LIMIT,
  list,
  mustBe,
  shape,
  TEXT_LIMIT,
  text,
} from '../fields/fields.ts';
import { membersOf } from '../fields/objects.ts';
import { lazy } from '../operation.ts';
import type { Fault } from '../problem.ts';
import { failureReasons } from '../sessions/payment-failures.ts';
import { paymentMethods, sessionOrigins } from '../sessions/session-data.ts';
import { legOutcomes } from './control.ts';

export const SCRIPT_RULES_MAX = 100;
/** Maximum outcomes of all rules of a script together. */
export const SCRIPT_OUTCOMES_MAX = 1000;
/** Maximum patterns such as `*order*`. Each is searched for in every session of a batch, which takes time. */
const SCRIPT_SEARCHES_MAX = 20;
/** Maximum time from a session's creation to its scripted end: a year. */
export const SCRIPT_AFTER_MAX_MS = 365 * DAY_MS;

const legTwoOutcomes = [...legOutcomes[2], 'none'] as const;
const continuations = ['stop', 'repeat', 'last'] as const;

const amountPattern = /^(?=.*\*)[\d*]{1,20}\.(?:\d\d|\d\*|\*\d?)$/;
const amountFault = encodeFault('fault.script.amount');

const matchFields = () => ({
  amount_reference: z
    .union([amount(), z.string().regex(amountPattern, { error: amountFault })], { error: amountFault })
    .meta({ meaning: 'field.amount_reference.script_rule' })
    .exactOptional(),
  identifier: text().meta({ meaning: 'field.description.script_rule' }).exactOptional(),
  agreement_id: text().exactOptional(),
  currency_reference: choice(currencies).exactOptional(),
  description: text(LONG_TEXT_LIMIT).meta({ meaning: 'field.description.script_rule' }).exactOptional(),
  origin: choice(sessionOrigins).exactOptional(),
  method: choice(paymentMethods).meta({ meaning: 'field.method' }).exactOptional(),
});

const outcomeFields = () => ({
  leg1: choice(legOutcomes[1]).meta({ meaning: 'field.leg1' }).exactOptional(),
  leg2: choice(legTwoOutcomes).meta({ meaning: 'field.leg2' }).exactOptional(),
  after_ms: integer(0, SCRIPT_AFTER_MAX_MS).meta({ meaning: 'field.after_ms' }).exactOptional(),
  user_message: text(TEXT_LIMIT).meta({ meaning: 'field.user_message.script_rule' }).exactOptional(),
  reason: choice(failureReasons).meta(fromFieldAs('field.reason.script_rule')).exactOptional(),
});

const matchNames = lazy(() => Object.keys(matchFields()));
const outcomeNames = lazy(() => Object.keys(outcomeFields()));

export const scriptOutcome = () => shape(outcomeFields());
export const scriptMatch = () => shape(matchFields());
export const scriptEnding = () => choice(continuations).meta({ meaning: 'field.scriptEnding' });

/** Conditions of a rule. A session matches if all of them are true. In texts, `*` matches any characters. */
export type ScriptMatch = Readonly<z.output<ReturnType<typeof scriptMatch>>>;
/** Scripted end of a session. A part that is absent happens as it would without a script. */
export type ScriptOutcome = Readonly<z.output<ReturnType<typeof scriptOutcome>>>;

export interface ScriptRule {
  readonly name?: string;
  readonly match: ScriptMatch;
  readonly outcomes: readonly ScriptOutcome[];
  /**
   * After the last outcome, `stop` ends the rule, `repeat` starts again, and `last` keeps the last outcome.
   * Default: `stop`.
   */
  readonly afterwards?: (typeof continuations)[number];
}

export function scriptRules() {
  const rule = shape({
    name: text().meta({ meaning: 'field.name.script_rule' }).exactOptional(),
    match: openShape(matchFields()).meta({ meaning: 'field.match' }),
    outcomes: list(openShape(outcomeFields()), 1, SCRIPT_OUTCOMES_MAX).meta({ meaning: 'field.outcomes' }),
    afterwards: scriptEnding().exactOptional(),
  });
  return z
    .unknown()
    .refine((rules) => outcomesIn(rules) <= SCRIPT_OUTCOMES_MAX, {
      abort: true,
      error: encodeFault('fault.script.too_many_outcomes', { max: SCRIPT_OUTCOMES_MAX }),
    })
    .pipe(crossFieldCheck(list(crossFieldCheck(rule, faultsOfRule), 1, SCRIPT_RULES_MAX), faultsOfSearches));
}

/** Returns an object schema that keeps unknown members for `faultsOfRule`. */
function openShape<F extends z.core.$ZodLooseShape>(fields: F) {
  return z
    .looseObject(fields, { error: mustBe('fault.wanted.object') })
    .meta({ additionalProperties: false });
}

function outcomesIn(rules: unknown): number {
  if (!Array.isArray(rules)) return 0;
  let count = 0;
  for (const rule of rules) {
    const { outcomes } = membersOf(rule);
    if (Array.isArray(outcomes)) count += outcomes.length;
  }
  return count;
}

function faultsOfSearches(rules: unknown): Fault[] {
  if (!Array.isArray(rules)) return [];
  const searches = rules.flatMap((rule, index) => {
    const match = membersOf(membersOf(rule).match);
    return ['identifier', 'description']
      .filter((name) => typeof match[name] === 'string' && /\*[^*]+\*/.test(match[name]))
      .map((name) => `/${index}/match/${name}`);
  });
  const firstExcess = searches[SCRIPT_SEARCHES_MAX];
  if (firstExcess === undefined) return [];
  return [faultAt(firstExcess, 'fault.script.too_many_searches', { max: SCRIPT_SEARCHES_MAX })];
}

function faultsOfRule(rule: unknown): Fault[] {
  const { match, outcomes } = membersOf(rule);
  const isAtPayment = membersOf(match).method !== undefined;
  const faults = unknownNameFaults(match, '/match', matchNames(), 'match');
  if (!Array.isArray(outcomes)) return faults;
  return [
    ...faults,
    ...outcomes.flatMap((outcome, index) => scriptOutcomeFaults(outcome, `/outcomes/${index}`, isAtPayment)),
  ];
}

function scriptOutcomeFaults(outcome: unknown, pointer: string, isAtPayment: boolean): Fault[] {
  const { leg1, leg2, after_ms, ...messageFields } = membersOf(outcome);
  const faults = unknownNameFaults(outcome, pointer, outcomeNames(), 'outcome');
  if (leg2 !== undefined && (leg1 === 'failed' || leg1 === 'expired')) {
    faults.push(faultAt(`${pointer}/leg2`, 'fault.script.no_payment', { leg1 }));
  }
  for (const name of ['user_message', 'reason'])
    if (messageFields[name] !== undefined && leg1 !== 'failed')
      faults.push(faultAt(`${pointer}/${name}`, 'fault.not_failed', { leg: 'leg1' }));
  if (after_ms !== undefined && isAtPayment) {
    faults.push(faultAt(`${pointer}/after_ms`, 'fault.script.at_payment'));
  } else if (after_ms !== undefined && leg1 === undefined) {
    faults.push(faultAt(`${pointer}/after_ms`, 'fault.script.no_leg1'));
  }
  return faults;
}

/** Maximum unknown names that are reported. An object with more unknown names is probably not a rule. */
const UNKNOWN_NAMES_MAX = 10;

/**
 * Returns faults for unknown names. If a misspelled condition were ignored, the rule would match too many
 * sessions.
 */
function unknownNameFaults(
  value: unknown,
  pointer: string,
  names: readonly string[],
  part: 'match' | 'outcome',
): Fault[] {
  if (Array.isArray(value)) return [];
  const unknownNames = Object.keys(membersOf(value)).filter((name) => !names.includes(name));
  return unknownNames
    .slice(0, UNKNOWN_NAMES_MAX)
    .map((name) =>
      faultAt(pointer + toPointer([name]), 'fault.script.unknown_name', {
        what: part,
        names: names.join(', '),
      }),
    );
}
