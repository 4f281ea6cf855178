import { accept, type legOutcomes, type Outcome, refuse } from '@svc-simulator/contract';
import { message } from '@svc-simulator/texts/message.ts';
import type { TraceDraft } from '../effects.ts';
import { numberOf } from '../money.ts';
import { vesMinorOf } from '../rates.ts';
import type { PaymentRecord, SessionRecord, SessionStatus } from '../records.ts';
import { notAdmitted, plannedAccreditation } from './accreditation-machine.ts';
import { SIMULATED_BANK } from './credits.ts';
import { failureText } from './payment-view.ts';
import { accreditationFields, attemptEndOf, type ScriptFields } from './script-attempt.ts';
import {
  decision,
  type PaymentAttempt,
  type SessionContext,
  type SessionDecision,
  sessionEvent,
} from './session-decision.ts';
import { expirePendingSession } from './session-expiry.ts';

export type LegOneOutcome = (typeof legOutcomes)[1][number];

/** The next status by status and outcome of leg 1 (specification, Payment session). */
export const legOneTransitions: Readonly<
  Record<SessionStatus, Readonly<Partial<Record<LegOneOutcome, SessionStatus>>>>
> = { pending: { paid: 'paid', failed: 'failed', expired: 'expired' }, paid: {}, failed: {}, expired: {} };

/**
 * Ends an attempt to pay on the page; 409 unless the session is pending. A success schedules leg 2. After a
 * failure, a button session is failed and a request session stays pending.
 */
export function payOnPage(
  session: SessionRecord,
  attempt: PaymentAttempt,
  context: SessionContext,
): Outcome<SessionDecision> {
  if (session.status !== 'pending') {
    return refuse({
      status: 409,
      title: 'problem.title.session_unpayable',
      ...message('problem.session.not_payable', { status: session.status }),
    });
  }
  const { now } = context;
  const { method, bank, lang, payer } = attempt;
  const { failure, legTwo, legTwoSource, scriptFields } = attemptEndOf(session, attempt);
  const payment = buildPayment(
    session,
    { method, bank, source: 'page', lang, ...(payer && { payer }), ...failure },
    context,
  );
  if (failure === null) {
    const accreditation = plannedAccreditation(legTwo, now + context.accreditationDelayMs, legTwoSource);
    return accept(
      decision(
        { ...session, status: 'paid', updatedAt: now, payment, ...accreditation },
        [paidEvent(session, payment, { ...scriptFields, ...accreditationFields(legTwo) })],
        ['payment_session.paid'],
      ),
    );
  }
  const { reason, userMessage } = failure;
  // The event omits a `user_message` that is only the text of the reason: pages translate the reason.
  const messageFields = userMessage === failureText(reason, lang) ? {} : { user_message: userMessage };
  const data = { source: 'page', method, reason, ...messageFields, ...scriptFields };
  const refusedEvent = sessionEvent(session, now, 'session.payment_failed', data);
  // A request session can be paid again; a button session allows one attempt (contract section 3, States).
  if (session.origin === 'request')
    return accept(decision({ ...session, updatedAt: now, payment }, [refusedEvent]));
  const failureData = { source: 'page', reason, ...scriptFields };
  const failedEvent = sessionEvent(session, now, 'session.failed', failureData);
  return accept(
    decision({ ...session, status: 'failed', updatedAt: now, payment }, [refusedEvent, failedEvent]),
  );
}

/**
 * Forces leg 1 with the agreement's first payment method. Returns 500 with `leg 1 invalid from state …`
 * unless the session is pending.
 */
export function forceLegOne(
  session: SessionRecord,
  {
    outcome,
    reason: requestedReason,
    lang,
  }: { readonly outcome: LegOneOutcome } & Pick<PaymentRecord, 'reason' | 'lang'>,
  context: SessionContext,
): Outcome<SessionDecision> {
  const { now } = context;
  const status = legOneTransitions[session.status][outcome];
  if (status === undefined)
    return notAdmitted(message('word.not_admitted.leg_one', { status: session.status }));
  if (outcome === 'expired') {
    return accept(expirePendingSession(session, now, { reason: 'control', ...(lang && { lang }) }));
  }
  const reason = outcome === 'failed' ? (requestedReason ?? 'bank_rejected') : undefined;
  const attempt = { source: 'control', ...(reason && { reason }), ...(lang && { lang }) } as const;
  const payment = paymentWithoutPayer(session, attempt, context);
  const updated: SessionRecord = { ...session, status, updatedAt: now, payment };
  // Forcing schedules no accreditation, and a forced failure emits no webhook (contract section 5).
  if (outcome === 'paid')
    return accept(decision(updated, [paidEvent(session, payment)], ['payment_session.paid']));
  const data = { source: 'control', reason };
  return accept(decision(updated, [sessionEvent(session, now, 'session.failed', data)]));
}

type PaymentFields = Pick<PaymentRecord, 'source' | 'reason' | 'lang' | 'payer'> &
  Partial<Pick<PaymentRecord, 'userMessage'>>;

/** Returns a payment that no payer made: with the agreement's first method, from the simulated bank. */
export function paymentWithoutPayer(
  session: SessionRecord,
  attempt: PaymentFields,
  context: SessionContext,
): PaymentRecord {
  const method = session.paymentMethods[0] ?? 'immediate_debit';
  const bank = method === 'crypto' ? null : SIMULATED_BANK;
  return buildPayment(session, { method, bank, ...attempt }, context);
}

function buildPayment(
  session: SessionRecord,
  { bank, ...attempt }: PaymentFields & Pick<PaymentAttempt, 'method' | 'bank'>,
  { now, rates, numbers }: SessionContext,
): PaymentRecord {
  return {
    userMessage: null,
    ...attempt,
    transactionId: numbers.transactionId(),
    at: now,
    bankCode: bank?.code ?? null,
    bankName: bank?.name ?? null,
    bankReferenceId: numbers.reference(),
    amountVesMinor: String(vesMinorOf(session.amountMinor, session.fields.currency_reference, rates)),
    rates,
  };
}

export function paidEvent(
  session: SessionRecord,
  payment: PaymentRecord,
  scriptFields: ScriptFields = {},
): TraceDraft {
  return sessionEvent(session, payment.at, 'session.paid', {
    source: payment.source,
    method: payment.method,
    svc_transaction_id: payment.transactionId,
    amount_ves: numberOf(payment.amountVesMinor),
    ...scriptFields,
  });
}
