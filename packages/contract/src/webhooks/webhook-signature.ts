import { createHmac } from 'node:crypto';
import { isFresh, sameText } from './signature-checks.ts';

/**
 * What is signed, and how it is written: the timestamp, a dot and the raw body (specification, Webhook delivery); the raw body
 * alone, the shorter description; or that with `sha256=` before it, as programs in the field check it (contract section 10).
 * The account's setting `webhook_signature` says which.
 */
export const webhookSignatures = ['timestamp', 'body', 'sha256'] as const;
export type WebhookSignatureVariant = (typeof webhookSignatures)[number];

export interface SignedWebhook {
  /** The account's `webhook_secret`. */
  readonly secret: string;
  /** The `svc-timestamp` header, ISO 8601. */
  readonly timestamp: string;
  /** The raw body; a text is taken as UTF-8. */
  readonly body: Uint8Array | string;
  /** Defaults to `timestamp`. */
  readonly variant?: WebhookSignatureVariant;
}

/**
 * `svc-signature` of a webhook: HMAC-SHA256 in lower-case hexadecimal (specification, Webhook delivery), after `sha256=`
 * in the variant of that name.
 */
export function signWebhook({ secret, timestamp, body, variant = 'timestamp' }: SignedWebhook): string {
  const hmac = createHmac('sha256', secret);
  if (variant === 'timestamp') hmac.update(`${timestamp}.`);
  const digest = hmac.update(body).digest('hex');
  return variant === 'sha256' ? `sha256=${digest}` : digest;
}

export interface ReceivedWebhook extends SignedWebhook {
  /** The `svc-signature` header. */
  readonly signature: string;
  /** The receiver's time, in milliseconds since the epoch; without it the webhook's age is not looked at. */
  readonly now?: number;
  /** How far `timestamp` may be from `now`, in milliseconds; 5 minutes by default. */
  readonly toleranceMs?: number;
}

/**
 * Whether a webhook is signed with this secret and, when `now` is given, recent enough. Compares in constant time and
 * never throws: headers that are absent can be passed as empty texts.
 */
export function verifyWebhook({ signature, now, toleranceMs, ...signed }: ReceivedWebhook): boolean {
  const authentic = sameText(signWebhook(signed), signature);
  return authentic && (now === undefined || isFresh(signed.timestamp, now, toleranceMs));
}

/** How a webhook was signed; undefined when it was with another secret. An account can change its `webhook_signature`. */
export function signatureVariantOf(
  received: Omit<ReceivedWebhook, 'variant'>,
): WebhookSignatureVariant | undefined {
  return webhookSignatures.find((variant) => verifyWebhook({ ...received, variant }));
}
