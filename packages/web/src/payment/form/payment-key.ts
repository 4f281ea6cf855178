import type { FailureReason } from '@svc-simulator/contract';

/** Keys (`otp`) that set the result of a payment. Any other key fails with `invalid_otp`. */
export const paymentKeys = [
  { key: '000000', meaning: 'paid' },
  { key: '111111', meaning: 'insufficient_funds' },
  { key: '222222', meaning: 'invalid_otp' },
  { key: '333333', meaning: 'bank_limit' },
] as const satisfies readonly { readonly key: string; readonly meaning: 'paid' | FailureReason }[];

export function failureOfKey(otp: string): FailureReason | null {
  const meaning = paymentKeys.find(({ key }) => key === otp)?.meaning ?? 'invalid_otp';
  return meaning === 'paid' ? null : meaning;
}
