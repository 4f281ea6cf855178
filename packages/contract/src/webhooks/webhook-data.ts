import * as z from 'zod';
import { currencies } from '../fields/amounts.ts';
import { decidedAs, decidedHere, fromField, fromFieldAs, lazyObject } from '../fields/fields.ts';
import { lazy } from '../operation.ts';
import {
  paymentDetailsSchema,
  paymentMethods,
  receiverCredits,
  receiverCreditsSummary,
  sessionOrigins,
  sessionStatuses,
} from '../sessions/session-data.ts';
import { webhookEvents } from './events.ts';

const webhookPayment = lazyObject(() => ({
  id: z.uuid(),
  origin: z.enum(sessionOrigins),
  amount_reference: z.number(),
  currency_reference: z.enum(currencies).meta(decidedHere),
  status: z.enum(sessionStatuses).meta(decidedAs('field.status.session')),
  payment_method: z.enum(paymentMethods).meta(decidedHere).optional(),
  svc_transaction: z.object({ id: z.int() }).meta(decidedHere).optional(),
  reason: z.string().meta(fromFieldAs('field.reason.webhook')).optional(),
}));

const webhookDetails = lazy(() =>
  paymentDetailsSchema()
    .extend({ action_date: z.iso.datetime({ precision: 0 }).meta({ meaning: 'field.action_date.webhook' }) })
    .meta(fromField),
);

const payload = () => ({
  session_payment: webhookPayment().optional(),
  payment_details: webhookDetails().optional(),
  receiver_credits: receiverCredits().optional().meta({ meaning: 'field.receiver_credits.webhook' }),
  receiver_credits_summary: receiverCreditsSummary().optional(),
});

const flatDataFields = () => ({
  session_id: z.uuid().meta(fromField).optional(),
  status: z.enum(sessionStatuses).meta(fromFieldAs('field.status.session')).optional(),
  payment_method: z.enum(paymentMethods).meta(fromField).optional(),
  amount_reference: z.number().meta(fromField).optional(),
  currency_reference: z.enum(currencies).meta(fromField).optional(),
  bcv_rate_usd_ves: z.number().meta(fromField).optional(),
});

export const webhookSchema = lazyObject(
  () => ({
    event: z.enum(webhookEvents),
    ...payload(),
    data: z
      .object({ ...payload(), ...flatDataFields() })
      .meta(fromFieldAs('field.data.webhook'))
      .optional(),
  }),
  { meaning: 'field.body.webhook', anyOf: [{ required: ['session_payment'] }, { required: ['data'] }] },
);

/** Body of a webhook. The build of `svc-simulator/webhooks` replaces this type with plain types. */
export type WebhookBody = z.output<ReturnType<typeof webhookSchema>>;
