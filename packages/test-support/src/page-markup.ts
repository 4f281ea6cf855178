import type { CheckoutModel, SessionSummary } from '@svc-simulator/web/payment/models.ts';

export { find, shapeOf, tagsOf } from './markup-reader.ts';

/** Models for the tests of the views. */
export const session: SessionSummary = {
  merchant: 'Café La Esquina, C.A.',
  description: 'Pedido 1042: 2 cafés',
  identifierLabel: 'Número de pedido',
  identifier: '1042',
  amountMinor: 1000,
  currency: 'USD',
  amountVesMinor: 122011,
  rate: '122.0112',
};

const now = Date.UTC(2026, 10, 20, 21, 27);

export const checkout: CheckoutModel = {
  lang: 'es',
  session,
  now,
  expiresAt: now + 600_000,
  methods: ['immediate_debit', 'mobile_payment', 'crypto'],
  banks: [
    { code: '0102', name: 'Banco de Venezuela' },
    { code: '0134', name: 'Banesco' },
  ],
};

export const attempt = {
  at: now,
  method: 'mobile_payment',
  transactionId: 48213377,
  bankName: 'Banesco',
  bankReferenceId: '004821337712',
} as const;
