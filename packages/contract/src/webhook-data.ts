import * as z from 'zod';
import { currencies } from './amounts.ts';
import { webhookEvents } from './events.ts';
import { decidedHere, fromField } from './fields.ts';
import { lazy } from './operation.ts';
import {
  paymentDetails,
  receiverCredit,
  receiverCreditsSummary,
  sessionOrigins,
  sessionStatuses,
} from './session-data.ts';

const webhookPayment = lazy(() =>
  z.object({
    id: z.uuid(),
    origin: z.enum(sessionOrigins),
    amount_reference: z.number(),
    currency_reference: z.enum(currencies).meta(decidedHere),
    status: z.enum(sessionStatuses).meta(decidedHere),
    payment_method: z.enum(['immediate_debit', 'mobile_payment', 'crypto']).meta(decidedHere).optional(),
    svc_transaction: z.object({ id: z.int() }).meta(decidedHere).optional(),
  }),
);

const payload = () => ({
  session_payment: webhookPayment().optional(),
  payment_details: paymentDetails().optional(),
  receiver_credits: z.array(receiverCredit()).optional().describe('In the events of leg 2.'),
  receiver_credits_summary: receiverCreditsSummary().optional(),
});

/** Body of a webhook (specification, Webhook delivery; contract section 4). */
export const webhookData = lazy(() =>
  z
    .object({
      event: z.enum(webhookEvents),
      ...payload(),
      data: z
        .object(payload())
        .meta({
          ...fromField,
          description: 'The same fields again, where integrations in the field read them.',
        })
        .optional(),
    })
    .meta({
      description:
        'The account setting `webhook_body` picks the shape: `both` (default), `flat` (without `data`) or `data` (only there).',
      anyOf: [{ required: ['session_payment'] }, { required: ['data'] }],
    }),
);
