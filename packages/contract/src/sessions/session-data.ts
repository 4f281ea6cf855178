import type { Texts } from '@svc-simulator/texts/texts.ts';
import * as z from 'zod';
import { currencies, moneySchema } from '../fields/amounts.ts';
import {
  decidedAs,
  decidedHere,
  fromField,
  fromFieldAs,
  lazyObject,
  withResponseMarks,
} from '../fields/fields.ts';
import { lazy } from '../operation.ts';
import { failureReasons } from './payment-failures.ts';
import { sessionFields } from './session-fields.ts';

export const sessionStatuses = ['pending', 'paid', 'failed', 'expired'] as const;

export const accreditationStates = ['none', 'scheduled', 'accredited', 'failed'] as const;

export const sessionOrigins = ['button', 'request'] as const;

export const paymentMethods = ['immediate_debit', 'mobile_payment', 'crypto'] as const;

const methodSchema = () => z.enum(paymentMethods);

export const sessionSchema = lazyObject(() => ({
  id: z.uuid(),
  session_id: z.uuid().meta(decidedAs('field.session_id.session')),
  session_origin: z.enum(sessionOrigins).meta(decidedHere),
  status: z.enum(sessionStatuses).meta({ meaning: 'field.status.session' }),
  payment_url: z.url().meta({ meaning: 'field.payment_url' }),
  payment_qr: z.string().meta({ meaning: 'field.payment_qr' }),
  config: z.object({
    duration_minutes: z.int().meta(decidedAs('field.duration_minutes.session')).optional(),
    expires_at: z.iso.datetime().nullable().meta(decidedAs('field.expires_at.session')),
    payment_methods: z.array(methodSchema()).meta(decidedHere),
    accreditation_delay_ms: z.int().meta(decidedHere),
  }),
  ...withResponseMarks(sessionFields()),
  created_at: z.iso.datetime().meta(decidedHere),
}));

/** A session in the response of a batch, which also has the amount in VES (contract section 12). */
export const batchItemSchema = lazy(() =>
  sessionSchema().extend({
    amount_ves: moneySchema().meta(fromFieldAs('field.amount_ves')),
    bcv_exchange_rate: z.number().meta(fromFieldAs('field.bcv_exchange_rate')),
    exchange_rate_from: z.enum(currencies).meta(fromFieldAs('field.exchange_rate_from')),
    exchange_rate_to: z.literal('VES').meta(fromField),
  }),
);

/** One credit of leg 2, with amounts in VES (contract section 3). */
export const receiverCredit = lazyObject(
  () => ({
    receiver_id: z.string().meta({ meaning: 'field.receiver_id' }),
    memo: z.string().optional(),
    svc_credit_id: z
      .string()
      .regex(/^[1-9][0-9]{0,9}$/)
      .meta({ meaning: 'field.svc_credit_id' }),
    status: z.enum(['credited', 'failed']).meta({ meaning: 'field.status.credit' }),
    amount_ves: moneySchema().meta({ meaning: 'field.amount_ves.session' }),
    bank_commissions_ves: moneySchema(),
    amount_ves_credited: moneySchema().meta({ meaning: 'field.amount_ves_credited' }),
    receive_date: z.iso.datetime(),
    bank_name: z.string(),
    bank_reference_id: z.string(),
  }),
  fromField,
);

/** The account setting `receiver_credits` selects one of the two forms (contract section 12). */
export const receiverCredits = lazy(() =>
  z.union([
    z.record(z.string(), receiverCredit()).meta({ ...fromField, title: 'by_receiver' }),
    z.array(receiverCredit()).meta({ title: 'list' }),
  ]),
);

export const receiverCreditsSummary = lazyObject(() => ({
  total_credits: z.int().meta({ meaning: 'field.total_credits' }),
  total_amount_ves: moneySchema().meta(fromField),
  total_bank_commissions_ves: moneySchema().meta(fromField),
  total_amount_ves_credited: moneySchema().meta(fromField),
}));

/** A field of the payment form; null if no payer filled in the form. */
const typedText = () => z.string().nullable();

export const paymentDetailsSchema = lazyObject(
  () => ({
    action_date: z.iso.datetime(),
    bank_code: z.string().nullable(),
    bank_name: z.string().meta({ meaning: 'field.bank_name.session' }),
    bank_reference_id: z.string(),
    amount_ves: moneySchema(),
    bcv_rate_usd_ves: z.number(),
    bcv_rate_eur_ves: z.number(),
    rate_usdt_ves: z.number(),
    rate_col_ves: z.number(),
    nombre: typedText(),
    tipo: typedText(),
    cedula: typedText(),
    telefono: typedText(),
    banco: typedText(),
  }),
  fromField,
);

export const cryptoDetailsSchema = lazyObject(
  () => ({
    crypto_wallet_name: z.string().meta({ example: 'BinancePay' }),
    crypto_order_id: z
      .string()
      .regex(/^[0-9]+$/)
      .meta({ meaning: 'field.crypto_order_id' }),
    crypto_status: z.enum(['paid']).meta({ meaning: 'field.crypto_status' }),
    amount_ves_check: moneySchema().meta({ meaning: 'field.amount_ves_check' }),
    crypto_currency: z.string(),
    crypto_amount: moneySchema(),
    crypto_paid_at: z.iso.datetime(),
    crypto_wallet_commission: moneySchema(),
    crypto_crixto_commission: moneySchema(),
  }),
  fromField,
);

/**
 * `data` of a status query, and of the operations that expire a session or force an outcome (contract section
 * 3).
 */
export const statusSchema = lazyObject(() => ({
  id: z.uuid(),
  session_id: z.uuid().meta(decidedHere),
  session_origin: z.enum(sessionOrigins).meta(decidedHere),
  status: z.enum(sessionStatuses).meta({ meaning: 'field.status.session' }),
  ...withResponseMarks(sessionFields()),
  created_at: z.iso.datetime().meta(decidedHere),
  session_payment: z.object({
    id: z.uuid(),
    origin: z.enum(sessionOrigins),
    amount_reference: moneySchema(),
    currency_reference: z.enum(currencies).meta(decidedHere),
    user_message: z.string().meta(fromFieldAs('field.user_message')),
    payment_method: methodSchema().meta(fromField).optional(),
    svc_transaction_id: z.int32().min(1).meta(fromField).optional(),
    svc_transaction_url: z.string().meta(fromField).optional(),
    payment_details: paymentDetailsSchema().optional(),
    crypto_details: cryptoDetailsSchema().nullable().meta(fromField).optional(),
    receiver_credits: receiverCredits().nullable().optional().meta({ meaning: 'field.receiver_credits' }),
    receiver_credits_summary: receiverCreditsSummary()
      .nullable()
      .optional()
      .meta({ meaning: 'field.receiver_credits_summary.session' }),
    expired_at: z.iso.datetime().meta(decidedHere).optional(),
    reason: z
      .string()
      .meta({
        ...fromField,
        meaning: (t: Texts) => t('field.reason.session', { reasons: failureReasons.join(', ') }),
      })
      .optional(),
  }),
}));
