import { createHmac } from 'node:crypto';
import { sameText } from './signature-checks.ts';

/**
 * Variants of the signature. `timestamp` signs timestamp, dot and raw body (specification, Webhook delivery).
 * `body` signs only the raw body. `sha256` is `body` with the prefix `sha256=` (contract section 10).
 */
export const webhookSignatures = ['timestamp', 'body', 'sha256'] as const;
export type WebhookSignatureVariant = (typeof webhookSignatures)[number];

export interface SignedWebhook {
  readonly secret: string;
  readonly timestamp: string;
  /** The raw body. A text is encoded as UTF-8. */
  readonly body: Uint8Array | string;
  /** Default: `timestamp`. */
  readonly variant?: WebhookSignatureVariant;
}

/** Returns the value of `svc-signature`: an HMAC-SHA256 in lower-case hexadecimal. */
export function signWebhook({ secret, timestamp, body, variant = 'timestamp' }: SignedWebhook): string {
  const hmac = createHmac('sha256', secret);
  if (variant === 'timestamp') hmac.update(`${timestamp}.`);
  const digest = hmac.update(body).digest('hex');
  return variant === 'sha256' ? `sha256=${digest}` : digest;
}

/**
 * Finds the variant with which a webhook was signed, because accounts can change theirs; undefined if another
 * secret signed it. Compares in constant time and never throws. For an absent header, pass an empty text.
 */
export function signatureVariantOf({
  signature,
  ...webhook
}: Omit<SignedWebhook, 'variant'> & { readonly signature: string }): WebhookSignatureVariant | undefined {
  return webhookSignatures.find((variant) => sameText(signWebhook({ ...webhook, variant }), signature));
}
