import type { WebhookSignatureVariant } from '@svc-simulator/contract';

export interface SignatureInput {
  readonly secret: string;
  readonly timestamp: string;
  readonly body: Uint8Array;
  readonly mode: WebhookSignatureVariant;
  /** The `idempotency-key` header, which a program may sign by mistake. */
  readonly idempotencyKey?: string | undefined;
  /** The URL of the receiver, which a program may sign by mistake. */
  readonly url?: string | undefined;
}

/** Returns true if a signature is valid. WebCrypto compares in constant time. */
export async function isValidSignature(
  signature: string,
  { secret, timestamp, body, mode }: SignatureInput,
): Promise<boolean> {
  const form = mode === 'sha256' ? /^sha256=([0-9a-f]{64})$/ : /^([0-9a-f]{64})$/;
  const digits = form.exec(signature)?.[1];
  if (digits === undefined) return false;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', utf8BytesOf(secret), algorithm, false, ['verify']);
  return crypto.subtle.verify('HMAC', key, fromHex(digits), signedBytes({ mode, timestamp, body }));
}

export function signedBytes(webhook: Pick<SignatureInput, 'mode' | 'timestamp' | 'body'>): Uint8Array {
  return joinBytes(stampOf(webhook), webhook.body);
}

/** Returns the beginning of the signed text, before the body. */
export function stampOf({ mode, timestamp }: Pick<SignatureInput, 'mode' | 'timestamp'>): string {
  return mode === 'timestamp' ? `${timestamp}.` : '';
}

export function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function utf8BytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Returns the UTF-16LE form of UTF-8 bytes. */
export function utf16BytesOf(bytes: Uint8Array): Uint8Array {
  const codes = Array.from(new TextDecoder().decode(bytes), (character) => character.charCodeAt(0));
  return Uint8Array.from(codes.flatMap((code) => [code & 0xff, code >> 8]));
}

export function joinBytes(before: string, body: Uint8Array, after = ''): Uint8Array {
  const [head, tail] = [utf8BytesOf(before), utf8BytesOf(after)];
  const bytes = new Uint8Array(head.length + body.length + tail.length);
  bytes.set(head);
  bytes.set(body, head.length);
  bytes.set(tail, head.length + body.length);
  return bytes;
}
