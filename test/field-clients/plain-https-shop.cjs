'use strict';
/**
 * A shop in plain Node: callbacks, `http` and `https`, no package at all. It shows the payment page in a frame of its own
 * checkout, and its robot pays by sending the page's form itself.
 *
 * PROVIDER_URL, PROVIDER_TOKEN, PROVIDER_AGREEMENT and PROVIDER_WEBHOOK_SECRET come from the environment.
 */
const crypto = require('node:crypto');
const http = require('node:http');
const https = require('node:https');
const querystring = require('node:querystring');

const { PROVIDER_URL, PROVIDER_TOKEN, PROVIDER_AGREEMENT, PROVIDER_WEBHOOK_SECRET } = process.env;

/** order number → what the shop knows of it */
const orders = {};
const seenKeys = {};

function request(method, address, headers, body, callback) {
  const target = new URL(address);
  const transport = target.protocol === 'https:' ? https : http;
  const outgoing = transport.request(target, { method, headers }, (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (part) => {
      text += part;
    });
    response.on('end', () => callback(null, response, text));
  });
  outgoing.on('error', callback);
  outgoing.end(body);
}

function api(method, path, body, callback) {
  const json = body ? JSON.stringify(body) : '';
  const headers = { Authorization: `Bearer ${PROVIDER_TOKEN}`, Accept: 'application/json' };
  if (json) {
    headers['Content-Type'] = 'application/json';
    headers['Content-Length'] = Buffer.byteLength(json);
  }
  request(method, PROVIDER_URL + path, headers, json, (error, response, text) => {
    if (error) return callback(error);
    const answer = JSON.parse(text);
    if (response.statusCode >= 400)
      return callback(new Error(`${response.statusCode} ${answer.message}: ${text}`));
    callback(null, answer.data);
  });
}

function buy(number, price, callback) {
  const shop = `http://localhost:${server.address().port}`;
  const body = {
    amount_reference: price,
    currency_reference: 'USD',
    identifier_label: 'Pedido',
    identifier: number,
    description: `Pedido ${number}`,
    // A session_id that is there already is the shop's own mistake; the query and the fragment are wanted.
    success_url: `${shop}/thanks?order=${number}&session_id=none#receipt`,
    failure_url: `${shop}/sorry?order=${number}`,
    agreement_id: PROVIDER_AGREEMENT,
    webhook_url: `http://127.0.0.1:${server.address().port}/webhooks`,
  };
  api('POST', '/api/v1/ext/payment-sessions/buttons', body, (error, session) => {
    if (error) return callback(error);
    orders[number] = { number, session: session.id, page: session.payment_url, state: 'waiting', events: [] };
    callback(null, orders[number]);
  });
}

/** What the payer's browser would do: send the form, then go where the answer says. */
function payByRobot(number, otp, callback) {
  const form = querystring.stringify({
    metodo: 'mobile_payment',
    nombre: 'María Pérez',
    tipo: 'V',
    cedula: '12345678',
    telefono: '04141234567',
    banco: '0134',
    concepto: number,
    otp,
  });
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': Buffer.byteLength(form),
  };
  request('POST', orders[number].page, headers, form, (error, response) => {
    if (error) return callback(error);
    const { location } = response.headers;
    if (response.statusCode !== 303 || !location) return callback(new Error(`got ${response.statusCode}`));
    request('GET', location, {}, '', (failure) =>
      callback(failure, { status: response.statusCode, location }),
    );
  });
}

/** The payer came back: the redirect proves nothing, so the provider is asked for the session in it. */
function payerReturned(query, callback) {
  const order = orders[query.get('order')];
  const session = query.get('session_id');
  if (!order || session !== order.session || query.getAll('session_id').length > 1)
    return callback(new Error(`a return of no session: ${query}`));
  api('GET', `/api/v1/ext/payment-sessions/status/${session}`, null, (error, status) => {
    if (error) return callback(error);
    const payment = status.session_payment;
    order.state = status.status;
    order.message = payment.user_message;
    order.reason = payment.reason;
    order.payer = payment.payment_details;
    order.transaction = payment.svc_transaction_id;
    callback(null, order);
  });
}

function takeWebhook(incoming, raw) {
  const { 'svc-timestamp': timestamp, 'svc-signature': signature, 'idempotency-key': key } = incoming.headers;
  const expected = crypto
    .createHmac('sha256', PROVIDER_WEBHOOK_SECRET)
    .update(`${timestamp}.`)
    .update(raw)
    .digest('hex');
  if (signature !== expected) return 401;
  if (seenKeys[key]) return 200;
  seenKeys[key] = true;
  const webhook = JSON.parse(raw);
  const order = Object.values(orders).find(({ session }) => session === webhook.session_payment.id);
  // The first webhook may be faster than the answer to the creation.
  if (order) order.events.push(webhook.event);
  if (order && webhook.event === 'payment_session.accredited') order.credited = webhook.receiver_credits;
  return 200;
}

const checkout = (page) => `<!doctype html><html lang="es"><meta charset="utf-8"><title>La tienda</title>
<h1>La tienda</h1><iframe name="payment" title="Pago" src="${page}" width="100%" height="900"></iframe></html>`;

const server = http.createServer((incoming, outgoing) => {
  const { pathname, searchParams } = new URL(incoming.url, 'http://shop');
  const number = searchParams.get('order');
  const parts = [];
  const answer = (status, body, type = 'application/json') => {
    outgoing.writeHead(status, { 'Content-Type': type });
    outgoing.end(type === 'application/json' ? JSON.stringify(body) : body);
  };
  const reply = (error, body) => (error ? answer(502, { error: error.message }) : answer(200, body));
  incoming.on('data', (part) => parts.push(part));
  incoming.on('end', () => {
    switch (pathname) {
      case '/buy':
        return buy(number, Number(searchParams.get('price')), reply);
      case '/checkout':
        return answer(200, checkout(orders[number].page), 'text/html; charset=utf-8');
      case '/pay-by-robot':
        return payByRobot(number, searchParams.get('otp'), reply);
      case '/thanks':
      case '/sorry':
        return payerReturned(searchParams, (error, order) =>
          answer(error ? 400 : 200, `<h1>${error ? error.message : order.state}</h1>`, 'text/html'),
        );
      case '/webhooks':
        return answer(takeWebhook(incoming, Buffer.concat(parts)), {});
      case '/order':
        return answer(200, orders[number] || null);
      default:
        return answer(404, {});
    }
  });
});
server.listen(Number(process.env.PORT) || 0, () =>
  console.log(`shop on http://localhost:${server.address().port}`),
);
