import type { WebhookEvent } from 'svc-simulator/webhooks';

// Your part: what the program does when money moves. If it fails, the webhook comes again.
async function handleEvent(event: WebhookEvent): Promise<void> {
  const { id } = event.session_payment;
  switch (event.event) {
    case 'payment_session.paid':
      console.log(`${id}: paid, ship the order`);
      break;
    case 'payment_session.accredited':
      console.log(`${id}: the money is in the account, close the books`);
      break;
    case 'payment_session.accreditation_to_recipient_failed':
      console.log(`${id}: the money did not arrive, call the bank`);
      break;
    default:
      // New events may come: answer 200 to those that you do not need.
      console.log(`${id}: ${event.event}`);
  }
}

// In production: a table with a unique key, written in the same transaction as what the event changes.
const claims = new Map();

// The key is claimed before the work and released if the work fails. A copy gets the result of the first, even while it is at work.
export function takeEvent(event: WebhookEvent): Promise<void> {
  const { idempotency_key } = event;
  if (!claims.has(idempotency_key)) {
    const work: Promise<void> = handleEvent(event);
    claims.set(idempotency_key, work);
    work.catch(() => claims.delete(idempotency_key));
  }
  return claims.get(idempotency_key);
}
