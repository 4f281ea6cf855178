import { createHmac } from 'node:crypto';
import { isFresh, sameText } from './signature-checks.ts';

/**
 * Forms of the signature, chosen by the account's setting `webhook_signature`. `timestamp` signs the
 * timestamp, a dot and the raw body (specification, Webhook delivery); `body` only the raw body; `sha256` is
 * `body` with the prefix `sha256=`, as programs in the field expect it (contract section 10).
 */
export const webhookSignatures = ['timestamp', 'body', 'sha256'] as const;
export type WebhookSignatureVariant = (typeof webhookSignatures)[number];

export interface SignedWebhook {
  readonly secret: string;
  /** The `svc-timestamp` header, ISO 8601. */
  readonly timestamp: string;
  /** The raw body; a text is encoded as UTF-8. */
  readonly body: Uint8Array | string;
  /** Default: `timestamp`. */
  readonly variant?: WebhookSignatureVariant;
}

/**
 * Returns `svc-signature` of a webhook: HMAC-SHA256 in lower-case hexadecimal (specification, Webhook
 * delivery), after `sha256=` in the variant `sha256`.
 */
export function signWebhook({ secret, timestamp, body, variant = 'timestamp' }: SignedWebhook): string {
  const hmac = createHmac('sha256', secret);
  if (variant === 'timestamp') hmac.update(`${timestamp}.`);
  const digest = hmac.update(body).digest('hex');
  return variant === 'sha256' ? `sha256=${digest}` : digest;
}

export interface ReceivedWebhook extends SignedWebhook {
  readonly signature: string;
  /** The receiver's time in milliseconds since the epoch; without it the webhook's age isn't checked. */
  readonly now?: number;
  /** Largest difference between `timestamp` and `now` in milliseconds; 5 minutes by default. */
  readonly toleranceMs?: number;
}

/**
 * Returns true if a webhook is signed with this secret and, with `now`, recent enough. Compares in constant
 * time and never throws: absent headers can be passed as empty texts.
 */
export function verifyWebhook({ signature, now, toleranceMs, ...signed }: ReceivedWebhook): boolean {
  const authentic = sameText(signWebhook(signed), signature);
  return authentic && (now === undefined || isFresh(signed.timestamp, now, toleranceMs));
}

/**
 * Returns the form of a webhook's signature, because accounts can change theirs; undefined if another secret
 * signed it.
 */
export function signatureVariantOf(
  received: Omit<ReceivedWebhook, 'variant'>,
): WebhookSignatureVariant | undefined {
  return webhookSignatures.find((variant) => verifyWebhook({ ...received, variant }));
}
