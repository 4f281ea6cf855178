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
import { expirePendingSession } from './session-expiry.ts';

type PaymentFailure = Required<Pick<PaymentRecord, 'reason'>> & { readonly userMessage: string };

export interface AttemptEnd {
  readonly failure: PaymentFailure | null;
  readonly legTwo: AccreditationOutcome | 'none';
  readonly legTwoSource?: 'script';
  readonly scriptFields: ScriptFields;
}

/** Fields of a trace event that a script adds. */
export type ScriptFields = {
  /** JSON Pointer of the outcome: `/rules/0/outcomes/1`. */
  readonly script?: string;
  /** The payment is never accredited. */
  readonly accreditation?: 'none';
};

export function scriptFieldsOf({ rule, step }: ScriptedStep): ScriptFields {
  return { script: `/rules/${rule}/outcomes/${step}` };
}

/**
 * Marks a payment that is never accredited. Otherwise, the trace wouldn't show why no accreditation follows.
 */
export function accreditationFields(legTwo: AttemptEnd['legTwo'] | undefined): ScriptFields {
  return legTwo === 'none' ? { accreditation: 'none' } : {};
}

function stepFor(session: SessionRecord, attempt: PaymentAttempt): ScriptedStep | undefined {
  return attempt.scripted ?? session.script;
}

export function failureFor(
  { reason = 'bank_rejected', user_message }: Pick<ScriptOutcome, 'reason' | 'user_message'>,
  lang: Language,
): PaymentFailure {
  return { reason, userMessage: user_message ?? failureText(reason, lang) };
}

export function attemptEndOf(session: SessionRecord, attempt: PaymentAttempt): AttemptEnd {
  const step = stepFor(session, attempt);
  const chosenFailure = attempt.failure && failureFor({ reason: attempt.failure }, attempt.lang);
  if (!step) return { failure: chosenFailure, legTwo: attempt.accreditation, scriptFields: {} };
  const { leg1, leg2 } = step.outcome;
  const scriptedFailure = leg1 === 'failed' ? failureFor(step.outcome, attempt.lang) : null;
  return {
    failure: leg1 === undefined ? chosenFailure : scriptedFailure,
    legTwo: leg2 ?? attempt.accreditation,
    ...(leg2 !== undefined && { legTwoSource: 'script' as const }),
    scriptFields: leg1 === undefined ? {} : scriptFieldsOf(step),
  };
}

/** Returns the script's decision that precedes an attempt to pay; null if there is none. */
export function scriptBeforePayment(
  session: SessionRecord,
  attempt: PaymentAttempt,
  now: number,
): SessionDecision | null {
  if (session.status !== 'pending') return null;
  const { scripted } = attempt;
  const matchDecision = scripted
    ? decision(session, [matchedEvent(session, scripted, 'payment', now)])
    : null;
  const step = stepFor(session, attempt);
  if (step?.outcome.leg1 !== 'expired') return matchDecision;
  return inSequence(
    matchDecision,
    expirePendingSession(session, now, { reason: 'script', traceFields: scriptFieldsOf(step) }),
  );
}

export function withStep(creation: SessionDecision, step: ScriptedStep, now: number): SessionDecision {
  const session = { ...creation.session, script: step };
  const { events, emissions } = creation.effects;
  return decision(session, [...events, matchedEvent(session, step, 'creation', now)], emissions);
}

function matchedEvent(
  session: SessionRecord,
  scriptedStep: ScriptedStep,
  on: 'creation' | 'payment',
  now: number,
) {
  const { rule, step, name, outcome } = scriptedStep;
  const nameField = name === undefined ? {} : { name };
  return sessionEvent(session, now, 'script.matched', { rule, step, ...nameField, on, ...outcome });
}
