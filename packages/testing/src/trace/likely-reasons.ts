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

const SHOWN_REASONS = 4;

const reasonTexts = textsByLanguage(diagnosis, signature);

interface UndeliveredWebhook {
  readonly deliveryId: string | null;
  /** Time for which the receiver hasn't responded to a webhook of the same session; 0 if none is waiting. */
  readonly heldMs: number;
}

/**
 * Lists likely reasons why a webhook wasn't delivered, likeliest first, each with its fix. `events` are those
 * of the session, and `secret` is the account's `webhook_secret`.
 */
export function likelyReasons(
  t: Texts,
  { deliveryId, heldMs }: UndeliveredWebhook,
  events: readonly TraceEvent[],
  secret: string,
): string {
  const deliveryEvents = events.filter(({ data }) => data.delivery_id === deliveryId);
  const emissionEvent = deliveryEvents.find(({ type }) => type === 'webhook.emitted');
  const emission = emissionEvent?.data as EmittedData | undefined;
  const variant = emission ? detectVariant(emission, secret) : 'timestamp';
  // The first attempt of a webhook waits for the first attempts of the session's earlier webhooks.
  const isHeldUp = !deliveryEvents.some(isDeliveryAttempt) && (heldMs > SLOW_MS || events.some(isSlow));
  const reasons = isHeldUp ? [slowAnswer] : diagnosisInTrace(deliveryEvents, variant);
  return reasons
    .slice(0, SHOWN_REASONS)
    .map(({ severity, code, detail }, index) => {
      const { reason, advice } = diagnosisTexts(reasonTexts(t.lang), code, detail);
      // Several reasons can't all be the likely one, so only the first is called likely.
      const severityHere = index > 0 && severity === 'likely' ? 'possible' : severity;
      return `\n${t(`testing.reason.${severityHere}`)} ${reason} ${advice}`;
    })
    .join('');
}

const slowAnswer: DeliveryDiagnosis = { code: 'slow_answer', severity: 'likely' };

function isDeliveryAttempt({ type }: TraceEvent): boolean {
  return type === 'webhook.attempted';
}

function isSlow(event: TraceEvent): boolean {
  return isDeliveryAttempt(event) && Number(event.data.duration_ms) > SLOW_MS;
}

/** Detects the variant from the signature itself, because `webhook_signature` may have changed since. */
function detectVariant({ headers, raw_body: body }: EmittedData, secret: string): WebhookSignatureVariant {
  const [signature = '', timestamp = ''] = [
    headers[webhookHeaders.signature],
    headers[webhookHeaders.timestamp],
  ];
  return signatureVariantOf({ secret, timestamp, body, signature }) ?? 'timestamp';
}
