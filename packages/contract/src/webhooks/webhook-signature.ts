import { createHmac } from 'node:crypto';
import { isFresh, sameText } from './signature-checks.ts';

/**
 * Forms of the signature: `timestamp` signs timestamp, dot and raw body (specification, Webhook delivery);
 * `body` signs the raw body; `sha256` adds the prefix `sha256=` to `body` (contract section 10).
 */
export const webhookSignatures = ['timestamp', 'body', 'sha256'] as const;
export type WebhookSignatureVariant = (typeof webhookSignatures)[number];

export interface SignedWebhook {
  readonly secret: string;
  readonly timestamp: string;
  /** The raw body; a text is encoded as UTF-8. */
  readonly body: Uint8Array | string;
  /** Default: `timestamp`. */
  readonly variant?: WebhookSignatureVariant;
}

/**
 * Returns `svc-signature` of a webhook, an HMAC-SHA256 in lower-case hexadecimal (specification, Webhook
 * delivery).
 */
export function signWebhook({ secret, timestamp, body, variant = 'timestamp' }: SignedWebhook): string {
  const hmac = createHmac('sha256', secret);
  if (variant === 'timestamp') hmac.update(`${timestamp}.`);
  const digest = hmac.update(body).digest('hex');
  return variant === 'sha256' ? `sha256=${digest}` : digest;
}

export interface ReceivedWebhook extends SignedWebhook {
  readonly signature: string;
  /** The receiver's time in milliseconds since the epoch; without it, the age isn't checked. */
  readonly now?: number;
  /** Largest difference between `timestamp` and `now` in milliseconds; 5 minutes by default. */
  readonly toleranceMs?: number;
}

/**
 * Returns true if a webhook is signed with this secret and, with `now`, recent enough. Takes constant time
 * and never throws; pass absent headers as empty texts.
 */
export function verifyWebhook({ signature, now, toleranceMs, ...webhook }: ReceivedWebhook): boolean {
  const isAuthentic = sameText(signWebhook(webhook), signature);
  return isAuthentic && (now === undefined || isFresh(webhook.timestamp, now, toleranceMs));
}

/**
 * Finds the form of a webhook's signature, which accounts can change; undefined if another secret signed it.
 */
export function signatureVariantOf(
  received: Omit<ReceivedWebhook, 'variant'>,
): WebhookSignatureVariant | undefined {
  return webhookSignatures.find((variant) => verifyWebhook({ ...received, variant }));
}
