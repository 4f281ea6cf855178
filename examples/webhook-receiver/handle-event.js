/**
 * Your part: what your program does when money moves.
 *
 * @param {{ event: string, session_payment: { id: string, amount_reference: number, currency_reference: string } }} webhook
 */
export async function handleEvent({ event, session_payment: { id, amount_reference, currency_reference } }) {
  switch (event) {
    case 'payment_session.paid':
      // Ship the order.
      console.log(`${id}: ${event} ${amount_reference} ${currency_reference}`);
      break;
    case 'payment_session.accredited':
      // The money is in the account: close the books.
      console.log(`${id}: ${event}`);
      break;
    case 'payment_session.accreditation_to_recipient_failed':
      // The money didn't arrive: call the bank.
      console.log(`${id}: ${event}`);
      break;
    default:
      // The provider can add events: respond with 200 to events that you don't need.
      console.log(`${id}: ${event}`);
  }
}
