import { nodeHandler } from 'svc-simulator/webhooks';
import { takeEvent } from './payment-events.js';

// `sim env` calls the secret of the simulator's account SIM_WEBHOOK_SECRET.
const { WEBHOOK_SECRET, SIM_WEBHOOK_SECRET } = process.env;

// It needs the bytes of the body as they came: give it the request before express.json() or the like has read it.
export const receiveWebhook = nodeHandler({
  secret: WEBHOOK_SECRET || SIM_WEBHOOK_SECRET,
  language: 'en',
  onEvent: takeEvent,
});
