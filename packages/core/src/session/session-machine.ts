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
import { accredit, accreditWhenDue, plannedAccreditation } from './accreditation-machine.ts';
import { accreditationFields, failureFor, scriptBeforePayment, scriptFieldsOf } from './script-attempt.ts';
import {
  decision,
  inSequence,
  type PaymentAttempt,
  type SessionContext,
  type SessionDecision,
  type SessionOutcome,
  sessionEvent,
} from './session-decision.ts';
import { expireAtDeadline, expireByOperation, expirePendingSession, isOverdue } from './session-expiry.ts';
import { forceLegOne, paidEvent, paymentWithoutPayer, payOnPage } from './session-payment.ts';

export interface ForceCommand {
  readonly type: 'force';
  readonly leg: 1 | 2;
  readonly outcome: ForcedOutcome;
  /** Default: `bank_rejected`. */
  readonly reason?: FailureReason;
  /** Language of `user_message`. Default: Spanish. */
  readonly lang?: Language;
}

export type SessionCommand =
  | ({ readonly type: 'pay' } & PaymentAttempt)
  | ForceCommand
  | { readonly type: 'expire' }
  /**
   * The record's timer (`timerOf`). If the clock was set back after the timer was due, `passedMs` is that due
   * time: a script and leg 2 still happen, but the session doesn't expire.
   */
  | { readonly type: 'timer'; readonly passedMs?: number | null };

/**
 * Decides the effect of a command on a session (specification, States and transitions; contract sections 3, 5
 * and 9). Refusals: `pay` 400 and 409, `force` 400 and 500, `expire` 422. After the deadline, every command
 * first expires the session, even if its timer hasn't fired yet.
 */
export function decideSession(
  before: SessionRecord,
  command: SessionCommand,
  context: SessionContext,
): SessionOutcome {
  const fault = commandFaultOf(before, command);
  if (fault) return { ok: false, refusal: fault, change: null };
  const preceding = precedingDecision(before, command, context);
  const session = preceding?.session ?? before;
  if (command.type === 'force') {
    const outcome = forceLeg(session, command, context);
    const withForceEvent = inSequence(preceding, forceEventDecision(session, command, outcome, context.now));
    return outcome.ok
      ? { ok: true, value: inSequence(withForceEvent, outcome.value) }
      : { ok: false, refusal: outcome.refusal, change: withForceEvent };
  }
  // If this timer ended leg 1, leg 2 waits for the next timer, so that the webhook of leg 1 is sent first.
  if (command.type === 'timer' && preceding) return { ok: true, value: preceding };
  const outcome = decideOnTime(session, command, context);
  return outcome.ok
    ? { ok: true, value: inSequence(preceding, outcome.value) }
    : { ok: false, refusal: outcome.refusal, change: preceding };
}

export function canBePaid(session: SessionRecord, method: PaymentMethod, now: number): boolean {
  const { status, paymentMethods } = session;
  return (
    status === 'pending' &&
    paymentMethods.includes(method) &&
    !isScriptDue(session, now) &&
    !isOverdue(session, now)
  );
}

/**
 * Returns the decision that precedes a command: the overdue end of the session, or the script's decision on
 * an attempt to pay. Returns null if there is none.
 */
function precedingDecision(
  before: SessionRecord,
  command: SessionCommand,
  context: SessionContext,
): SessionDecision | null {
  const due = dueDecision(before, context, waitedUntilMs(command, context));
  if (command.type !== 'pay') return due;
  const scripted = scriptBeforePayment(due?.session ?? before, command, context.now);
  return scripted ? inSequence(due, scripted) : due;
}

function waitedUntilMs(command: SessionCommand, { now }: SessionContext): number {
  return command.type === 'timer' ? Math.max(now, command.passedMs ?? now) : now;
}

function dueDecision(
  session: SessionRecord,
  context: SessionContext,
  untilMs: number,
): SessionDecision | null {
  if (isScriptDue(session, untilMs)) return endByScript(session, context);
  return isOverdue(session, context.now) ? expireAtDeadline(session, context.now) : null;
}

function decideOnTime(
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
      return accept(accreditWhenDue(session, context, waitedUntilMs(command, context)));
  }
}

function forceLeg(
  session: SessionRecord,
  command: ForceCommand,
  context: SessionContext,
): Outcome<SessionDecision> {
  const { outcome } = command;
  return isOneOf(legOutcomes[1], outcome)
    ? forceLegOne(session, { ...command, outcome }, context)
    : accredit(session, outcome, 'control', context);
}

/** Adds a trace event for a forced outcome, even if it is refused. */
function forceEventDecision(
  session: SessionRecord,
  { leg, outcome }: ForceCommand,
  result: Outcome<SessionDecision>,
  now: number,
): SessionDecision {
  const verdict = result.ok ? { admitted: true } : { admitted: false, reason: result.refusal.params?.why };
  return decision(session, [sessionEvent(session, now, 'control.outcome', { leg, outcome, ...verdict })]);
}

function commandFaultOf(session: SessionRecord, command: SessionCommand): Refusal | null {
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

/** Returns true if the script's time has come and is before the deadline. */
export function isScriptDue({ status, script, expiresAt }: SessionRecord, now: number): boolean {
  const dueAt = script?.dueAt ?? null;
  if (status !== 'pending' || dueAt === null || dueAt > now) return false;
  return expiresAt === null || dueAt < expiresAt;
}

/** Ends leg 1 by the session's script, without a payer. A request session that fails can't be paid again. */
export function endByScript(session: SessionRecord, context: SessionContext): SessionDecision {
  const { now, accreditationDelayMs } = context;
  const { script } = session;
  if (!script) return decision(session, []);
  const { leg1, leg2 } = script.outcome;
  const scriptFields = scriptFieldsOf(script);
  if (leg1 === 'expired')
    return expirePendingSession(session, now, { reason: 'script', traceFields: scriptFields });
  const failure = leg1 === 'failed' ? failureFor(script.outcome, 'es') : null;
  const payment = paymentWithoutPayer(session, { source: 'script', ...failure }, context);
  if (failure) {
    const data = { source: 'script', reason: failure.reason, ...scriptFields };
    const failedEvent = sessionEvent(session, now, 'session.failed', data);
    return decision({ ...session, status: 'failed', updatedAt: now, payment }, [failedEvent]);
  }
  const legTwo = plannedAccreditation(leg2 ?? 'accredited', now + accreditationDelayMs, leg2 && 'script');
  return decision(
    { ...session, status: 'paid', updatedAt: now, payment, ...legTwo },
    [paidEvent(session, payment, { ...scriptFields, ...accreditationFields(leg2) })],
    ['payment_session.paid'],
  );
}
