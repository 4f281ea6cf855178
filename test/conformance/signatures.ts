import { createHmac } from 'node:crypto';

/*
 * Written from the specification and not shared with the simulator: a fault in what both use would go unseen.
 */

/** `svc-signature` (specification, Webhook delivery). `timestamp`: over timestamp, dot and body; else over the body alone. */
export function webhookSignature(
  variant: 'timestamp' | 'body' | 'sha256',
  { secret, timestamp, body }: { readonly secret: string; readonly timestamp: string; readonly body: Buffer },
): string {
  const signed = variant === 'timestamp' ? Buffer.concat([Buffer.from(`${timestamp}.`), body]) : body;
  const hex = createHmac('sha256', secret).update(signed).digest('hex');
  return variant === 'sha256' ? `sha256=${hex}` : hex;
}

/** `x-pos-signature`: over body, line feed, timestamp, line feed, path and query. */
export function terminalSignature(
  key: string,
  { body, timestamp, url }: { readonly body: string; readonly timestamp: string; readonly url: string },
): string {
  return createHmac('sha256', key).update(`${body}\n${timestamp}\n${url}`).digest('hex');
}
