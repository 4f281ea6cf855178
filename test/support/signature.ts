import { createHmac } from 'node:crypto';
import type { Received } from './receiver.ts';

/**
 * Computes a webhook's signature like a receiver (specification, Webhook delivery), deliberately without the
 * simulator's code.
 */
export function signatureOver(rawBody: Uint8Array, timestamp: string, secret: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex');
}

export function isSigned({ headers, rawBody }: Received, secret: string): boolean {
  return headers['svc-signature'] === signatureOver(rawBody, String(headers['svc-timestamp']), secret);
}
