/**
 * A till: charges a card at a payment terminal, and gives the money back. It needs nothing but Node.
 *
 *     export PROVIDER_URL=http://127.0.0.1:4010 MERCHANT_EMAIL=owner@cafe.example MERCHANT_PASSWORD=…
 *     node till.js charge 12.50          # prints the order, and waits until somebody has paid at a terminal
 *     node till.js cancel ORDER          # cancels what is not paid; asks the terminal for the void of what is
 *
 * Exit code: 0 paid, cancelled or voided; 1 not paid in time, or refused; 2 wrong usage.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

const { PROVIDER_URL, MERCHANT_EMAIL, MERCHANT_PASSWORD, TILL_PATIENCE_MS = '60000' } = process.env;
const POLL_MS = 500;

/** One call of the API; throws what a problem (RFC 9457) says. */
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

/** The token lives an hour: a till that runs all day keeps it, and logs in again before it ends. */
async function logIn() {
  const body = { email: MERCHANT_EMAIL, password: MERCHANT_PASSWORD };
  const { accessToken: token, merchantId } = await call('POST', '/auth/login', { body });
  return { token, transactions: `/${merchantId}/transactions` };
}

/** Asks until the transaction has left this status, at most as long as the till is patient. */
async function statusAfter(status, order, { token, transactions }) {
  const deadline = Date.now() + Number(TILL_PATIENCE_MS);
  for (;;) {
    const transaction = await call('GET', `${transactions}/${order}`, { token });
    if (transaction.status !== status || Date.now() >= deadline) return transaction;
    await wait(POLL_MS);
  }
}

async function charge(amount, merchant) {
  // Chosen here and kept with the sale: a create whose answer got lost is looked up under it, never charged twice.
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
  // Nobody paid in time. The terminal may be faster than this: then the payment is voided, not lost.
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
  // A terminal that is paying at this moment wins over CANCELED: a real till looks again when it closes its day.
  console.log(status);
  return status === 'CANCELED' || status === 'VOIDED';
}

const [command, argument] = process.argv.slice(2);
const amount = Number(argument);
const isUsed = command === 'charge' ? amount > 0 : command === 'cancel' && argument;
if (!isUsed || !PROVIDER_URL || !MERCHANT_EMAIL || !MERCHANT_PASSWORD) {
  console.error('usage: node till.js charge AMOUNT | cancel ORDER');
  console.error('       with PROVIDER_URL, MERCHANT_EMAIL and MERCHANT_PASSWORD in the environment');
  process.exit(2);
}
try {
  const merchant = await logIn();
  const done = command === 'charge' ? await charge(amount, merchant) : await cancel(argument, merchant);
  process.exitCode = done ? 0 : 1;
} catch (error) {
  // fetch hides the reason of a lost connection in the cause.
  console.error(error.cause?.message ?? error.message);
  process.exitCode = 1;
}
