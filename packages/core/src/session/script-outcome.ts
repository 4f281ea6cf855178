import type { SessionRecord } from '../records.ts';
import { legTwoAfter } from './accreditation-machine.ts';
import { failureFor, markOf, neverAccredited } from './script-attempt.ts';
import { decision, type SessionContext, type SessionDecision, sessionEvent } from './session-decision.ts';
import { expireSession } from './session-expiry.ts';
import { paidEvent, paymentWithoutPayer } from './session-payment.ts';

/** Whether the moment has come at which a script decides leg 1 by itself. A deadline that comes first, or with it, wins. */
export function isScriptDue({ status, script, expiresAt }: SessionRecord, now: number): boolean {
  const dueAt = script?.dueAt ?? null;
  if (status !== 'pending' || dueAt === null || dueAt > now) return false;
  return expiresAt === null || dueAt < expiresAt;
}

/**
 * Ends leg 1 as the session's script says, with nobody on the payment page. A payment is accredited in its time as one of the
 * page is, unless the script says otherwise; a failed request is not tried again.
 */
export function endByScript(session: SessionRecord, context: SessionContext): SessionDecision {
  const { now, accreditationDelayMs } = context;
  const { script } = session;
  if (!script) return decision(session, []);
  const { leg1, leg2 } = script.outcome;
  const mark = markOf(script);
  if (leg1 === 'expired') return expireSession(session, now, { reason: 'script', more: mark });
  const failure = leg1 === 'failed' ? failureFor(script.outcome, 'es') : null;
  const payment = paymentWithoutPayer(session, { source: 'script', ...failure }, context);
  if (failure) {
    const data = { source: 'script', reason: failure.reason, ...mark };
    const failed = sessionEvent(session, now, 'session.failed', data);
    return decision({ ...session, status: 'failed', updatedAt: now, payment }, [failed]);
  }
  const legTwo = legTwoAfter(leg2 ?? 'accredited', now + accreditationDelayMs, leg2 && 'script');
  return decision(
    { ...session, status: 'paid', updatedAt: now, payment, ...legTwo },
    [paidEvent(session, payment, { ...mark, ...neverAccredited(leg2) })],
    ['payment_session.paid'],
  );
}
