/**
 * A webhook receiver in Hono.
 *
 * Run it:  npm install hono @hono/node-server
 *          WEBHOOK_SECRET=whsec_… PORT=3000 node hono.js
 */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { handleEvent } from './handle-event.js';
import { isGenuine, runOnce } from './verify.js';

const { WEBHOOK_SECRET, PORT = '3000' } = process.env;
if (!WEBHOOK_SECRET) throw new Error('set WEBHOOK_SECRET to the webhook_secret of your account');

const app = new Hono();

app.post('/webhooks', bodyLimit({ maxSize: 1024 * 1024 }), async (context) => {
  const headers = context.req.header();
  const rawBody = new Uint8Array(await context.req.arrayBuffer());

  if (!isGenuine(headers, rawBody, WEBHOOK_SECRET)) return context.text('wrong signature, or too old', 401);

  // A throw in here becomes a 500, and anything but 2xx makes the sender try again.
  await runOnce(headers['idempotency-key'], () => handleEvent(JSON.parse(new TextDecoder().decode(rawBody))));
  return context.text('ok');
});

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }) => {
  console.log(`waiting for webhooks on http://127.0.0.1:${port}/webhooks`);
});
