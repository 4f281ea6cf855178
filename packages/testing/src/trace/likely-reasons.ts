import diagnosis from 'texts:diagnosis';
import signature from 'texts:signature';
import {
  signatureVariantOf,
  type TraceEvent,
  type WebhookSignatureVariant,
  webhookHeaders,
} from '@svc-simulator/contract';
import {
  type DeliveryDiagnosis,
  diagnosisInTrace,
  diagnosisTexts,
  type EmittedData,
  SLOW_MS,
} from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';

/** How many reasons are worth reading. */
const TOLD = 4;

const says = textsByLanguage(diagnosis, signature);

/**
 * Why a receiver may not have taken a delivery, the likeliest first, and what to do about it; empty when it has not refused it.
 * `events` are those of its session, `secret` is the account's `webhook_secret`, and `heldMs` is for how long the receiver has
 * had a webhook of the session that it has not answered.
 */
export function likelyReasons(
  t: Texts,
  { deliveryId, heldMs }: { readonly deliveryId: string | null; readonly heldMs: number },
  events: readonly TraceEvent[],
  secret: string,
): string {
  const own = events.filter(({ data }) => data.delivery_id === deliveryId);
  const emitted = own.find(({ type }) => type === 'webhook.emitted');
  const emission = emitted?.data as EmittedData | undefined;
  const variant = emission ? variantOf(emission, secret) : 'timestamp';
  // The first attempts of a session's webhooks wait for one another.
  const isHeldUp = !own.some(isAttempt) && (heldMs > SLOW_MS || events.some(isSlow));
  const reasons = isHeldUp ? [slow] : diagnosisInTrace(own, variant);
  return reasons
    .slice(0, TOLD)
    .map(({ severity, code, detail }, at) => {
      const { reason, advice } = diagnosisTexts(says(t.lang), code, detail);
      // One is the likeliest.
      const told = at > 0 && severity === 'likely' ? 'possible' : severity;
      return `\n${t(`testing.reason.${told}`)} ${reason} ${advice}`;
    })
    .join('');
}

const slow: DeliveryDiagnosis = { code: 'slow_answer', severity: 'likely' };

function isAttempt({ type }: TraceEvent): boolean {
  return type === 'webhook.attempted';
}

function isSlow(event: TraceEvent): boolean {
  return isAttempt(event) && Number(event.data.duration_ms) > SLOW_MS;
}

/** The account may have changed `webhook_signature` since, so the signature itself says what was signed. */
function variantOf({ headers, raw_body: body }: EmittedData, secret: string): WebhookSignatureVariant {
  const [signature = '', timestamp = ''] = [
    headers[webhookHeaders.signature],
    headers[webhookHeaders.timestamp],
  ];
  return signatureVariantOf({ secret, timestamp, body, signature }) ?? 'timestamp';
}
