import { createHmac } from 'node:crypto';
import { isFresh, sameText } from './signature-checks.ts';

/**
 * What is signed: the timestamp, a dot and the raw body (specification, Webhook delivery), or the raw body alone, the
 * shorter description, which an account can choose with `webhook_signature` (contract section 5).
 */
export type WebhookSignatureVariant = 'timestamp' | 'body';

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

/** `svc-signature` of a webhook: HMAC-SHA256 in lower-case hexadecimal (specification, Webhook delivery). */
export function signWebhook({ secret, timestamp, body, variant = 'timestamp' }: SignedWebhook): string {
  const hmac = createHmac('sha256', secret);
  if (variant === 'timestamp') hmac.update(`${timestamp}.`);
  return hmac.update(body).digest('hex');
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
