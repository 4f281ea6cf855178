import type { ScriptMatch, ScriptRule } from '@svc-simulator/contract';
import { decimalOf } from '../money.ts';
import type { PaymentMethod, SessionRecord } from '../records.ts';
import type { ScriptedStep, ScriptRecord } from './script-records.ts';

export interface ScriptState {
  readonly script: ScriptRecord;
  readonly appliedCounts: readonly number[];
}

export interface ScriptClaim {
  readonly step: ScriptedStep;
  readonly state: ScriptState;
}

type ScriptSubject = Pick<SessionRecord, 'fields' | 'amountMinor' | 'origin' | 'script'>;

/** Returns the index of a rule's next outcome; null if none is left. */
export function nextStepOf(
  { outcomes, afterwards = 'stop' }: ScriptRule,
  appliedCount: number,
): number | null {
  if (appliedCount < outcomes.length) return appliedCount;
  switch (afterwards) {
    case 'stop':
      return null;
    case 'repeat':
      return appliedCount % outcomes.length;
    case 'last':
      return outcomes.length - 1;
  }
}

export function hasMethodRule({ rules }: Pick<ScriptRecord, 'rules'>): boolean {
  return rules.some(({ match }) => match.method !== undefined);
}

/**
 * Assigns the next outcome of the first matching rule to a new session. Returns null if no matching rule has
 * an outcome left.
 */
export function claimAtCreation(state: ScriptState, session: ScriptSubject, now: number): ScriptClaim | null {
  return claimStep(
    state,
    state.script.rules.length,
    (match) => match.method === undefined && fitsSession(match, session),
    now,
  );
}

/**
 * Assigns an outcome to an attempt to pay; returns null if there is none. If a rule already applied when the
 * session was created, only earlier rules of the same script can apply now.
 */
export function claimAtPayment(
  state: ScriptState,
  session: ScriptSubject,
  method: PaymentMethod,
  now: number,
): ScriptClaim | null {
  const creationStep = session.script;
  if (creationStep && creationStep.scriptId !== state.script.scriptId) return null;
  const end = creationStep ? creationStep.rule : state.script.rules.length;
  return claimStep(state, end, (match) => match.method === method && fitsSession(match, session), now);
}

function claimStep(
  { script, appliedCounts }: ScriptState,
  end: number,
  isMatch: (match: ScriptMatch) => boolean,
  now: number,
): ScriptClaim | null {
  for (const [index, rule] of script.rules.entries()) {
    if (index >= end) break;
    if (!isMatch(rule.match)) continue;
    const usedCount = appliedCounts[index] ?? 0;
    const step = nextStepOf(rule, usedCount);
    const outcome = step === null ? undefined : rule.outcomes[step];
    if (step === null || outcome === undefined) continue;
    const { after_ms: afterMs } = outcome;
    return {
      step: {
        scriptId: script.scriptId,
        rule: index,
        step,
        ...(rule.name !== undefined && { name: rule.name }),
        outcome,
        dueAt: afterMs === undefined ? null : now + afterMs,
      },
      state: { script, appliedCounts: appliedCounts.with(index, usedCount + 1) },
    };
  }
  return null;
}

function fitsSession(match: ScriptMatch, { fields, amountMinor, origin }: ScriptSubject): boolean {
  if (
    (match.origin !== undefined && match.origin !== origin) ||
    (match.currency_reference !== undefined && match.currency_reference !== fields.currency_reference) ||
    (match.agreement_id !== undefined && match.agreement_id !== fields.agreement_id)
  )
    return false;
  const { amount, identifier, description } = patternsOf(match);
  return (
    (typeof match.amount_reference !== 'number' || match.amount_reference === fields.amount_reference) &&
    (amount?.matches(decimalOf(amountMinor)) ?? true) &&
    (identifier?.matches(fields.identifier) ?? true) &&
    (description?.matches(fields.description ?? '') ?? true)
  );
}

interface Patterns {
  readonly amount: Pattern | undefined;
  readonly identifier: Pattern | undefined;
  readonly description: Pattern | undefined;
}

/** Cached, because every session of a batch is matched with each rule. */
const patternsByMatch = new WeakMap<ScriptMatch, Patterns>();

function patternsOf(match: ScriptMatch): Patterns {
  const { amount_reference: amount, identifier, description } = match;
  const patterns = patternsByMatch.get(match) ?? {
    amount: typeof amount === 'string' ? new Pattern(amount) : undefined,
    identifier: identifier === undefined ? undefined : new Pattern(identifier),
    description: description === undefined ? undefined : new Pattern(description),
  };
  patternsByMatch.set(match, patterns);
  return patterns;
}

/** A pattern in which each `*` matches any text. Matching takes linear time (Knuth, Morris and Pratt). */
export class Pattern {
  readonly #first: string;
  readonly #inner: InnerParts;
  /** Part after the last `*`; null if the pattern has no `*`. */
  readonly #last: string | null;

  constructor(pattern: string) {
    const [first = '', ...parts] = pattern.split('*');
    this.#first = first;
    this.#last = parts.pop() ?? null;
    this.#inner = compileInner(parts.filter((part) => part !== ''));
  }

  matches(text: string): boolean {
    const last = this.#last;
    if (last === null) return text === this.#first;
    const from = this.#first.length;
    const end = text.length - last.length;
    return (
      from + this.#inner.codes.length <= end &&
      text.startsWith(this.#first) &&
      text.endsWith(last) &&
      containsInner(this.#inner, text, from, end)
    );
  }
}

/** The parts of a pattern that are between two `*`, joined into one array of character codes. */
interface InnerParts {
  readonly codes: Uint16Array;
  /** For each position in `codes`: the position to compare after a mismatch. */
  readonly shifts: Int16Array;
  /** For the first position of each part: the position after its last character. */
  readonly ends: Uint16Array;
}

function compileInner(parts: readonly string[]): InnerParts {
  const text = parts.join('');
  const codes = Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  const shifts = new Int16Array(text.length);
  const ends = new Uint16Array(text.length);
  let start = 0;
  for (const { length } of parts) {
    const end = start + length;
    ends[start] = end;
    let fallback = start - 1;
    shifts[start] = fallback;
    for (let index = start + 1; index < end; index++) {
      while (fallback >= start && codes[fallback] !== codes[index - 1]) fallback = shifts[fallback] as number;
      fallback++;
      shifts[index] = codes[fallback] === codes[index] ? (shifts[fallback] as number) : fallback;
    }
    start = end;
  }
  return { codes, shifts, ends };
}

function containsInner(
  { codes, shifts, ends }: InnerParts,
  text: string,
  from: number,
  until: number,
): boolean {
  if (codes.length === 0) return true;
  let start = 0;
  let end = ends[0];
  let position = 0;
  for (let index = from; index < until; index++) {
    const code = text.charCodeAt(index);
    while (position >= start && codes[position] !== code) position = shifts[position] as number;
    if (++position !== end) continue;
    if (position === codes.length) return true;
    start = position;
    end = ends[start];
  }
  return false;
}
