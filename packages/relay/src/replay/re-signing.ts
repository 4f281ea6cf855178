import { signatureVariantOf, signWebhook, webhookHeaders } from '@svc-simulator/contract';
import { webhookTime } from '@svc-simulator/core';
import type { SavedDelivery } from './saved-delivery.ts';

/**
 * The headers of a saved delivery, signed with `secret` over its raw body and a timestamp of `now` (milliseconds). It is signed
 * as before when that can be told, which takes the secret that it was signed with; else over timestamp and body.
 */
export function reSigned(
  { headers, body }: SavedDelivery,
  secret: string,
  now: number,
): Readonly<Record<string, string>> {
  const nameOf = (wanted: string) =>
    Object.keys(headers).find((name) => name.toLowerCase() === wanted) ?? wanted;
  const [signature, signedAt] = [nameOf(webhookHeaders.signature), nameOf(webhookHeaders.timestamp)];
  const former = { signature: headers[signature] ?? '', timestamp: headers[signedAt] ?? '' };
  const told = signatureVariantOf({ ...former, secret, body });
  const variant = told ?? (former.signature.startsWith('sha256=') ? 'sha256' : 'timestamp');
  const timestamp = webhookTime(now);
  // Made with a secret that was replaced, over the former timestamp: nothing is right of it any more.
  const { [nameOf(webhookHeaders.signaturePrevious)]: _, ...kept } = headers;
  return {
    ...kept,
    [signature]: signWebhook({ secret, timestamp, body, variant }),
    [signedAt]: timestamp,
  };
}
