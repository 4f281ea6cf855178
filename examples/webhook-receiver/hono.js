/**
 * A webhook receiver in Hono.
 *
 * Run it:  npm install hono @hono/node-server
 *          WEBHOOK_SECRET=whsec_… PORT=3000 node hono.js
 */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { requestHandler } from 'svc-simulator/webhooks';
import { handleEvent } from './handle-event.js';
import { runOnce } from './run-once.js';

const { WEBHOOK_SECRET, PORT = '3000' } = process.env;
if (!WEBHOOK_SECRET) throw new Error('WEBHOOK_SECRET=whsec_… (npx sim env)');

const receiveWebhook = requestHandler({
  secret: WEBHOOK_SECRET,
  onEvent: (event) => runOnce(event.idempotency_key, () => handleEvent(event)),
});

const app = new Hono();
app.post('/webhooks', (context) => receiveWebhook(context.req.raw));

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }) => {
  console.log(`POST http://127.0.0.1:${port}/webhooks`);
});
