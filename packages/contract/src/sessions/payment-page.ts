import * as z from 'zod';
import { decidedAs, decidedHere, fromField, fromFieldAs, lazyObject } from '../fields/fields.ts';
import { simulatorApi } from '../operation.ts';

/** Documents the fields of the payment form (contract section 5). The page validates them itself. */
export const paymentFormFields = lazyObject(
  () => ({
    metodo: z.enum(['immediate_debit', 'mobile_payment', 'crypto']),
    otp: z.string().meta({ meaning: 'field.otp' }),
    nombre: z.string().optional(),
    tipo: z.enum(['V', 'E', 'J', 'G', 'P']).optional(),
    cedula: z.string().optional(),
    telefono: z.string().optional(),
    banco: z.string().optional().meta({ meaning: 'field.banco.payment_page' }),
    concepto: z.string().optional(),
    acreditacion: z.enum(['accredited', 'accreditation_to_recipient_failed']).optional(),
  }),
  fromField,
);

const pageLanguage = () => z.string().meta(decidedAs('field.lang')).exactOptional();

const UUID_PATTERN = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}';

export const openPaymentPage = simulatorApi.get('openPaymentPage', '/{session_id}', {
  provenance: 'field',
  params: lazyObject(() => ({ session_id: z.uuid() })),
  patterns: { session_id: UUID_PATTERN },
  query: lazyObject(() => ({ lang: pageLanguage() })),
  status: 302,
  title: 'Payment page',
  problems: [404],
  media: ['text/html'],
});

/**
 * Shows the start page. If `id` names a session, redirects to its payment page (contract section 12, Page
 * addresses).
 */
export const showStartPage = simulatorApi.get('showStartPage', '/', {
  constant: true,
  query: lazyObject(
    () => ({
      id: z.string().meta(fromFieldAs('field.id.payment_page')).exactOptional(),
      lang: pageLanguage(),
      session_id: z.string().exactOptional().meta({ meaning: 'field.session_id.payment_page' }),
    }),
    decidedHere,
  ),
  title: 'First page',
  alternativeResponse: { status: 302, meaning: 'api.otherwise' },
  problems: [404],
  media: ['text/html'],
});

export const showPaymentPage = simulatorApi.get('showPaymentPage', '/pay/{id}', {
  provenance: 'spec',
  query: lazyObject(() => ({ lang: pageLanguage() })),
  title: 'Payment page',
  problems: [404],
  media: ['text/html'],
});

/** Fields of a payer whom the payment page accepts. */
export const examplePayer = { tipo: 'V', cedula: '12345678', telefono: '04141234567', banco: '0102' };

export const submitPayment = simulatorApi.post('submitPayment', '/pay/{id}', {
  query: lazyObject(() => ({ lang: z.string().exactOptional() })),
  rawBody: {
    mediaType: 'application/x-www-form-urlencoded',
    schema: paymentFormFields,
    example: { metodo: 'mobile_payment', ...examplePayer, otp: '000000' },
  },
  status: 303,
  title: 'Payment attempted',
  bodyLimitBytes: { local: 64 * 1024, hosted: 64 * 1024 },
  problems: [400, 404, 409, 415, 429],
  media: ['text/html'],
});
