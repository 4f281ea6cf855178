import { accept, type Outcome, refuse } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import type { SessionRecord } from '../records.ts';
import { decision, type SessionDecision, sessionEvent } from './session-decision.ts';

/** What made a session expire; `reason` of `session.expired` and of the status answer. */
export type ExpiryReason = NonNullable<SessionRecord['expired']>['reason'];

/** Whether a pending session's deadline has passed. The deadline itself is too late to pay. */
export function isOverdue(session: SessionRecord, now: number): boolean {
  return session.status === 'pending' && session.expiresAt !== null && session.expiresAt <= now;
}

/** Expires a session at its own deadline, which may lie back: the simulator was not running then. */
export function expireAtDeadline(session: SessionRecord, now: number): SessionDecision {
  const reason = session.origin === 'button' ? 'duration' : 'due_date';
  return expireSession(session, now, { reason, at: session.expiresAt ?? now });
}

/** The expire operation: 422 when paid; a session that has failed or expired stays as it is (contract section 3). */
export function expireByOperation(session: SessionRecord, now: number): Outcome<SessionDecision> {
  if (session.status === 'pending') return accept(expireSession(session, now, { reason: 'operation' }));
  if (session.status !== 'paid') return accept(decision(session, []));
  return refuse({
    status: 422,
    title: 'problem.title.session_paid',
    ...message('problem.session.paid_not_expired'),
  });
}

/** Why a session expires. */
export interface Expiry {
  readonly reason: ExpiryReason;
  /** Default: now. */
  readonly at?: number;
  /** What its trace event says besides. */
  readonly more?: Readonly<Record<string, unknown>> | undefined;
}

export function expireSession(
  session: SessionRecord,
  now: number,
  { reason, at = now, more = {} }: Expiry,
): SessionDecision {
  return decision({ ...session, status: 'expired', updatedAt: now, expired: { at, reason } }, [
    sessionEvent(session, now, 'session.expired', { reason, ...more }),
  ]);
}
