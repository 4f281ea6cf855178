import { accept, type Outcome, refuse } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { SessionRecord } from '../records.ts';
import { decision, type SessionDecision, sessionEvent } from './session-decision.ts';

export type ExpiryReason = NonNullable<SessionRecord['expired']>['reason'];

/** Returns true if a pending session can no longer be paid; a payment exactly at the deadline is too late. */
export function isOverdue(session: SessionRecord, now: number): boolean {
  return session.status === 'pending' && session.expiresAt !== null && session.expiresAt <= now;
}

/** Expires a session at its deadline, which can be long ago if the simulator was stopped. */
export function expireAtDeadline(session: SessionRecord, now: number): SessionDecision {
  const reason = session.origin === 'button' ? 'duration' : 'due_date';
  return expirePendingSession(session, now, { reason, at: session.expiresAt ?? now });
}

/**
 * Expires a session on request; failed and expired sessions stay unchanged (contract section 3). Returns 422
 * if the session is paid.
 */
export function expireByOperation(session: SessionRecord, now: number): Outcome<SessionDecision> {
  if (session.status === 'pending')
    return accept(expirePendingSession(session, now, { reason: 'operation' }));
  if (session.status !== 'paid') return accept(decision(session, []));
  return refuse({
    status: 422,
    title: 'problem.title.session_paid',
    ...message('problem.session.paid_not_expired'),
  });
}

export interface ExpiryDetails {
  readonly reason: ExpiryReason;
  /** Default: now. */
  readonly at?: number;
  readonly traceFields?: Readonly<Record<string, unknown>> | undefined;
  readonly lang?: Language;
}

export function expirePendingSession(
  session: SessionRecord,
  now: number,
  { reason, at = now, traceFields = {}, lang }: ExpiryDetails,
): SessionDecision {
  const expired = { at, reason, ...(lang && { lang }) };
  return decision({ ...session, status: 'expired', updatedAt: now, expired }, [
    sessionEvent(session, now, 'session.expired', { reason, ...traceFields }),
  ]);
}
