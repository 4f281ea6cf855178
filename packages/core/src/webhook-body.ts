import type { AccountSettings, WebhookEvent } from '@svc-simulator/contract';
import { creditsView, paymentDetails, summaryView } from './payment-view.ts';
import type { SessionRecord } from './records.ts';

/**
 * The body of a webhook as JSON text, made once an emission and never parsed again (contract section 4): `event`, then
 * the fields beside it (`flat`), under `data` (`data`), or in both places (`both`). `session` is as the decision left it.
 */
export function webhookBody(
  event: WebhookEvent,
  session: SessionRecord,
  form: AccountSettings['webhook_body'],
): string {
  // The fields are serialised once, also when they stand in the text twice.
  const fields = JSON.stringify(webhookFields(event, session));
  const head = `{"event":"${event}",`;
  if (form === 'data') return `${head}"data":${fields}}`;
  if (form === 'flat') return `${head}${fields.slice(1)}`;
  return `${head}${fields.slice(1, -1)},"data":${fields}}`;
}

function webhookFields(event: WebhookEvent, session: SessionRecord) {
  const { payment, credits } = session;
  const legTwo =
    event === 'payment_session.accredited' || event === 'payment_session.accreditation_to_recipient_failed';
  return {
    session_payment: {
      id: session.id,
      origin: session.origin,
      amount_reference: session.fields.amount_reference,
      currency_reference: session.fields.currency_reference,
      status: session.status,
      ...(payment && { payment_method: payment.method, svc_transaction: { id: payment.transactionId } }),
    },
    ...(payment && { payment_details: paymentDetails(payment) }),
    ...(legTwo &&
      credits && { receiver_credits: creditsView(credits), receiver_credits_summary: summaryView(credits) }),
  };
}
