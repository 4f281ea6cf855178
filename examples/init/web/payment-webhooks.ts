import { requestHandler } from 'svc-simulator/webhooks';
import { takeEvent } from './payment-events.js';

// `sim env` writes the webhook secret of the simulator's account as SIM_WEBHOOK_SECRET.
const { WEBHOOK_SECRET, SIM_WEBHOOK_SECRET } = process.env;

// The handler reads the raw bytes of the body itself, because parsed JSON can't be verified.
export const POST = requestHandler({
  secret: WEBHOOK_SECRET || SIM_WEBHOOK_SECRET,
  language: 'en',
  onEvent: takeEvent,
});
