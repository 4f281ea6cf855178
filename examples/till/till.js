/**
 * A POS app: charges a card at a payment terminal and voids the payment. It needs only Node.
 *
 *     export PROVIDER_URL=http://127.0.0.1:4010 MERCHANT_EMAIL=owner@cafe.example MERCHANT_PASSWORD=…
 *     node till.js charge 12.50          # prints the order, and waits for the payment at a terminal
 *     node till.js cancel ORDER          # cancels an unpaid order; requests the void of a paid one from the terminal
 *
 * Exit code: 0 paid, cancelled or voided; 1 not paid in time, or refused; 2 wrong usage.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

const { PROVIDER_URL, MERCHANT_EMAIL, MERCHANT_PASSWORD, TILL_PATIENCE_MS = '60000' } = process.env;
const POLL_MS = 500;

/** Calls the API; throws an error with the text of the problem (RFC 9457). */
async function call(method, path, { token, body } = {}) {
  const response = await fetch(`${PROVIDER_URL}/api/v1/merchants${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (response.ok) return answer.data;
  const faults = (answer.errors ?? []).map(({ pointer, detail }) => `\n  ${pointer} ${detail}`);
  throw new Error(`${response.status} ${answer.title}: ${answer.detail}${faults.join('')}`);
}

/** The token is valid for an hour: an app that runs all day stores it, and logs in again before it expires. */
async function logIn() {
  const body = { email: MERCHANT_EMAIL, password: MERCHANT_PASSWORD };
  const { accessToken: token, merchantId } = await call('POST', '/auth/login', { body });
  return { token, transactions: `/${merchantId}/transactions` };
}

/** Polls until the transaction has another status, for at most TILL_PATIENCE_MS. */
async function statusAfter(status, order, { token, transactions }) {
  const deadline = Date.now() + Number(TILL_PATIENCE_MS);
  for (;;) {
    const transaction = await call('GET', `${transactions}/${order}`, { token });
    if (transaction.status !== status || Date.now() >= deadline) return transaction;
    await wait(POLL_MS);
  }
}

async function charge(amount, merchant) {
  // Generated here and stored with the sale: if the response is lost, the app finds the transaction by its id
  // and never charges twice.
  const order = randomUUID();
  const body = { orderId: order, amountReference: amount, currencyReference: 'USD' };
  await call('POST', merchant.transactions, { token: merchant.token, body });
  console.log(`order ${order}: pay ${amount.toFixed(2)} USD at the terminal`);

  const { status, confirmData } = await statusAfter('PENDING', order, merchant);
  if (status === 'PAID') {
    console.log(
      `PAID ${confirmData.amountReference.toFixed(2)} USD, authorization ${confirmData.authorizationCode}`,
    );
    return true;
  }
  // Not paid in time. If the terminal charges the card meanwhile, the payment is voided.
  if (status === 'PENDING') await cancel(order, merchant);
  return false;
}

async function cancel(order, merchant) {
  const { token, transactions } = merchant;
  let { status } = await call('POST', `${transactions}/${order}/cancellation`, { token });
  if (status === 'VOID_PENDING') {
    console.log('VOID_PENDING: confirm the void at the terminal');
    ({ status } = await statusAfter('VOID_PENDING', order, merchant));
  }
  // If the terminal was already charging the card, CANCELED changes to PAID later, so a real app checks the
  // status again at the end of the day.
  console.log(status);
  return status === 'CANCELED' || status === 'VOIDED';
}

const [command, argument] = process.argv.slice(2);
const amount = Number(argument);
const isValidUsage = command === 'charge' ? amount > 0 : command === 'cancel' && argument;
if (!isValidUsage || !PROVIDER_URL || !MERCHANT_EMAIL || !MERCHANT_PASSWORD) {
  console.error('usage: node till.js charge AMOUNT | cancel ORDER');
  console.error('       with PROVIDER_URL, MERCHANT_EMAIL and MERCHANT_PASSWORD in the environment');
  process.exit(2);
}
try {
  const merchant = await logIn();
  const isSuccess = command === 'charge' ? await charge(amount, merchant) : await cancel(argument, merchant);
  process.exitCode = isSuccess ? 0 : 1;
} catch (error) {
  // fetch reports the reason of a lost connection only in the cause.
  console.error(error.cause?.message ?? error.message);
  process.exitCode = 1;
}
