import diagnosis from 'texts:diagnosis';
import signature from 'texts:signature';
import {
  signatureVariantOf,
  type TraceEvent,
  type WebhookSignatureVariant,
  webhookHeaders,
} from '@svc-simulator/contract';
import { diagnosisInTrace, diagnosisTexts } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { textsByLanguage } from '@svc-simulator/texts/texts.ts';

/** How many reasons are worth reading. */
const TOLD = 3;

const says = textsByLanguage(diagnosis, signature);

type EmittedData = {
  readonly headers: Readonly<Record<string, string>>;
  readonly raw_body: string;
};

/**
 * Why a receiver may not have taken a delivery, the likeliest first, and what to do about it; empty when it has not refused it.
 * `secret` is the account's `webhook_secret`.
 */
export function likelyReasons(
  t: Texts,
  deliveryId: string | null,
  events: readonly TraceEvent[],
  secret: string,
): string {
  const own = events.filter(({ data }) => data.delivery_id === deliveryId);
  const emitted = own.find(({ type }) => type === 'webhook.emitted');
  const emission = emitted?.data as EmittedData | undefined;
  const variant = emission ? variantOf(emission, secret) : 'timestamp';
  return diagnosisInTrace(own, variant)
    .slice(0, TOLD)
    .map(({ severity, code }) => {
      const { reason, advice } = diagnosisTexts(says(t.lang), code);
      return `
${labelOf(t, severity)} ${reason} ${advice}`;
    })
    .join('');
}

/** The account may have changed `webhook_signature` since, so the signature itself says what was signed. */
function variantOf({ headers, raw_body: body }: EmittedData, secret: string): WebhookSignatureVariant {
  const [signature = '', timestamp = ''] = [
    headers[webhookHeaders.signature],
    headers[webhookHeaders.timestamp],
  ];
  return signatureVariantOf({ secret, timestamp, body, signature }) ?? 'timestamp';
}

function labelOf(t: Texts, severity: 'likely' | 'possible' | 'note'): string {
  return {
    likely: t('testing.reason.likely'),
    possible: t('testing.reason.possible'),
    note: t('testing.reason.note'),
  }[severity];
}
