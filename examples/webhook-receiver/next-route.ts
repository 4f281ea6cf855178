/**
 * A webhook receiver as a route handler of Next.js: save it as `app/webhooks/route.ts`, with handle-event.js and
 * run-once.js next to it, and set WEBHOOK_SECRET to your account's webhook_secret. It also runs in the edge runtime.
 */
import { requestHandler } from 'svc-simulator/webhooks';
import { handleEvent } from './handle-event.js';
import { runOnce } from './run-once.js';

export function POST(request: Request): Promise<Response> {
  const receiveWebhook = requestHandler({
    secret: process.env.WEBHOOK_SECRET,
    onEvent: (event) => runOnce(event.idempotency_key, () => handleEvent(event)),
  });
  return receiveWebhook(request);
}
