import { fastifyPlugin } from 'svc-simulator/webhooks';
import { takeEvent } from './payment-events.js';

// `sim env` writes the webhook secret of the simulator's account as SIM_WEBHOOK_SECRET.
const { WEBHOOK_SECRET, SIM_WEBHOOK_SECRET } = process.env;

// Keeps the raw bytes of the body, on this route only.
export const paymentWebhooks = fastifyPlugin({
  path: '/webhooks/payments',
  secret: WEBHOOK_SECRET || SIM_WEBHOOK_SECRET,
  language: 'en',
  onEvent: takeEvent,
});
