import type { ScriptMatch, ScriptRule } from '@svc-simulator/contract';
import type { PaymentMethod, SessionRecord } from '../records.ts';
import type { ScriptedStep, ScriptRecord } from './script-records.ts';

export interface ScriptState {
  readonly script: ScriptRecord;
  readonly handedOut: readonly number[];
}

export interface ScriptClaim {
  readonly step: ScriptedStep;
  readonly state: ScriptState;
}

type Subject = Pick<SessionRecord, 'fields' | 'amountMinor' | 'origin' | 'script'>;

/** Returns the index in `outcomes` that a rule uses next; null once it has none left. */
export function nextStepOf({ outcomes, afterwards = 'stop' }: ScriptRule, handedOut: number): number | null {
  if (handedOut < outcomes.length) return handedOut;
  switch (afterwards) {
    case 'stop':
      return null;
    case 'repeat':
      return handedOut % outcomes.length;
    case 'last':
      return outcomes.length - 1;
  }
}

export function asksForMethod({ rules }: Pick<ScriptRecord, 'rules'>): boolean {
  return rules.some(({ match }) => match.method !== undefined);
}

/** Assigns the next outcome of the first matching rule to a new session. */
export function claimAtCreation(state: ScriptState, session: Subject, now: number): ScriptClaim | null {
  return claim(
    state,
    state.script.rules.length,
    (match) => match.method === undefined && fits(match, session),
    now,
  );
}

/**
 * Assigns an outcome to an attempt to pay by the rules for its method. Rules after the one that the session's
 * outcome comes from are too late, and so is a script set since.
 */
export function claimAtPayment(
  state: ScriptState,
  session: Subject,
  method: PaymentMethod,
  now: number,
): ScriptClaim | null {
  const held = session.script;
  if (held && held.scriptId !== state.script.scriptId) return null;
  const end = held ? held.rule : state.script.rules.length;
  return claim(state, end, (match) => match.method === method && fits(match, session), now);
}

function claim(
  { script, handedOut }: ScriptState,
  end: number,
  isFor: (match: ScriptMatch) => boolean,
  now: number,
): ScriptClaim | null {
  for (const [index, rule] of script.rules.entries()) {
    if (index >= end) break;
    if (!isFor(rule.match)) continue;
    const before = handedOut[index] ?? 0;
    const step = nextStepOf(rule, before);
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
      state: { script, handedOut: handedOut.with(index, before + 1) },
    };
  }
  return null;
}

function fits(match: ScriptMatch, { fields, amountMinor, origin }: Subject): boolean {
  if (
    (match.origin !== undefined && match.origin !== origin) ||
    (match.currency_reference !== undefined && match.currency_reference !== fields.currency_reference) ||
    (match.agreement_id !== undefined && match.agreement_id !== fields.agreement_id)
  )
    return false;
  const { amount, identifier, description } = patternsOf(match);
  return (
    (typeof match.amount_reference !== 'number' || match.amount_reference === fields.amount_reference) &&
    (amount?.fits(decimal(amountMinor)) ?? true) &&
    (identifier?.fits(fields.identifier) ?? true) &&
    (description?.fits(fields.description ?? '') ?? true)
  );
}

function decimal(amountMinor: number): string {
  return `${Math.trunc(amountMinor / 100)}.${String(amountMinor % 100).padStart(2, '0')}`;
}

interface Patterns {
  readonly amount: Pattern | undefined;
  readonly identifier: Pattern | undefined;
  readonly description: Pattern | undefined;
}

/** Cached because a batch matches each rule with all of its sessions. */
const prepared = new WeakMap<ScriptMatch, Patterns>();

function patternsOf(match: ScriptMatch): Patterns {
  const { amount_reference: amount, identifier, description } = match;
  const patterns = prepared.get(match) ?? {
    amount: typeof amount === 'string' ? new Pattern(amount) : undefined,
    identifier: identifier === undefined ? undefined : new Pattern(identifier),
    description: description === undefined ? undefined : new Pattern(description),
  };
  prepared.set(match, patterns);
  return patterns;
}

/**
 * A text in which each `*` matches any text, also none. Matching reads the text once (Knuth, Morris and
 * Pratt), because `indexOf` can reread a place for every character.
 */
export class Pattern {
  readonly #first: string;
  readonly #inner: Inner;
  /** Null if the text has no `*`. */
  readonly #last: string | null;

  constructor(pattern: string) {
    const [first = '', ...parts] = pattern.split('*');
    this.#first = first;
    this.#last = parts.pop() ?? null;
    this.#inner = innerOf(parts.filter((part) => part !== ''));
  }

  fits(text: string): boolean {
    const last = this.#last;
    if (last === null) return text === this.#first;
    const from = this.#first.length;
    const end = text.length - last.length;
    return (
      from + this.#inner.codes.length <= end &&
      text.startsWith(this.#first) &&
      text.endsWith(last) &&
      holds(this.#inner, text, from, end)
    );
  }
}

interface Inner {
  readonly codes: Uint16Array;
  /**
   * For each place, the place to compare next after a mismatch; before the start of the part if there is
   * none.
   */
  readonly shifts: Int16Array;
  readonly ends: Uint16Array;
}

function innerOf(parts: readonly string[]): Inner {
  const all = parts.join('');
  const codes = Uint16Array.from({ length: all.length }, (_, at) => all.charCodeAt(at));
  const shifts = new Int16Array(all.length);
  const ends = new Uint16Array(all.length);
  let start = 0;
  for (const { length } of parts) {
    const end = start + length;
    ends[start] = end;
    let found = start - 1;
    shifts[start] = found;
    for (let at = start + 1; at < end; at++) {
      while (found >= start && codes[found] !== codes[at - 1]) found = shifts[found] as number;
      found++;
      shifts[at] = codes[found] === codes[at] ? (shifts[found] as number) : found;
    }
    start = end;
  }
  return { codes, shifts, ends };
}

function holds({ codes, shifts, ends }: Inner, text: string, from: number, until: number): boolean {
  if (codes.length === 0) return true;
  let start = 0;
  let end = ends[0];
  let found = 0;
  for (let at = from; at < until; at++) {
    const code = text.charCodeAt(at);
    while (found >= start && codes[found] !== code) found = shifts[found] as number;
    if (++found !== end) continue;
    if (found === codes.length) return true;
    start = found;
    end = ends[start];
  }
  return false;
}
