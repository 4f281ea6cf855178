/**
 * A webhook receiver as a route handler of Next.js: put it at `app/webhooks/route.ts`, with handle-event.js and run-once.js beside it,
 * and set WEBHOOK_SECRET to the webhook_secret of your account. It runs in the edge runtime too.
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
