import { fastifyPlugin } from 'svc-simulator/webhooks';
import { takeEvent } from './payment-events.js';

// `sim env` calls the secret of the simulator's account SIM_WEBHOOK_SECRET.
const { WEBHOOK_SECRET, SIM_WEBHOOK_SECRET } = process.env;

// The bytes of the body stay as they came, on this route alone.
export const paymentWebhooks = fastifyPlugin({
  path: '/webhooks/payments',
  secret: WEBHOOK_SECRET || SIM_WEBHOOK_SECRET,
  language: 'en',
  onEvent: takeEvent,
});
