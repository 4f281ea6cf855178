import * as z from 'zod';
import { currencies } from '../fields/amounts.ts';
import { decidedHere, fromField } from '../fields/fields.ts';
import { lazy } from '../operation.ts';
import {
  paymentDetails,
  paymentMethods,
  receiverCredits,
  receiverCreditsSummary,
  sessionOrigins,
  sessionStatuses,
} from '../sessions/session-data.ts';
import { webhookEvents } from './events.ts';

const webhookPayment = lazy(() =>
  z.object({
    id: z.uuid(),
    origin: z.enum(sessionOrigins),
    amount_reference: z.number(),
    currency_reference: z.enum(currencies).meta(decidedHere),
    status: z.enum(sessionStatuses).meta(decidedHere),
    payment_method: z.enum(paymentMethods).meta(decidedHere).optional(),
    svc_transaction: z.object({ id: z.int() }).meta(decidedHere).optional(),
    reason: z
      .string()
      .meta({
        ...fromField,
        description: 'Why the payment failed, or why the session expired, as status says it.',
      })
      .optional(),
  }),
);

const webhookDetails = lazy(() =>
  paymentDetails()
    .extend({ action_date: z.iso.datetime({ precision: 0 }).describe('When the payer paid, to the second.') })
    .meta(fromField),
);

const payload = () => ({
  session_payment: webhookPayment().optional(),
  payment_details: webhookDetails().optional(),
  receiver_credits: receiverCredits().optional().describe('In the events of leg 2.'),
  receiver_credits_summary: receiverCreditsSummary().optional(),
});

const topOfData = () => ({
  session_id: z.uuid().meta(fromField).optional(),
  status: z.enum(sessionStatuses).meta(fromField).optional(),
  payment_method: z.enum(paymentMethods).meta(fromField).optional(),
  amount_reference: z.number().meta(fromField).optional(),
  currency_reference: z.enum(currencies).meta(fromField).optional(),
  bcv_rate_usd_ves: z.number().meta(fromField).optional(),
});

/** Body of a webhook (specification, Webhook delivery; contract section 4). */
export const webhookData = lazy(() =>
  z
    .object({
      event: z.enum(webhookEvents),
      ...payload(),
      data: z
        .object({ ...payload(), ...topOfData() })
        .meta({
          ...fromField,
          description:
            'The same fields again, where integrations in the field read them, and those that some of them read beside these.',
        })
        .optional(),
    })
    .meta({
      description:
        'The account setting `webhook_body` picks the shape: `both` (default), `flat` (without `data`) or `data` (only there).',
      anyOf: [{ required: ['session_payment'] }, { required: ['data'] }],
    }),
);
