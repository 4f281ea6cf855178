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
 * Returns `x-pos-signature`: hex HMAC-SHA256 over body, line feed, timestamp, line feed, URL (contract
 * section 6).
 */
export function signTerminalRequest({ secretKey, timestamp, url, body }: SignedTerminalRequest): string {
  return createHmac('sha256', secretKey)
    .update(body)
    .update(signedAfterBody({ timestamp, url }))
    .digest('hex');
}

export interface ReceivedTerminalRequest extends SignedTerminalRequest {
  readonly signature: string;
  readonly now: number;
  /** In milliseconds; 5 minutes by default. */
  readonly toleranceMs?: number;
}

/**
 * Returns true if the terminal signed this request recently. Ignores the case of the hexadecimal digits,
 * takes constant time and never throws.
 */
export function verifyTerminalRequest({
  signature,
  now,
  toleranceMs,
  ...request
}: ReceivedTerminalRequest): boolean {
  return (
    sameText(signTerminalRequest(request), signature.toLowerCase()) &&
    isFresh(request.timestamp, now, toleranceMs)
  );
}
