import { requestHandler } from 'svc-simulator/webhooks';
import { takeEvent } from './payment-events.js';

// `sim env` calls the secret of the simulator's account SIM_WEBHOOK_SECRET.
const { WEBHOOK_SECRET, SIM_WEBHOOK_SECRET } = process.env;

// It reads the bytes of the body itself; parsed JSON could not be verified.
export const POST = requestHandler({
  secret: WEBHOOK_SECRET || SIM_WEBHOOK_SECRET,
  language: 'en',
  onEvent: takeEvent,
});
