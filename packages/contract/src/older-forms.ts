import { encodeFault } from './fields/faults.ts';
import type { Fault } from './problem.ts';

/**
 * Names, values and paths of older API versions (contract sections 10 and 12). The simulator refuses them;
 * the error response and `/fidelidad` name the current form.
 */
export const olderForms = {
  names: {
    amount: 'amount_reference',
    currency: 'currency_reference',
    agreement: 'agreement_id',
    settlement_id: 'agreement_id',
  },
  /** An older value gets its own fault only in fields and filters that accept the current value. */
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

/** Returns a fault that names the current value, if `value` is the older form of one of `currentValues`. */
export function olderValueFault(value: unknown, currentValues: readonly string[]): string | undefined {
  const entry = Object.entries(olderForms.values).find(([older]) => older === value);
  return entry && currentValues.includes(entry[1])
    ? encodeFault('fault.older.name', { newer: entry[1] })
    : undefined;
}

/**
 * Returns the current path for an older path or a path below it: `/api/v1/ext/stops/1` becomes
 * `/api/v1/ext/payment-stops/1`. Returns undefined for other paths.
 */
export function newerPathOf(path: string): string | undefined {
  for (const [older, newer] of Object.entries(olderForms.paths)) {
    const pattern = new RegExp(`^${older.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}(?<rest>/.*)?$`);
    const values = pattern.exec(path)?.groups;
    if (values) return newer.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '') + (values.rest ?? '');
  }
  return undefined;
}

/** Returns true if the text of a fault already names the current form. */
export function isOlderFormFault({ code }: Fault): boolean {
  return code === 'fault.older.name' || code === 'fault.older.split';
}
