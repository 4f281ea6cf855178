import { issue } from './fields/faults.ts';
import type { Fault } from './problem.ts';

/**
 * Refused older forms from documents of the service with their current form, which the problem and
 * `/fidelidad` name (contract sections 10 and 12).
 */
export const olderForms = {
  names: {
    amount: 'amount_reference',
    currency: 'currency_reference',
    agreement: 'agreement_id',
    settlement_id: 'agreement_id',
  },
  /** Values of a field or filter that accepts the new one. */
  values: { USD_BCV: 'USD', EUR_BCV: 'EUR', DISCARDED: 'CANCELED' },
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

/** Returns the message for an outdated value if `taken` has the new one. */
export function olderValue(value: unknown, taken: readonly string[]): string | undefined {
  const found = Object.entries(olderForms.values).find(([older]) => older === value);
  return found && taken.includes(found[1]) ? issue('fault.older.name', { newer: found[1] }) : undefined;
}

/** Returns the current path for an older one, or for one below it. */
export function newerPathOf(path: string): string | undefined {
  for (const [older, newer] of Object.entries(olderForms.paths)) {
    const form = new RegExp(`^${older.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}(?<rest>/.*)?$`);
    const found = form.exec(path)?.groups;
    if (found) return newer.replace(/\{(\w+)\}/g, (_, name) => found[name] ?? '') + (found.rest ?? '');
  }
  return undefined;
}

/** Returns true if a fault already names the current form, as the problem itself does. */
export function isOfOlderForm({ code }: Fault): boolean {
  return code === 'fault.older.name' || code === 'fault.older.split';
}
