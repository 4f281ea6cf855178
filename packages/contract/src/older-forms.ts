import { issue } from './fields/faults.ts';
import type { Fault } from './problem.ts';

/**
 * Forms that documents of the service show and that are refused, each with the one of today, which the problem names and `/fidelidad`
 * lists (contract sections 10 and 12).
 */
export const olderForms = {
  /** Fields of a session. */
  names: {
    amount: 'amount_reference',
    currency: 'currency_reference',
    agreement: 'agreement_id',
    settlement_id: 'agreement_id',
  },
  /** Values of a field or filter that takes the new one. */
  values: { USD_BCV: 'USD', EUR_BCV: 'EUR', DISCARDED: 'CANCELED' },
  /** Paths, and whatever is below them. */
  paths: {
    '/api/v1/ext/stops': '/api/v1/ext/payment-stops',
    '/api/v1/ext/payment-sessions/button': '/api/v1/ext/payment-sessions/buttons',
    '/api/svcpagos/Login': '/api/svcpagos/login',
    '/api/v1/merchants/{merchantId}/transactions/{orderId}/invalidation':
      '/api/v1/merchants/{merchantId}/transactions/{orderId}/cancellation',
    '/api/v1/pos-terminals/{serialNumber}/transactions/{orderId}/invalidation':
      '/api/v1/pos-terminals/{serialNumber}/transactions/{orderId}/cancellation',
  },
} as const;

/** What a schema says of a value that is not taken any more, where `taken` has the new one. */
export function olderValue(value: unknown, taken: readonly string[]): string | undefined {
  const found = Object.entries(olderForms.values).find(([older]) => older === value);
  return found && taken.includes(found[1]) ? issue('fault.older.name', { newer: found[1] }) : undefined;
}

/** The path of today, where this one, or what it is below, was called otherwise. */
export function newerPathOf(path: string): string | undefined {
  for (const [older, newer] of Object.entries(olderForms.paths)) {
    const form = new RegExp(`^${older.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}(?<rest>/.*)?$`);
    const found = form.exec(path)?.groups;
    if (found) return newer.replace(/\{(\w+)\}/g, (_, name) => found[name] ?? '') + (found.rest ?? '');
  }
  return undefined;
}

/** Whether a fault says what something is called now: the problem itself says that, too. */
export function isOfOlderForm({ code }: Fault): boolean {
  return code === 'fault.older.name' || code === 'fault.older.split';
}
