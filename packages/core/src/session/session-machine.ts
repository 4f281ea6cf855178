import {
  accept,
  type FailureReason,
  type ForcedOutcome,
  faultAt,
  isOneOf,
  legOutcomes,
  type Outcome,
  type Refusal,
  wrongField,
} from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { PaymentMethod, SessionRecord } from '../records.ts';
import { accredit, accreditWhenDue, legTwoAfter } from './accreditation-machine.ts';
import { failureFor, markOf, neverAccredited, scriptBeforePayment } from './script-attempt.ts';
import {
  decision,
  inSequence,
  type PaymentAttempt,
  type SessionContext,
  type SessionDecision,
  type SessionOutcome,
  sessionEvent,
} from './session-decision.ts';
import { expireAtDeadline, expireByOperation, expireSession, isOverdue } from './session-expiry.ts';
import { forceLegOne, paidEvent, paymentWithoutPayer, payOnPage } from './session-payment.ts';

export interface ForceCommand {
  readonly type: 'force';
  readonly leg: 1 | 2;
  readonly outcome: ForcedOutcome;
  /** Default: the bank refused it. */
  readonly reason?: FailureReason;
  /** The caller's language, used for `user_message` since there is no payer's page. Default: Spanish. */
  readonly lang?: Language;
}

export type SessionCommand =
  | ({ readonly type: 'pay' } & PaymentAttempt)
  | ForceCommand
  /** `POST /api/v1/ext/payment-sessions/{session_id}/expire`. */
  | { readonly type: 'expire' }
  /**
   * The record's timer (`timerOf`) for its expiry, scripted end or accreditation. `passedMs` is a due time
   * whose wait ended although the clock was set back; deadlines still use the clock.
   */
  | { readonly type: 'timer'; readonly passedMs?: number | null };

/**
 * Decides the effect of a command on a session (specification, States and transitions; contract sections 3, 5
 * and 9). Pure: time, rates and numbers come with the context. A passed deadline counts even before its timer
 * fires. Refusals: `pay` 400 for a method outside the agreement, 409 if not pending; `force` 400 for an
 * outcome of the other leg, 500 if not allowed; `expire` 422 if paid.
 */
export function decideSession(
  before: SessionRecord,
  command: SessionCommand,
  context: SessionContext,
): SessionOutcome {
  const fault = faultOf(before, command);
  if (fault) return { ok: false, refusal: fault, change: null };
  const first = firstOf(before, command, context);
  const session = first?.session ?? before;
  if (command.type === 'force') {
    const decided = force(session, command, context);
    const noted = inSequence(first, noteForced(session, command, decided, context.now));
    return decided.ok
      ? { ok: true, value: inSequence(noted, decided.value) }
      : { ok: false, refusal: decided.refusal, change: noted };
  }
  // Leg 2 waits for the next timer, after the webhook of leg 1.
  if (command.type === 'timer' && first) return { ok: true, value: first };
  const decided = decideTimely(session, command, context);
  return decided.ok
    ? { ok: true, value: inSequence(first, decided.value) }
    : { ok: false, refusal: decided.refusal, change: first };
}

/** Returns true if the session can be paid now by this method; other attempts are refused. */
export function canBePaid(session: SessionRecord, method: PaymentMethod, now: number): boolean {
  const { status, paymentMethods } = session;
  return (
    status === 'pending' &&
    paymentMethods.includes(method) &&
    !isScriptDue(session, now) &&
    !isOverdue(session, now)
  );
}

/** Returns the decision that precedes a command: a due one, or the script's on an attempt to pay. */
function firstOf(
  before: SessionRecord,
  command: SessionCommand,
  context: SessionContext,
): SessionDecision | null {
  const due = whatIsDue(before, context, waitedUntil(command, context));
  if (command.type !== 'pay') return due;
  const scripted = scriptBeforePayment(due?.session ?? before, command, context.now);
  return scripted ? inSequence(due, scripted) : due;
}

function waitedUntil(command: SessionCommand, { now }: SessionContext): number {
  return command.type === 'timer' ? Math.max(now, command.passedMs ?? now) : now;
}

function whatIsDue(
  session: SessionRecord,
  context: SessionContext,
  waitedMs: number,
): SessionDecision | null {
  if (isScriptDue(session, waitedMs)) return endByScript(session, context);
  return isOverdue(session, context.now) ? expireAtDeadline(session, context.now) : null;
}

function decideTimely(
  session: SessionRecord,
  command: Exclude<SessionCommand, ForceCommand>,
  context: SessionContext,
): Outcome<SessionDecision> {
  switch (command.type) {
    case 'pay':
      return payOnPage(session, command, context);
    case 'expire':
      return expireByOperation(session, context.now);
    case 'timer':
      return accept(accreditWhenDue(session, context, waitedUntil(command, context)));
  }
}

function force(
  session: SessionRecord,
  command: ForceCommand,
  context: SessionContext,
): Outcome<SessionDecision> {
  const { outcome } = command;
  return isOneOf(legOutcomes[1], outcome)
    ? forceLegOne(session, { ...command, outcome }, context)
    : accredit(session, outcome, 'control', context);
}

/** Every well-formed attempt to force an outcome is traced before its effects. */
function noteForced(
  session: SessionRecord,
  { leg, outcome }: ForceCommand,
  decided: Outcome<SessionDecision>,
  now: number,
): SessionDecision {
  const verdict = decided.ok ? { admitted: true } : { admitted: false, reason: decided.refusal.params?.why };
  return decision(session, [sessionEvent(session, now, 'control.outcome', { leg, outcome, ...verdict })]);
}

function faultOf(session: SessionRecord, command: SessionCommand): Refusal | null {
  if (command.type === 'force') {
    const outcomes: readonly ForcedOutcome[] = legOutcomes[command.leg];
    if (outcomes.includes(command.outcome)) return null;
    const { leg } = command;
    return wrongField(faultAt('/outcome', 'fault.outcome.other_leg', { leg, values: outcomes.join(', ') }));
  }
  if (command.type === 'pay' && !session.paymentMethods.includes(command.method)) {
    const values = session.paymentMethods.join(', ');
    return wrongField(faultAt('/metodo', 'fault.session.method', { values }));
  }
  return null;
}

/**
 * Returns true if a script decides leg 1 at this time. A deadline that comes first or at the same time wins.
 */
export function isScriptDue({ status, script, expiresAt }: SessionRecord, now: number): boolean {
  const dueAt = script?.dueAt ?? null;
  if (status !== 'pending' || dueAt === null || dueAt > now) return false;
  return expiresAt === null || dueAt < expiresAt;
}

/**
 * Ends leg 1 by the session's script without a payer. Its accreditation follows the normal delay unless
 * scripted; a failed request gets no further attempt.
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
