import type { FailureReason, Refusal, WebhookEvent } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { SessionEffects, TraceDraft } from '../effects.ts';
import type { Rates } from '../rates.ts';
import type { AccreditationOutcome, PayerRecord, PaymentMethod, SessionRecord } from '../records.ts';
import type { ScriptedStep } from '../script/script-records.ts';
import type { SessionNumbers } from './credits.ts';

/** Inputs of a session decision, so that decisions read no clock and no random numbers. */
export interface SessionContext {
  readonly now: number;
  readonly rates: Rates;
  /** Time from a payment on the page to leg 2. */
  readonly accreditationDelayMs: number;
  readonly numbers: SessionNumbers;
}

export interface SessionDecision {
  /** An updated copy, or the same object if nothing changed. */
  readonly session: SessionRecord;
  readonly effects: SessionEffects;
}

/** A decision or a refusal. A refusal can change the session: a payment after the deadline expires it. */
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

export interface PaymentAttempt {
  readonly method: PaymentMethod;
  /** The payer's bank; null for crypto. */
  readonly bank: { readonly code: string; readonly name: string } | null;
  readonly failure: FailureReason | null;
  readonly lang: Language;
  /** The payer's form values; null if the page has no form. */
  readonly payer: PayerRecord | null;
  readonly accreditation: AccreditationOutcome;
  /** The script's outcome for this attempt. It overrides the outcome that the session got at its creation. */
  readonly scripted?: ScriptedStep;
}
