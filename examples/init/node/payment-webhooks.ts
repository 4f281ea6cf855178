import { nodeHandler } from 'svc-simulator/webhooks';
import { takeEvent } from './payment-events.js';

// `sim env` writes the webhook secret of the simulator's account as SIM_WEBHOOK_SECRET.
const { WEBHOOK_SECRET, SIM_WEBHOOK_SECRET } = process.env;

// The handler needs the raw bytes of the body: call it before express.json() or another parser reads the request.
export const receiveWebhook = nodeHandler({
  secret: WEBHOOK_SECRET || SIM_WEBHOOK_SECRET,
  language: 'en',
  onEvent: takeEvent,
});
