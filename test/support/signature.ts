import { createHmac } from 'node:crypto';
import type { Received } from './receiver.ts';

/**
 * Computes a webhook's signature (specification, Webhook delivery). Doesn't use the simulator's code, whose
 * faults would then stay hidden.
 */
export function signatureOver(rawBody: Uint8Array, timestamp: string, secret: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex');
}

export function isSigned({ headers, rawBody }: Received, secret: string): boolean {
  return headers['svc-signature'] === signatureOver(rawBody, String(headers['svc-timestamp']), secret);
}
