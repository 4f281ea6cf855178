import type { WebhookEvent } from 'svc-simulator/webhooks';

// Your part: what the program does when money moves. If your part throws an error, the webhook is sent again.
async function handleEvent(event: WebhookEvent): Promise<void> {
  const { id } = event.session_payment;
  switch (event.event) {
    case 'payment_session.paid':
      console.log(`${id}: paid: ship the order`);
      break;
    case 'payment_session.accredited':
      console.log(`${id}: the money is in the account: record the income`);
      break;
    case 'payment_session.accreditation_to_recipient_failed':
      console.log(`${id}: the money didn't arrive: contact the bank`);
      break;
    default:
      // The provider can add events: respond with 200 to events that you don't need.
      console.log(`${id}: ${event.event}`);
  }
}

// In production, use a table with a unique key and write it in the same transaction as the event's changes.
const claims = new Map();

// Claims the key before the work, and releases the key if the work fails. A duplicate waits for the work of the first webhook, and gets the same result.
export function takeEvent(event: WebhookEvent): Promise<void> {
  const { idempotency_key } = event;
  if (!claims.has(idempotency_key)) {
    const work: Promise<void> = handleEvent(event);
    claims.set(idempotency_key, work);
    work.catch(() => claims.delete(idempotency_key));
  }
  return claims.get(idempotency_key);
}
