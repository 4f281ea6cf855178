/**
 * A checkout as functions of a cloud provider: `handler(event)` gets one request and answers one, keeps nothing in between, and adds
 * prices up as JavaScript does. The few lines at the end stand in for the cloud; the table for its key-value store.
 *
 * PAYMENTS_URL, PAYMENTS_TOKEN and AGREEMENT_ID come from the environment.
 */
import { createServer } from 'node:http';

const { PAYMENTS_URL, PAYMENTS_TOKEN, AGREEMENT_ID, PORT = '0' } = process.env;

/** session id → cart. All that survives a call. */
const table = new Map();

class PaymentsError extends Error {
  constructor({ status, title, detail, errors = [] }) {
    super(detail ?? title);
    this.status = status;
    this.pointers = errors.map(({ pointer }) => pointer);
  }
}

const payments = async (path, init = {}) => {
  const response = await fetch(new URL(`/api/v1/ext${path}`, PAYMENTS_URL), {
    ...init,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${PAYMENTS_TOKEN}` },
  });
  const body = await response.json();
  if (!response.ok) throw new PaymentsError(body);
  return body.data;
};

const json = (statusCode, body) => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const routes = {
  /** The whole bug of the field in one line: 3 × 1.2 is 3.5999999999999996. */
  async 'POST /checkout'({ body, requestContext }) {
    const { currency = 'USD', prices, deepLink } = JSON.parse(body);
    const total = prices.reduce((sum, price) => sum + price, 0);
    const back = deepLink ?? `https://${requestContext.domainName}/return`;
    const session = await payments('/payment-sessions/buttons', {
      method: 'POST',
      body: JSON.stringify({
        amount_reference: total,
        currency_reference: currency,
        identifier_label: 'Cart',
        identifier: `cart-${table.size + 1}`,
        description: `${prices.length} articles`,
        success_url: back,
        failure_url: back,
        agreement_id: AGREEMENT_ID,
      }),
    });
    table.set(session.id, { state: 'open', sent: total, charged: session.amount_reference });
    return json(201, {
      session: session.id,
      url: session.payment_url,
      sent: total,
      ...table.get(session.id),
    });
  },

  /** An invoice with the same sum, several at once. */
  async 'POST /invoices'({ body }) {
    const { invoices } = JSON.parse(body);
    const batch = await payments('/payment-sessions/request/batch', {
      method: 'POST',
      body: JSON.stringify({
        items: invoices.map((prices, index) => ({
          title: `Invoice ${index + 1}`,
          amount_reference: prices.reduce((sum, price) => sum + price, 0),
          currency_reference: 'VES',
          identifier: `invoice-${index + 1}`,
          agreement_id: AGREEMENT_ID,
          due_date_session: new Date(Date.now() + 86_400_000).toISOString(),
        })),
      }),
    });
    return json(201, { asked: batch.items.map((item) => [item.session_id, item.amount_reference]) });
  },

  /** Where success_url and failure_url lead: all that is known is in the query. */
  async 'GET /return'({ queryStringParameters: { session_id: session } = {} }) {
    if (!table.has(session)) return json(400, { message: 'this is no return of a payment' });
    const { status, session_payment: paid } = await payments(`/payment-sessions/status/${session}`);
    const cart = { ...table.get(session), state: status, message: paid.user_message };
    if (status === 'failed')
      cart.retry = paid.reason === 'invalid_otp' ? 'ask for the key again' : paid.reason;
    if (status === 'paid') {
      cart.bolivars = paid.payment_details.amount_ves;
      cart.wallet = paid.crypto_details?.crypto_wallet_name;
    }
    table.set(session, cart);
    return json(200, cart);
  },

  /** What the bookkeeping reads at night. */
  async 'GET /books'({ queryStringParameters: { session } }) {
    const { session_payment: paid } = await payments(`/payment-sessions/status/${session}`);
    const credits = paid.receiver_credits ?? [];
    const cents = (amount) => Math.round(amount * 100);
    return json(200, {
      booked: credits.length > 0,
      agrees:
        credits.reduce((sum, credit) => sum + cents(credit.amount_ves), 0) ===
        cents(paid.payment_details.amount_ves),
    });
  },
};

export async function handler(event) {
  const route = routes[event.routeKey];
  if (!route) return json(404, { message: 'Not Found' });
  try {
    return await route(event);
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    return json(422, { refused: error.message, status: error.status, pointers: error.pointers });
  }
}

/** The cloud. */
const cloud = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://cloud');
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const event = {
    version: '2.0',
    routeKey: `${request.method} ${pathname}`,
    queryStringParameters: Object.fromEntries(searchParams),
    requestContext: { domainName: 'functions.invalid' },
    body: Buffer.concat(chunks).toString('utf8'),
  };
  const { statusCode, headers, body } = await handler(event).catch((error) => {
    console.error(error);
    return json(500, { message: 'Internal Server Error' });
  });
  response.writeHead(statusCode, headers).end(body);
});
cloud.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`functions on http://127.0.0.1:${cloud.address().port}`);
});
