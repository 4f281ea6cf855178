import { accept, type Outcome, refuse } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { SessionRecord } from '../records.ts';
import { decision, type SessionDecision, sessionEvent } from './session-decision.ts';

/** Cause of the expiry: `reason` of `session.expired` and of the status response. */
export type ExpiryReason = NonNullable<SessionRecord['expired']>['reason'];

/** Returns true if a pending session's deadline has passed. The deadline itself is too late to pay. */
export function isOverdue(session: SessionRecord, now: number): boolean {
  return session.status === 'pending' && session.expiresAt !== null && session.expiresAt <= now;
}

/** Expires a session at its own deadline, which may be in the past if the simulator was stopped. */
export function expireAtDeadline(session: SessionRecord, now: number): SessionDecision {
  const reason = session.origin === 'button' ? 'duration' : 'due_date';
  return expireSession(session, now, { reason, at: session.expiresAt ?? now });
}

/**
 * Performs the expire operation: 422 if paid; failed and expired sessions stay the same (contract section 3).
 */
export function expireByOperation(session: SessionRecord, now: number): Outcome<SessionDecision> {
  if (session.status === 'pending') return accept(expireSession(session, now, { reason: 'operation' }));
  if (session.status !== 'paid') return accept(decision(session, []));
  return refuse({
    status: 422,
    title: 'problem.title.session_paid',
    ...message('problem.session.paid_not_expired'),
  });
}

export interface Expiry {
  readonly reason: ExpiryReason;
  /** Default: now. */
  readonly at?: number;
  readonly more?: Readonly<Record<string, unknown>> | undefined;
  readonly lang?: Language;
}

export function expireSession(
  session: SessionRecord,
  now: number,
  { reason, at = now, more = {}, lang }: Expiry,
): SessionDecision {
  const expired = { at, reason, ...(lang && { lang }) };
  return decision({ ...session, status: 'expired', updatedAt: now, expired }, [
    sessionEvent(session, now, 'session.expired', { reason, ...more }),
  ]);
}
