import { createHmac } from 'node:crypto';
import { isFresh, sameText } from '../webhooks/signature-checks.ts';
import { signedAfterBody } from './terminal-device.ts';

export interface SignedTerminalRequest {
  /** The terminal's `secret_key` as text: 64 hexadecimal characters, not 32 bytes. */
  readonly secretKey: string;
  /** The `x-pos-timestamp` header, ISO 8601. */
  readonly timestamp: string;
  /** Path and query as sent: `/api/v1/pos-terminals/SN-1/transactions?status=PENDING`. */
  readonly url: string;
  /** The raw body, empty for a GET; a text is encoded as UTF-8. */
  readonly body: Uint8Array | string;
}

/**
 * Returns `x-pos-signature`: the hexadecimal HMAC-SHA256 of body, line feed, timestamp, line feed and URL
 * (contract section 6).
 */
export function signTerminalRequest({ secretKey, timestamp, url, body }: SignedTerminalRequest): string {
  return createHmac('sha256', secretKey)
    .update(body)
    .update(signedAfterBody({ timestamp, url }))
    .digest('hex');
}

export interface ReceivedTerminalRequest extends SignedTerminalRequest {
  readonly signature: string;
  /** In milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Returns true if the terminal signed the request, and not too long ago. Accepts hexadecimal digits in both
 * cases, takes constant time and never throws.
 */
export function verifyTerminalRequest({ signature, now, ...request }: ReceivedTerminalRequest): boolean {
  return sameText(signTerminalRequest(request), signature.toLowerCase()) && isFresh(request.timestamp, now);
}
