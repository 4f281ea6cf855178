import type { AgreementRecord } from '@svc-simulator/core';

export function demoAgreement(id: string, accountId: string, now: number): AgreementRecord {
  const methods = { immediate_debit: true, mobile_payment: true, crypto: true };
  return {
    id,
    accountId,
    fields: {
      title: 'Demo',
      description: 'Made at start, so that a first session needs nothing else',
      split: true,
      payment_methods: methods,
      default_bank_account_id: 'demo-bank-account',
    },
    split: true,
    paymentMethods: ['immediate_debit', 'mobile_payment', 'crypto'],
    shares: [],
    createdAt: now,
  };
}
