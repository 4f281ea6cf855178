import type { Records, SessionStatus } from '@svc-simulator/core';

export function partner(accountId: string, id: string, count = 0): Records['partner'] {
  return { id, accountId, fields: { name: `Partner ${id}`, count }, createdAt: 1000 };
}

export function agreement(accountId: string, id: string, title = 'Agreement'): Records['agreement'] {
  return {
    id,
    accountId,
    fields: { title },
    split: false,
    paymentMethods: ['crypto'],
    shares: [],
    createdAt: 1000,
  };
}

export function session(
  accountId: string,
  id: string,
  status: SessionStatus = 'pending',
  expiresAt: number | null = null,
  fields: Readonly<Record<string, unknown>> = {},
): Records['session'] {
  return {
    id,
    accountId,
    origin: 'button',
    status,
    accreditation: 'none',
    fields: {
      agreement_id: 'agr_0123456789abcdef',
      amount_reference: 10.5,
      currency_reference: 'USD',
      identifier: 'V-12345678',
      identifier_label: 'Cédula',
      description: 'Café y pan',
      success_url: 'https://shop.invalid/ok',
      failure_url: 'https://shop.invalid/no',
      ...fields,
    },
    amountMinor: 1050,
    paymentMethods: ['immediate_debit'],
    shares: [],
    createdAt: 1000,
    updatedAt: 1000,
    expiresAt,
    expired: null,
    payment: null,
    accreditationDue: null,
    credits: null,
  };
}
