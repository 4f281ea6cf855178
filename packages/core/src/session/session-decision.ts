import type { FailureReason, Refusal, WebhookEvent } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { SessionEffects, TraceDraft } from '../effects.ts';
import type { Rates } from '../rates.ts';
import type { AccreditationOutcome, PayerRecord, PaymentMethod, SessionRecord } from '../records.ts';
import type { ScriptedStep } from '../script/script-records.ts';
import type { SessionNumbers } from './credits.ts';

/** What a decision about a session needs from outside: nothing in it reads a clock or draws a number by itself. */
export interface SessionContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly rates: Rates;
  /** From payment on the page to leg 2. */
  readonly accreditationDelayMs: number;
  readonly numbers: SessionNumbers;
}

export interface SessionDecision {
  /** An updated copy, or the very same object when nothing of it changed. */
  readonly session: SessionRecord;
  readonly effects: SessionEffects;
}

/**
 * A decision or a refusal. A refusal can have a change of its own, which is to be stored before it is answered: a
 * payment that came too late expires the session, and a forced outcome that is not admitted stands in the trace.
 */
export type SessionOutcome =
  | { readonly ok: true; readonly value: SessionDecision }
  | { readonly ok: false; readonly refusal: Refusal; readonly change: SessionDecision | null };

export function decision(
  session: SessionRecord,
  events: readonly TraceDraft[],
  emissions: readonly WebhookEvent[] = [],
): SessionDecision {
  return { session, effects: { events, emissions } };
}

/** Both decisions as one; the second was made about the session that the first left. */
export function inSequence(first: SessionDecision | null, second: SessionDecision): SessionDecision {
  if (first === null) return second;
  return decision(
    second.session,
    [...first.effects.events, ...second.effects.events],
    [...first.effects.emissions, ...second.effects.emissions],
  );
}

export function sessionEvent(
  session: SessionRecord,
  at: number,
  type: TraceDraft['type'],
  data: TraceDraft['data'],
): TraceDraft {
  const { id: sessionId, by } = session;
  return { type, at, sessionId, data: by ? { ...data, by } : data };
}

/** An attempt on the payment page. */
export interface PaymentAttempt {
  readonly method: PaymentMethod;
  /** The payer's bank; null for crypto. */
  readonly bank: { readonly code: string; readonly name: string } | null;
  /** Why it fails; null when it pays. */
  readonly failure: FailureReason | null;
  /** The language of the page. */
  readonly lang: Language;
  /** What the payer typed; null: nothing is asked. */
  readonly payer: PayerRecord | null;
  /** How leg 2 is to end. */
  readonly accreditation: AccreditationOutcome;
  /** What a script has handed out for this very attempt; it goes before what the session has. */
  readonly scripted?: ScriptedStep;
}
