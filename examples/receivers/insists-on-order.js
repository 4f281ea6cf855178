/**
 * Fault: refuses the accreditation of a payment that it doesn't know yet, although webhooks can arrive out of order.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { WEBHOOK_SECRET, PORT = '3000' } = process.env;
if (!WEBHOOK_SECRET) throw new Error('WEBHOOK_SECRET=whsec_… (npx sim env)');

const MAX_AGE_MS = 5 * 60_000;
/** Results by idempotency key. In production, use a table with a unique key. */
const runs = new Map();
const paid = new Set();

async function readBody(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

function isValid({ 'svc-timestamp': timestamp = '', 'svc-signature': signature = '' }, rawBody) {
  const expected = createHmac('sha256', WEBHOOK_SECRET).update(`${timestamp}.`).update(rawBody).digest();
  const received = Buffer.from(signature, 'hex');
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return false;
  return Math.abs(Date.now() - Date.parse(timestamp)) <= MAX_AGE_MS;
}

async function handleEvent({ event, session_payment: { id } }) {
  console.log(`${id}: ${event}`);
}

async function receiveWebhook(request, response) {
  const rawBody = await readBody(request);
  if (!isValid(request.headers, rawBody)) return response.writeHead(401).end();
  const { event, session_payment } = JSON.parse(rawBody);
  if (event === 'payment_session.paid') paid.add(session_payment.id);
  const isEarly = event === 'payment_session.accredited' && !paid.has(session_payment.id);
  if (isEarly) return response.writeHead(409).end();
  const key = request.headers['idempotency-key'];
  if (!runs.has(key)) runs.set(key, handleEvent(JSON.parse(rawBody)));
  await runs.get(key);
  response.writeHead(200).end();
}

const server = createServer((request, response) => {
  receiveWebhook(request, response).catch(() => response.writeHead(500).end());
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`POST http://127.0.0.1:${server.address().port}/webhooks`);
});
