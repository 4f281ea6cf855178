import type { FailureReason } from '@svc-simulator/contract';
import type { Bilingual } from '../bilingual.ts';
import type { PaymentRecord, SessionRecord } from '../records.ts';

/** What the payer is told of a payment that fails. */
export const failureTexts: Readonly<Record<FailureReason, Bilingual>> = {
  insufficient_funds: {
    es: 'El banco rechazó el pago: la cuenta no tiene fondos suficientes.',
    en: 'The bank refused the payment: the account has insufficient funds.',
  },
  invalid_otp: {
    es: 'El banco rechazó el pago: la clave de pago no es correcta.',
    en: 'The bank refused the payment: the payment key is wrong.',
  },
  bank_limit: {
    es: 'El banco rechazó el pago: el monto supera el límite permitido.',
    en: 'The bank refused the payment: the amount exceeds the allowed limit.',
  },
  bank_rejected: { es: 'El banco rechazó el pago.', en: 'The bank refused the payment.' },
};

const stateTexts: Readonly<Record<'pending' | 'paid' | 'expired', Bilingual>> = {
  pending: { es: 'El pago está pendiente.', en: 'The payment is pending.' },
  paid: { es: 'El pago se realizó con éxito.', en: 'The payment was successful.' },
  expired: {
    es: 'El plazo para pagar venció, y el pago no se realizó.',
    en: 'The time to pay is over, and nothing was paid.',
  },
};

/** The payment of a session whose last try failed: it has ended so, or it is a request that can be tried again. */
export function failedPayment({ status, payment }: SessionRecord): PaymentRecord | null {
  return status === 'failed' || status === 'pending' ? payment : null;
}

/** Why the last try to pay failed; null when none did. A payment that was stored without its reason has the general one. */
export function failureReasonOf(session: SessionRecord): FailureReason | null {
  const failed = failedPayment(session);
  return failed && (failed.reason ?? 'bank_rejected');
}

/** `user_message` (contract section 10): in the language of the page on which the payer tried to pay, else in Spanish. */
export function userMessageOf(session: SessionRecord): string {
  const lang = session.payment?.lang ?? 'es';
  const failure = failedPayment(session);
  if (failure) return failure.userMessage ?? failureTexts[failure.reason ?? 'bank_rejected'][lang];
  return stateTexts[session.status === 'failed' ? 'expired' : session.status][lang];
}
