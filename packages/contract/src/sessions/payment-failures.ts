/** Reasons of a failed payment, in `session_payment.reason` (contract section 10). */
export const failureReasons = ['insufficient_funds', 'invalid_otp', 'bank_limit', 'bank_rejected'] as const;
export type FailureReason = (typeof failureReasons)[number];
