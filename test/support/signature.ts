import { createHmac } from 'node:crypto';
import type { Received } from './receiver.ts';

/** The signature that a receiver computes (specification, Webhook delivery), written here once more on purpose. */
export function signatureOver(rawBody: Uint8Array, timestamp: string, secret: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex');
}

/** Whether a webhook arrived with the signature of its own bytes. */
export function isSigned({ headers, rawBody }: Received, secret: string): boolean {
  return headers['svc-signature'] === signatureOver(rawBody, String(headers['svc-timestamp']), secret);
}
