import type { Language } from '../pages/language.ts';

/** Why a payment key was refused; the value of `reason` in `session.payment_failed`. */
export type PaymentKeyReason = 'insufficient_funds' | 'wrong_key' | 'limit_exceeded';

/** What a payment key brings about, with the text for the payer in each language. */
export type PaymentKeyResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: PaymentKeyReason;
      readonly texts: Readonly<Record<Language, string>>;
    };

/**
 * The keys that mean something, in the order in which the page offers them (contract section 5, Payment page);
 * every other key is a wrong one.
 */
export const paymentKeys: readonly {
  readonly key: string;
  readonly meaning: 'paid' | PaymentKeyReason;
}[] = [
  { key: '000000', meaning: 'paid' },
  { key: '111111', meaning: 'insufficient_funds' },
  { key: '222222', meaning: 'wrong_key' },
  { key: '333333', meaning: 'limit_exceeded' },
];

const reasonTexts: Record<PaymentKeyReason | 'script', Record<Language, string>> = {
  insufficient_funds: {
    es: 'El banco rechazó el pago: la cuenta no tiene fondos suficientes.',
    en: 'The bank refused the payment: the account has insufficient funds.',
  },
  wrong_key: {
    es: 'El banco rechazó el pago: la clave de pago no es correcta.',
    en: 'The bank refused the payment: the payment key is wrong.',
  },
  limit_exceeded: {
    es: 'El banco rechazó el pago: el monto supera el límite permitido.',
    en: 'The bank refused the payment: the amount exceeds the allowed limit.',
  },
  // No key, but a script of the account says so, and may have a text of its own.
  script: { es: 'El banco rechazó el pago.', en: 'The bank refused the payment.' },
};

/** Decides leg 1 from the key that the payer typed: `000000` pays, any other key fails with its reason. */
export function otpResult(otp: string): PaymentKeyResult {
  const meaning = paymentKeys.find(({ key }) => key === otp)?.meaning ?? 'wrong_key';
  if (meaning === 'paid') return { ok: true };
  return { ok: false, reason: meaning, texts: reasonTexts[meaning] };
}

/** The text for the payer of a reason; a text that is no known reason is shown as it is. */
export function reasonText(reason: string, lang: Language): string {
  return Object.hasOwn(reasonTexts, reason) ? reasonTexts[reason as keyof typeof reasonTexts][lang] : reason;
}
