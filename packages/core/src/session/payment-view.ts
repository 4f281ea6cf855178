import payer from 'texts:payer';
import type { AccountSettings, FailureReason } from '@svc-simulator/contract';
import { type Language, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import { memoize } from '../memoize.ts';
import { numberOf } from '../money.ts';
import type { Credit, PayerRecord, PaymentRecord, SessionRecord } from '../records.ts';
import { summaryOf } from './credits.ts';

/**
 * A moment as it goes over the wire: ISO 8601, UTC, milliseconds. A request writes the same few several times, and writing one
 * costs as much as a look-up of ten.
 */
export const isoOf = memoize(64, (ms: number) => new Date(ms).toISOString());

/**
 * A moment as webhooks tell it, in `svc-timestamp` and `action_date`: no fraction of a second, which strict parsers of the
 * documented form refuse (contract section 12).
 */
export function webhookTime(ms: number): string {
  return `${isoOf(ms).slice(0, -5)}Z`;
}

/** What pays by crypto stands where a bank does. */
export const CRYPTO_WALLET = 'BinancePay';

/** What the payer typed of themselves; all null when nobody did. */
function typedBy({ payer }: PaymentRecord): Omit<PayerRecord, 'concepto'> {
  const { nombre = null, tipo = null, cedula = null, telefono = null, banco = null } = payer ?? {};
  return { nombre, tipo, cedula, telefono, banco };
}

/** `payment_details` of a status answer (contract section 3); a webhook's has another `action_date`. */
export function paymentDetails(payment: PaymentRecord) {
  const { rates } = payment;
  return {
    action_date: isoOf(payment.at),
    bank_code: payment.bankCode,
    // A payment without a bank is by crypto.
    bank_name: payment.bankName ?? CRYPTO_WALLET,
    bank_reference_id: payment.bankReferenceId,
    amount_ves: numberOf(payment.amountVesMinor),
    bcv_rate_usd_ves: Number(rates.USD),
    bcv_rate_eur_ves: Number(rates.EUR),
    rate_usdt_ves: Number(rates.USDT),
    rate_col_ves: Number(rates.COP),
    ...typedBy(payment),
  };
}

/** `receiver_credits`: a list (contract section 3), or an object keyed by receiver (contract section 10). */
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

/** `receiver_credits_summary` (contract section 3). */
export function summaryView(credits: readonly Credit[]) {
  const summary = summaryOf(credits);
  return {
    total_credits: summary.count,
    total_amount_ves: numberOf(summary.grossMinor),
    total_bank_commissions_ves: numberOf(summary.feeMinor),
    total_amount_ves_credited: numberOf(summary.netMinor),
  };
}

/** What is stored and sent is in the language of the payer, whoever reads it. */
const says = textsByLanguage(payer);

/** What the payer is told of a payment that fails; a text that is no known reason is shown as it is. */
export function failureText(reason: FailureReason | (string & {}), lang: Language): string {
  return says(lang).maybe(`payer.failed.${reason}`) ?? reason;
}

/** The payment of a session whose last try failed: it has ended so, or it is a request that can be tried again. */
function failedPayment({ status, payment }: SessionRecord): PaymentRecord | null {
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
  if (failure) return failure.userMessage ?? failureText(failure.reason ?? 'bank_rejected', lang);
  return says(lang)(`payer.${session.status === 'failed' ? 'expired' : session.status}`);
}
