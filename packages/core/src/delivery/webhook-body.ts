import type { AccountSettings, WebhookEvent } from '@svc-simulator/contract';
import type { SessionRecord } from '../records.ts';
import {
  creditsView,
  failureReasonOf,
  paymentDetails,
  summaryView,
  webhookTime,
} from '../session/payment-view.ts';
import type { SessionDecision } from '../session/session-decision.ts';

export type WebhookSettings = Pick<AccountSettings, 'webhook_body' | 'receiver_credits'>;

/**
 * Returns the body of a webhook as JSON text (contract section 4). Its fields are next to `event` (`flat`),
 * under `data` (`data`), or both. `session` is the session after the decision.
 */
export function webhookBody(
  event: WebhookEvent,
  session: SessionRecord,
  { webhook_body: bodyForm, receiver_credits }: WebhookSettings,
): string {
  // Serialized once, although the body can contain the fields twice.
  const fields = JSON.stringify(webhookFields(event, session, receiver_credits)).slice(1, -1);
  const head = `{"event":"${event}",`;
  if (bodyForm === 'flat') return `${head}${fields}}`;
  const data = `"data":{${fields},${JSON.stringify(topLevelFields(session)).slice(1)}}`;
  return bodyForm === 'data' ? head + data : `${head}${fields},${data}`;
}

/** Returns the fields that existing programs read at the top level of `data` (contract section 10). */
function topLevelFields({ id, status, payment, fields }: SessionRecord) {
  return {
    session_id: id,
    status,
    ...(payment && { payment_method: payment.method }),
    amount_reference: fields.amount_reference,
    currency_reference: fields.currency_reference,
    ...(payment && { bcv_rate_usd_ves: Number(payment.rates.USD) }),
  };
}

const legTwoEvents: readonly WebhookEvent[] = [
  'payment_session.accredited',
  'payment_session.accreditation_to_recipient_failed',
  'payment_session.partially_accredited',
  'payment_session.failed_credit',
];

function webhookFields(
  event: WebhookEvent,
  session: SessionRecord,
  creditsForm: AccountSettings['receiver_credits'],
) {
  const { payment, credits, expired } = session;
  const reason = expired?.reason ?? failureReasonOf(session);
  // A partial accreditation reports all credits but the last, which counts as pending.
  const shownCredits = event === 'payment_session.partially_accredited' ? credits?.slice(0, -1) : credits;
  return {
    session_payment: {
      id: session.id,
      origin: session.origin,
      amount_reference: session.fields.amount_reference,
      currency_reference: session.fields.currency_reference,
      status: session.status,
      ...(payment && { payment_method: payment.method, svc_transaction: { id: payment.transactionId } }),
      ...(reason && { reason }),
    },
    ...(payment && { payment_details: { ...paymentDetails(payment), action_date: webhookTime(payment.at) } }),
    ...(legTwoEvents.includes(event) &&
      shownCredits && {
        receiver_credits: creditsView(shownCredits, creditsForm),
        receiver_credits_summary: summaryView(shownCredits),
      }),
  };
}

/**
 * Returns a decision's webhooks and those of the setting `extra_events`. `before`: null for a new session.
 */
export function withExtraEvents(
  before: SessionRecord | null,
  { session, effects }: SessionDecision,
): readonly WebhookEvent[] {
  const { status, credits } = session;
  const events = effects.emissions.flatMap((event): readonly WebhookEvent[] => {
    // A single credit can't be accredited partially.
    if (event === 'payment_session.accredited' && credits && credits.length > 1)
      return ['payment_session.partially_accredited', event];
    if (event === 'payment_session.accreditation_to_recipient_failed')
      return [event, 'payment_session.failed_credit'];
    return [event];
  });
  const hasEnded = status !== before?.status && (status === 'failed' || status === 'expired');
  return hasEnded ? [...events, `payment_session.${status}`] : events;
}
