import { signWebhook, webhookHeaders } from '@svc-simulator/contract';
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
  const signature = nameOf(webhookHeaders.signature);
  const overBody = signWebhook({ secret, timestamp: '', body, variant: 'body' });
  const timestamp = new Date(now).toISOString();
  const fresh = headers[signature] === overBody ? overBody : signWebhook({ secret, timestamp, body });
  return { ...headers, [signature]: fresh, [nameOf(webhookHeaders.timestamp)]: timestamp };
}
