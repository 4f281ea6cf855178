import * as z from 'zod';
import { currencies } from '../fields/amounts.ts';
import { decidedHere, fromField, repeated } from '../fields/fields.ts';
import { lazy } from '../operation.ts';
import { failureReasons } from './payment-failures.ts';
import { sessionFields } from './session-fields.ts';

/** Statuses of a session (specification, Payment session). */
export const sessionStatuses = ['pending', 'paid', 'failed', 'expired'] as const;

/** How a session was made. */
export const sessionOrigins = ['button', 'request'] as const;

/** How a payer pays. */
export const paymentMethods = ['immediate_debit', 'mobile_payment', 'crypto'] as const;

const methods = () => z.enum(paymentMethods);
const money = () => z.number().meta({ description: 'Decimal with at most 2 decimals.' });

/** `data` of a session that was just created (specification, Payment session; contract section 3). */
export const sessionData = lazy(() =>
  z.object({
    id: z.uuid(),
    session_id: z.uuid().meta({ ...decidedHere, description: 'The same as `id`.' }),
    session_origin: z.enum(sessionOrigins).meta(decidedHere),
    status: z.enum(sessionStatuses),
    payment_url: z.url().describe('The page where the payer pays.'),
    payment_qr: z.string().describe('QR of payment_url: PNG as a data-uri in base64.'),
    config: z.object({
      duration_minutes: z
        .int()
        .meta({ ...decidedHere, description: 'Of a button.' })
        .optional(),
      expires_at: z.iso
        .datetime()
        .nullable()
        .meta({ ...decidedHere, description: 'null: does not expire by itself.' }),
      payment_methods: z.array(methods()).meta(decidedHere),
      accreditation_delay_ms: z.int().meta(decidedHere),
    }),
    ...repeated(sessionFields()),
    created_at: z.iso.datetime().meta(decidedHere),
  }),
);

/** A session of a batch, and what it is worth in VES (contract section 12). */
export const batchItemData = lazy(() =>
  sessionData().extend({
    amount_ves: money().meta({ ...fromField, description: 'What the amount is worth in VES.' }),
    bcv_exchange_rate: z.number().meta({ ...fromField, description: 'VES per unit of its currency.' }),
    exchange_rate_from: z.enum(currencies).meta({ ...fromField, description: 'Its currency.' }),
    exchange_rate_to: z.literal('VES').meta(fromField),
  }),
);

/** One credit of leg 2, amounts in VES (contract section 3). */
export const receiverCredit = lazy(() =>
  z
    .object({
      receiver_id: z.string().describe('`owner` or the id of a partner.'),
      memo: z.string().optional(),
      svc_credit_id: z
        .string()
        .regex(/^[1-9][0-9]{0,9}$/)
        .describe('Digits of a 32-bit integer over 0; no other credit of the account has it.'),
      status: z.enum(['credited', 'failed']),
      amount_ves: money().describe('Gross.'),
      bank_commissions_ves: money(),
      amount_ves_credited: money().describe('Net.'),
      receive_date: z.iso.datetime(),
      bank_name: z.string(),
      bank_reference_id: z.string(),
    })
    .meta(fromField),
);

/** `receiver_credits`, in the shape that the account's setting of that name says (contract section 12). */
export const receiverCredits = lazy(() =>
  z.union([
    z.record(z.string(), receiverCredit()).meta({ ...fromField, title: 'by_receiver' }),
    z.array(receiverCredit()).meta({ title: 'list' }),
  ]),
);

export const receiverCreditsSummary = lazy(() =>
  z.object({
    total_credits: z.int().describe('Split receivers plus the owner.'),
    total_amount_ves: money().meta(fromField),
    total_bank_commissions_ves: money().meta(fromField),
    total_amount_ves_credited: money().meta(fromField),
  }),
);

/** A field of the payer's form, in its words; null when nobody typed it, as after a forced outcome. */
const asTyped = () => z.string().nullable();

export const paymentDetails = lazy(() =>
  z
    .object({
      action_date: z.iso.datetime(),
      bank_code: z.string().nullable(),
      bank_name: z.string().describe('Of crypto: the wallet.'),
      bank_reference_id: z.string(),
      amount_ves: money(),
      bcv_rate_usd_ves: z.number(),
      bcv_rate_eur_ves: z.number(),
      rate_usdt_ves: z.number(),
      rate_col_ves: z.number(),
      nombre: asTyped(),
      tipo: asTyped(),
      cedula: asTyped(),
      telefono: asTyped(),
      banco: asTyped(),
    })
    .meta(fromField),
);

export const cryptoDetails = lazy(() =>
  z
    .object({
      crypto_wallet_name: z.string().meta({ example: 'BinancePay' }),
      crypto_order_id: z
        .string()
        .regex(/^[0-9]+$/)
        .describe('Digits.'),
      crypto_status: z.enum(['paid']).describe('`paid_pending` is not simulated.'),
      amount_ves_check: money().describe('What was paid, in VES.'),
      crypto_currency: z.string(),
      crypto_amount: money(),
      crypto_paid_at: z.iso.datetime(),
      crypto_wallet_commission: money(),
      crypto_crixto_commission: money(),
    })
    .meta(fromField),
);

/** `data` of a status query, of expire and of a forced outcome (contract section 3). */
export const statusData = lazy(() =>
  z.object({
    id: z.uuid(),
    session_id: z.uuid().meta(decidedHere),
    session_origin: z.enum(sessionOrigins).meta(decidedHere),
    status: z.enum(sessionStatuses),
    ...repeated(sessionFields()),
    created_at: z.iso.datetime().meta(decidedHere),
    session_payment: z.object({
      id: z.uuid(),
      origin: z.enum(sessionOrigins),
      amount_reference: money(),
      currency_reference: z.enum(currencies).meta(decidedHere),
      user_message: z.string().meta({
        ...fromField,
        description: 'For the payer: in Spanish, or in English where the page was.',
      }),
      payment_method: methods().meta(fromField).optional(),
      svc_transaction_id: z.int32().min(1).meta(fromField).optional(),
      svc_transaction_url: z.string().meta(fromField).optional(),
      payment_details: paymentDetails().optional(),
      crypto_details: cryptoDetails().nullable().meta(fromField).optional(),
      receiver_credits: receiverCredits()
        .nullable()
        .optional()
        .describe(
          'Once paid; null until leg 2. By receiver (`owner`, or the id of a partner), or a list, as the account setting `receiver_credits` says.',
        ),
      receiver_credits_summary: receiverCreditsSummary()
        .nullable()
        .optional()
        .describe('Once paid; null until leg 2.'),
      expired_at: z.iso.datetime().meta(decidedHere).optional(),
      reason: z
        .string()
        .meta({
          ...fromField,
          description: `Why the last try to pay failed, one of ${failureReasons.join(', ')}; or why the session expired.`,
        })
        .optional(),
    }),
  }),
);
