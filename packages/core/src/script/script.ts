import type { ScriptMatch, ScriptRule } from '@svc-simulator/contract';
import type { PaymentMethod, SessionRecord } from '../records.ts';
import type { ScriptedStep, ScriptRecord } from './script-records.ts';

/** A script, and how many outcomes each of its rules has handed out. */
export interface ScriptState {
  readonly script: ScriptRecord;
  readonly handedOut: readonly number[];
}

/** A step that was handed out, and the script after that. */
export interface ScriptClaim {
  readonly step: ScriptedStep;
  readonly state: ScriptState;
}

type Subject = Pick<SessionRecord, 'fields' | 'amountMinor' | 'origin' | 'script'>;

/** The place in `outcomes` of what a rule hands out next; null when it matches no more. */
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

/** Whether some rule can only be looked at when somebody pays. */
export function asksForMethod({ rules }: Pick<ScriptRecord, 'rules'>): boolean {
  return rules.some(({ match }) => match.method !== undefined);
}

/** What a new session gets: the first rule that matches and has something left hands out its next outcome. */
export function claimAtCreation(state: ScriptState, session: Subject, now: number): ScriptClaim | null {
  return claim(
    state,
    state.script.rules.length,
    (match) => match.method === undefined && fits(match, session),
    now,
  );
}

/**
 * What somebody's attempt to pay gets, by the rules that ask for its method. A rule that stands behind the one that the
 * session has its outcome from is too late, and so is every rule of a script that was set since.
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

/** Whether everything that a rule asks for, but its method, is true of a session. */
function fits(match: ScriptMatch, { fields, amountMinor, origin }: Subject): boolean {
  return (
    (match.origin === undefined || match.origin === origin) &&
    (match.currency_reference === undefined || match.currency_reference === fields.currency_reference) &&
    (match.agreement_id === undefined || match.agreement_id === fields.agreement_id) &&
    (match.amount_reference === undefined ||
      isAmount(match.amount_reference, fields.amount_reference, amountMinor)) &&
    (match.identifier === undefined || isLike(match.identifier, fields.identifier)) &&
    (match.description === undefined || isLike(match.description, fields.description ?? ''))
  );
}

function isAmount(wanted: number | string, amount: number, amountMinor: number): boolean {
  if (typeof wanted === 'number') return wanted === amount;
  const cents = String(amountMinor % 100).padStart(2, '0');
  return isLike(wanted, `${Math.trunc(amountMinor / 100)}.${cents}`);
}

/** Whether a text fits a pattern, whose `*` stand for any text, also for none. It never goes back, so no pattern is slow. */
function isLike(pattern: string, text: string): boolean {
  if (!pattern.includes('*')) return pattern === text;
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop() ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
