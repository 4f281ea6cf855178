import type { ScriptOutcome } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { AccreditationOutcome, PaymentRecord, SessionRecord } from '../records.ts';
import type { ScriptedStep } from '../script/script-records.ts';
import { failureText } from './payment-view.ts';
import {
  decision,
  inSequence,
  type PaymentAttempt,
  type SessionDecision,
  sessionEvent,
} from './session-decision.ts';
import { expireSession } from './session-expiry.ts';

type Failure = Required<Pick<PaymentRecord, 'reason'>> & { readonly userMessage: string };

export interface AttemptEnd {
  readonly failure: Failure | null;
  readonly legTwo: AccreditationOutcome | 'none';
  readonly legTwoSource?: 'script';
  readonly mark: ScriptMark;
}

/**
 * Fields of a trace event about a script: the JSON Pointer of the outcome, and a payment without
 * accreditation.
 */
export type ScriptMark = { readonly script?: string; readonly accreditation?: 'none' };

export function markOf({ rule, step }: ScriptedStep): ScriptMark {
  return { script: `/rules/${rule}/outcomes/${step}` };
}

/** Marks the payment's event if leg 2 never comes, because no later event would say so. */
export function neverAccredited(legTwo: AttemptEnd['legTwo'] | undefined): ScriptMark {
  return legTwo === 'none' ? { accreditation: 'none' } : {};
}

function stepFor(session: SessionRecord, attempt: PaymentAttempt): ScriptedStep | undefined {
  return attempt.scripted ?? session.script;
}

export function failureFor(
  { reason = 'bank_rejected', user_message }: Pick<ScriptOutcome, 'reason' | 'user_message'>,
  lang: Language,
): Failure {
  return { reason, userMessage: user_message ?? failureText(reason, lang) };
}

export function endOfAttempt(session: SessionRecord, attempt: PaymentAttempt): AttemptEnd {
  const step = stepFor(session, attempt);
  const ofTheKey = attempt.failure && failureFor({ reason: attempt.failure }, attempt.lang);
  if (!step) return { failure: ofTheKey, legTwo: attempt.accreditation, mark: {} };
  const { leg1, leg2 } = step.outcome;
  const scripted = leg1 === 'failed' ? failureFor(step.outcome, attempt.lang) : null;
  return {
    failure: leg1 === undefined ? ofTheKey : scripted,
    legTwo: leg2 ?? attempt.accreditation,
    ...(leg2 !== undefined && { legTwoSource: 'script' as const }),
    mark: leg1 === undefined ? {} : markOf(step),
  };
}

/** Applies a script to a session before an attempt to pay is decided; null if it changes nothing. */
export function scriptBeforePayment(
  session: SessionRecord,
  attempt: PaymentAttempt,
  now: number,
): SessionDecision | null {
  if (session.status !== 'pending') return null;
  const { scripted } = attempt;
  const matched = scripted ? decision(session, [matchedEvent(session, scripted, 'payment', now)]) : null;
  const step = stepFor(session, attempt);
  if (step?.outcome.leg1 !== 'expired') return matched;
  return inSequence(matched, expireSession(session, now, { reason: 'script', more: markOf(step) }));
}

export function withStep(created: SessionDecision, step: ScriptedStep, now: number): SessionDecision {
  const session = { ...created.session, script: step };
  const { events, emissions } = created.effects;
  return decision(session, [...events, matchedEvent(session, step, 'creation', now)], emissions);
}

function matchedEvent(
  session: SessionRecord,
  handedOut: ScriptedStep,
  on: 'creation' | 'payment',
  now: number,
) {
  const { rule, step, name, outcome } = handedOut;
  const named = name === undefined ? {} : { name };
  return sessionEvent(session, now, 'script.matched', { rule, step, ...named, on, ...outcome });
}
