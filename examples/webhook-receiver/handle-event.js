/**
 * Your part: what your program does when money moves.
 *
 * @param {{ event: string, session_payment: { id: string, amount_reference: number, currency_reference: string } }} webhook
 */
export async function handleEvent({ event, session_payment: { id, amount_reference, currency_reference } }) {
  switch (event) {
    case 'payment_session.paid':
      console.log(`${id}: paid ${amount_reference} ${currency_reference}: ship the order`);
      break;
    case 'payment_session.accredited':
      console.log(`${id}: the money is in the account: close the books`);
      break;
    case 'payment_session.accreditation_to_recipient_failed':
      console.log(`${id}: the money did not arrive: call the bank`);
      break;
    default:
      // New kinds of event may come: acknowledge what you don't need.
      console.log(`${id}: ${event}`);
  }
}
