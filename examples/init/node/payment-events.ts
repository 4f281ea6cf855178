import type { WebhookEvent } from 'svc-simulator/webhooks';

// In production: a table with a unique key, written in the same transaction as what the event changes.
const handled = new Set();

// Your part: what the program does when money moves. A webhook may come twice; nothing is done twice.
export async function takeEvent(event: WebhookEvent): Promise<void> {
  if (handled.has(event.idempotency_key)) return;
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
  handled.add(event.idempotency_key);
}
