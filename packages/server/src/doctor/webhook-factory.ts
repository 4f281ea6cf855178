import {
  signatureVariantOf,
  signWebhook,
  type WebhookSignatureVariant,
  webhookHeaders,
} from '@svc-simulator/contract';
import { webhookTime } from '@svc-simulator/core';
import type { Webhook } from '@svc-simulator/outbound';
import { MAX_SEARCHED_BYTES } from '@svc-simulator/webhooks/mistake-search.ts';

/** Maximum number of recipients of a payment: 20 and the owner (contract section 3). */
const MAX_CREDITS = 21;
/** A text of the maximum length (contract section 1). */
const MEMO = 'Parte de un pago repartido. '.repeat(18).slice(0, 500);

export interface Emission {
  readonly sessionId: string;
  /** Undefined if the webhook was never emitted. */
  readonly deliveryId?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: string;
}

export interface TimeAndIds {
  now(): number;
  newId(): string;
}

export type SignBody = (body: string) => Webhook;

/** Returns a function that signs bodies as the simulator does. */
export function bodySigner(secret: string, variant: WebhookSignatureVariant, source: TimeAndIds): SignBody {
  return (body) => {
    const timestamp = webhookTime(source.now());
    return {
      headers: {
        [webhookHeaders.contentType]: 'application/json',
        [webhookHeaders.userAgent]: 'svc-sim',
        [webhookHeaders.signature]: signWebhook({ secret, timestamp, body, variant }),
        [webhookHeaders.timestamp]: timestamp,
        [webhookHeaders.idempotencyKey]: source.newId(),
      },
      body: Buffer.from(body),
    };
  };
}

export function withSignature<SignedWebhook extends Pick<Webhook, 'headers'>>(
  webhook: SignedWebhook,
  signature: string,
): SignedWebhook {
  return { ...webhook, headers: { ...webhook.headers, [webhookHeaders.signature]: signature } };
}

export function withoutSignature<SignedWebhook extends Pick<Webhook, 'headers'>>(
  webhook: SignedWebhook,
): SignedWebhook {
  const { [webhookHeaders.signature]: _, ...otherHeaders } = webhook.headers;
  return { ...webhook, headers: otherHeaders };
}

/** Signature that no secret has computed. */
export const WRONG_SIGNATURE = '0'.repeat(64);

/** Patterns of signatures by their bytes below 0x10, such as `0a`, whose zeros some receivers lose. */
export const signaturePatterns = {
  /**
   * Only the first byte has a zero: a receiver that loses zeros of each byte computes the same text as one
   * that loses only those at the beginning.
   */
  firstZero: /^(sha256=)?0[1-9a-f]([1-9a-f].)*$/,
  noZero: /^(sha256=)?([1-9a-f].)*$/,
};
const MAX_SIGNATURES = 2000;

/**
 * Signs webhooks until a signature matches the pattern. Returns a webhook that doesn't match if its body is
 * long, which would keep the process busy, or if every webhook has the same signature, because its body names
 * no session.
 */
export function signUntil(pattern: RegExp, sign: () => Webhook): Webhook {
  let webhook = sign();
  if (webhook.body.length > MAX_SEARCHED_BYTES) return webhook;
  for (let count = 1; count < MAX_SIGNATURES && !pattern.test(signatureOf(webhook)); count++) {
    const next = sign();
    if (signatureOf(next) === signatureOf(webhook)) return next;
    webhook = next;
  }
  return webhook;
}

function signatureOf({ headers }: Webhook): string {
  return headers[webhookHeaders.signature] ?? '';
}

/** Returns the signature variant of a webhook; undefined if `secret` isn't the account's. */
export function variantOf(
  { headers, rawBody }: Emission,
  secret: string,
): WebhookSignatureVariant | undefined {
  return signatureVariantOf({
    secret,
    body: rawBody,
    signature: headers[webhookHeaders.signature] ?? '',
    timestamp: headers[webhookHeaders.timestamp] ?? '',
  });
}

export function replaceSessionId({ rawBody, sessionId }: Emission, otherId: string): string {
  return rawBody.replaceAll(sessionId, otherId);
}

export function withBankName(rawBody: string, name: string): string {
  return rawBody.replaceAll(/"bank_name":"[^"]*"/g, () => `"bank_name":${JSON.stringify(name)}`);
}

/** Texts that a program changes if it treats the body as a form, a page or a text, with such a change. */
export const fragileTexts = [
  { text: '\\ "', label: '\\\\ \\"', change: 'stripslashes()' },
  { text: '+ %41', label: '+ %41', change: 'urldecode()' },
  { text: '<b> &amp;', label: '<b> &amp;', change: 'strip_tags()' },
  { text: '😀', label: '😀', change: 'replace(/\\p{Emoji}/gu, "")' },
  { text: 'e\u0301', label: 'U+0301', change: 'normalize("NFC")' },
  { text: '[\u00a0]', label: 'U+00A0', change: 'replace(/\\s/g, " ")' },
] as const;

export function addManyCredits({ rawBody }: Emission, newId: () => string): string {
  const body = JSON.parse(rawBody);
  const repeatCreditsIn = ({ receiver_credits: credits, ...part }: { readonly receiver_credits?: object }) =>
    credits ? { ...part, receiver_credits: repeatCredits(credits, newId) } : part;
  return JSON.stringify({ ...repeatCreditsIn(body), ...(body.data && { data: repeatCreditsIn(body.data) }) });
}

/**
 * Returns copies of the first credit in the account's format of `receiver_credits`: a list, or an object
 * keyed by receiver.
 */
function repeatCredits(credits: object, newId: () => string): unknown {
  const [first] = Object.values(credits);
  const repeatedCredits = Array.from({ length: MAX_CREDITS }, (_, index) => ({
    ...first,
    memo: MEMO,
    svc_credit_id: String(Number(first.svc_credit_id) + index),
  }));
  if (Array.isArray(credits)) return repeatedCredits;
  const entries = repeatedCredits.map((credit, index) => {
    const receiver_id = index === 0 ? 'owner' : newId();
    return [receiver_id, { ...credit, receiver_id }];
  });
  return Object.fromEntries(entries);
}
