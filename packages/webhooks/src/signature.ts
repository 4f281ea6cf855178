import type { WebhookSignatureVariant } from '@svc-simulator/contract';

export interface Signed {
  readonly secret: string;
  readonly timestamp: string;
  readonly body: Uint8Array;
  readonly mode: WebhookSignatureVariant;
}

/** Returns true if a signature is valid; WebCrypto compares in constant time. */
export async function isSigned(
  signature: string,
  { secret, timestamp, body, mode }: Signed,
): Promise<boolean> {
  const form = mode === 'sha256' ? /^sha256=([0-9a-f]{64})$/ : /^([0-9a-f]{64})$/;
  const digits = form.exec(signature)?.[1];
  if (digits === undefined) return false;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['verify']);
  const message = joinBytes(mode === 'timestamp' ? `${timestamp}.` : '', body);
  return crypto.subtle.verify('HMAC', key, fromHex(digits), message);
}

export function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function joinBytes(before: string, body: Uint8Array, after = ''): Uint8Array {
  const [head, tail] = [bytesOf(before), bytesOf(after)];
  const whole = new Uint8Array(head.length + body.length + tail.length);
  whole.set(head);
  whole.set(body, head.length);
  whole.set(tail, head.length + body.length);
  return whole;
}
