import payer from 'texts:payer';
import type { AccountSettings, FailureReason } from '@svc-simulator/contract';
import { type Language, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { memoize } from '../memoize.ts';
import { numberOf } from '../money.ts';
import type { Credit, PayerRecord, PaymentRecord, SessionRecord } from '../records.ts';

/** Formats a time as ISO 8601 in UTC with milliseconds. Cached: a lookup takes a tenth of the time. */
export const isoOf = memoize(64, (ms: number) => new Date(ms).toISOString());

/**
 * Formats a time for webhooks (`svc-timestamp` and `action_date`) without fractions, which strict parsers
 * refuse (contract section 12).
 */
export function webhookTime(ms: number): string {
  return `${isoOf(ms).slice(0, -5)}Z`;
}

export const CRYPTO_WALLET = 'BinancePay';

function formFieldsOf({ payer }: PaymentRecord): Omit<PayerRecord, 'concepto'> {
  const { nombre = null, tipo = null, cedula = null, telefono = null, banco = null } = payer ?? {};
  return { nombre, tipo, cedula, telefono, banco };
}

/**
 * Returns the `payment_details` of a status response (contract section 3); webhooks replace `action_date`.
 */
export function paymentDetails(payment: PaymentRecord) {
  const { rates } = payment;
  return {
    action_date: isoOf(payment.at),
    bank_code: payment.bankCode,
    bank_name: payment.bankName ?? CRYPTO_WALLET,
    bank_reference_id: payment.bankReferenceId,
    amount_ves: numberOf(payment.amountVesMinor),
    bcv_rate_usd_ves: Number(rates.USD),
    bcv_rate_eur_ves: Number(rates.EUR),
    rate_usdt_ves: Number(rates.USDT),
    rate_col_ves: Number(rates.COP),
    ...formFieldsOf(payment),
  };
}

/**
 * Returns `receiver_credits` as a list (contract section 3) or as an object keyed by receiver (contract
 * section 10).
 */
export function creditsView(credits: readonly Credit[], form: AccountSettings['receiver_credits']) {
  const list = credits.map(creditView);
  return form === 'list' ? list : Object.fromEntries(list.map((credit) => [credit.receiver_id, credit]));
}

function creditView(credit: Credit) {
  return {
    receiver_id: credit.receiverId,
    ...(credit.memo === undefined ? undefined : { memo: credit.memo }),
    svc_credit_id: credit.creditId,
    status: credit.status,
    amount_ves: numberOf(credit.grossMinor),
    bank_commissions_ves: numberOf(credit.feeMinor),
    amount_ves_credited: numberOf(credit.netMinor),
    receive_date: isoOf(credit.receivedAt),
    bank_name: credit.bankName,
    bank_reference_id: credit.bankReferenceId,
  };
}

/** Sums the credits, including failed credits (contract section 9). */
export function summaryView(credits: readonly Credit[]) {
  const sum = (field: 'grossMinor' | 'feeMinor' | 'netMinor') =>
    numberOf(credits.reduce((total, credit) => total + BigInt(credit[field]), 0n));
  return {
    total_credits: credits.length,
    total_amount_ves: sum('grossMinor'),
    total_bank_commissions_ves: sum('feeMinor'),
    total_amount_ves_credited: sum('netMinor'),
  };
}

const payerTexts = textsByLanguage(payer);

/** Returns the message for the payer of a failed payment; an unknown reason is its own message. */
export function failureText(reason: FailureReason | (string & {}), lang: Language): string {
  return payerTexts(lang).maybe(`payer.failed.${reason}`) ?? reason;
}

/**
 * Returns the payment of a failed session, or of a request whose last attempt failed; null for other
 * sessions.
 */
function failedPayment({ status, payment }: SessionRecord): PaymentRecord | null {
  return status === 'failed' || status === 'pending' ? payment : null;
}

/**
 * Returns why the last attempt to pay failed; null if it succeeded or there was none. Payments of older
 * versions have no stored reason: the bank had rejected them.
 */
export function failureReasonOf(session: SessionRecord): FailureReason | null {
  const payment = failedPayment(session);
  return payment && (payment.reason ?? 'bank_rejected');
}

/**
 * Returns the `user_message` (contract section 10) in the language of the payer's page or of the forcing
 * call, else in Spanish.
 */
export function userMessageOf(session: SessionRecord): string {
  const lang = session.expired?.lang ?? session.payment?.lang ?? 'es';
  const failure = failedPayment(session);
  if (failure) return failure.userMessage ?? failureText(failure.reason ?? 'bank_rejected', lang);
  return payerTexts(lang)(`payer.${session.status === 'failed' ? 'expired' : session.status}`);
}

/**
 * Returns the message of a failed payment. If the message is only the text of the reason, returns the code of
 * the reason, which pages translate for their reader.
 */
export function failureMessageOf({ payment }: SessionRecord): string | null {
  const { reason, userMessage, lang } = payment ?? {};
  const isOwnText = reason && (!userMessage || userMessage === failureText(reason, lang ?? 'es'));
  return (isOwnText ? reason : userMessage) ?? null;
}
