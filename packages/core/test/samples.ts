import type {
  AgreementRecord,
  DeliveryRecord,
  PaymentRecord,
  SessionContext,
  SessionNumbers,
  SessionRecord,
} from '../src/index.ts';
import { defaultRates } from '../src/index.ts';

/** Creation time of the sample session: 2026-11-20T21:27:00.000Z. */
export const CREATED_AT = Date.UTC(2026, 10, 20, 21, 27);
export const NOW = CREATED_AT + 60_000;

/** Returns a pending button of 10.00 USD that expires ten minutes after its creation. */
export function sampleSession(changes: Partial<SessionRecord> = {}): SessionRecord {
  return {
    id: '8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01',
    accountId: 'acc_0011223344556677',
    origin: 'button',
    status: 'pending',
    accreditation: 'none',
    fields: {
      agreement_id: 'agr_8899aabbccddeeff',
      amount_reference: 10,
      currency_reference: 'USD',
      identifier_label: 'Factura',
      identifier: 'F-001',
      description: 'Dos cafés',
      success_url: 'https://shop.invalid/ok',
      failure_url: 'https://shop.invalid/no',
      webhook_url: 'http://localhost:3000/hook',
    },
    amountMinor: 1000,
    paymentMethods: ['mobile_payment', 'crypto'],
    shares: [],
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    expiresAt: CREATED_AT + 600_000,
    expired: null,
    payment: null,
    accreditationDue: null,
    credits: null,
    ...changes,
  };
}

/** Returns a payment of the sample session on the page: 10.00 USD × 122.0112 = 1220.11 VES. */
export function samplePayment(changes: Partial<PaymentRecord> = {}): PaymentRecord {
  return {
    method: 'mobile_payment',
    source: 'page',
    transactionId: 7,
    at: NOW,
    bankCode: '0134',
    bankName: 'Banesco',
    bankReferenceId: '000000000042',
    amountVesMinor: '122011',
    rates: defaultRates,
    userMessage: null,
    ...changes,
  };
}

export function sampleAgreement(changes: Partial<AgreementRecord> = {}): AgreementRecord {
  return {
    id: 'agr_8899aabbccddeeff',
    accountId: 'acc_0011223344556677',
    fields: {
      title: 'Tienda',
      split: false,
      payment_methods: { immediate_debit: false, mobile_payment: true, crypto: true },
      default_bank_account_id: 'bank-1',
    },
    split: false,
    paymentMethods: ['mobile_payment', 'crypto'],
    shares: [],
    createdAt: CREATED_AT,
    ...changes,
  };
}

export function sampleDelivery(changes: Partial<DeliveryRecord> = {}): DeliveryRecord {
  return {
    id: '3f1c5b1e-50a5-4c3b-8f6e-0f8f4d7f2b02',
    accountId: 'acc_0011223344556677',
    sessionId: '8b1d7a52-6a35-4f0e-9d3c-2f4c1f0c9a01',
    event: 'payment_session.paid',
    url: 'http://localhost:3000/hook',
    route: 'relay',
    idempotencyKey: '5c7d1f2a-9f0b-4f7e-8a3d-6b5c4d3e2f03',
    emittedEventId: 5,
    state: 'open',
    attempts: 0,
    nextAttemptAt: NOW,
    createdAt: NOW,
    updatedAt: NOW,
    ...changes,
  };
}

export function countingNumbers(): SessionNumbers {
  let count = 0;
  return {
    transactionId: () => ++count,
    creditId: () => String(++count),
    reference: () => String(++count).padStart(12, '0'),
  };
}

export function sampleContext(changes: Partial<SessionContext> = {}): SessionContext {
  return {
    now: NOW,
    rates: defaultRates,
    accreditationDelayMs: 5000,
    numbers: countingNumbers(),
    ...changes,
  };
}
