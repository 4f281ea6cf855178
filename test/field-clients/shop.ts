/**
 * A shop with a client that openapi-typescript generates, from docs/en/api-reference.md and docs/en/webhooks.md alone:
 * shop.js URL TOKEN AGREEMENT SECRET creates a session, has it paid, and ends with its webhook.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import createClient from 'openapi-fetch';
import { nodeHandler, WebhookError } from 'svc-simulator/webhooks';
import type { paths } from './payments.js';

const [baseUrl = '', token = '', agreement_id = '', secret = ''] = process.argv.slice(2);
let session_id = '';

const receive = nodeHandler({
  secret,
  onEvent: ({ event, session_payment }) => {
    if (event === 'payment_session.paid' && session_payment.id === session_id) end(`${event} ${session_id}`);
  },
  onError: (error) => end(error instanceof WebhookError ? error.code : String(error)),
});
const server = createServer(receive).listen(0, '127.0.0.1');
await once(server, 'listening');

const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
const creation = await client.POST('/api/v1/ext/payment-sessions/buttons', {
  body: {
    agreement_id,
    amount_reference: 12.5,
    currency_reference: 'USD',
    identifier_label: 'Order',
    identifier: 'A-1',
    description: 'Coffee',
    success_url: 'https://shop.example/ok',
    failure_url: 'https://shop.example/ko',
    webhook_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
  },
});
if (creation.error) throw new Error(creation.error.detail);
session_id = creation.data.data.id;
const payment = await client.POST('/control/sessions/{session_id}/outcome', {
  params: { path: { session_id } },
  body: { leg: 1, outcome: 'paid' },
});
if (payment.error) throw new Error(payment.error.detail);

function end(line: string): void {
  console.log(line);
  server.close();
}
