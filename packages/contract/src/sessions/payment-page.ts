import * as z from 'zod';
import { decidedHere, fromField } from '../fields/fields.ts';
import { lazy, ofSimulator, operation } from '../operation.ts';

/** Fields of the payment form (contract section 5); the page validates them itself, in the payer's language. */
export const paymentFormFields = lazy(() =>
  z
    .object({
      metodo: z.enum(['immediate_debit', 'mobile_payment', 'crypto']),
      otp: z
        .string()
        .describe(
          'Payment key: 000000 pays, 111111 insufficient funds, 222222 wrong key, 333333 limit exceeded.',
        ),
      nombre: z.string().optional(),
      tipo: z.enum(['V', 'E', 'J', 'G', 'P']).optional(),
      cedula: z.string().optional(),
      telefono: z.string().optional(),
      banco: z.string().optional().describe('Four-digit code of a bank.'),
      concepto: z.string().optional(),
      acreditacion: z.enum(['accredited', 'accreditation_to_recipient_failed']).optional(),
    })
    .meta(fromField),
);

/** `GET /pay/{id}`: the page where the payer pays. */
export const showPaymentPage = operation({
  ...ofSimulator.get('/pay/{id}'),
  id: 'showPaymentPage',
  summary: 'The payment page',
  provenance: 'spec',
  query: lazy(() =>
    z.object({ lang: z.string().meta(decidedHere).exactOptional().describe('`es` or `en`.') }),
  ),
  title: 'Payment page',
  problems: [404],
  media: ['text/html'],
});

/** `POST /pay/{id}`: the payer's attempt; 303 to `success_url` or `failure_url`, with the session in its query (contract sections 5 and 10). */
export const submitPayment = operation({
  ...ofSimulator.post('/pay/{id}'),
  id: 'submitPayment',
  summary: 'Submit the payment form',
  provenance: 'decided',
  query: lazy(() => z.object({ lang: z.string().exactOptional() })),
  rawBody: {
    mediaType: 'application/x-www-form-urlencoded',
    schema: paymentFormFields,
    example: {
      metodo: 'mobile_payment',
      tipo: 'V',
      cedula: '12345678',
      telefono: '04141234567',
      banco: '0102',
      otp: '000000',
    },
  },
  status: 303,
  title: 'Payment attempted',
  bodyLimitBytes: { local: 64 * 1024, hosted: 64 * 1024 },
  problems: [400, 404, 409, 415, 429],
  media: ['text/html'],
});
