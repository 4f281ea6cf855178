import payer from 'texts:payer';
import type { FailureReason } from '@svc-simulator/contract';
import { type Language, textsByLanguage } from '@svc-simulator/texts/texts.ts';
import type { PaymentRecord, SessionRecord } from '../records.ts';

/** What is stored and sent is in the language of the payer, whoever reads it. */
const says = textsByLanguage(payer);

/** What the payer is told of a payment that fails; a text that is no known reason is shown as it is. */
export function failureText(reason: FailureReason | (string & {}), lang: Language): string {
  return says(lang).maybe(`payer.failed.${reason}`) ?? reason;
}

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
  if (failure) return failure.userMessage ?? failureText(failure.reason ?? 'bank_rejected', lang);
  return says(lang)(`payer.${session.status === 'failed' ? 'expired' : session.status}`);
}
