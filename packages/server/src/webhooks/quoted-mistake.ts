import { webhookHeaders } from '@svc-simulator/contract';
import { type AttemptResult, OTHER_SIGNATURE, RIGHT_SIGNATURE, settingOf } from '@svc-simulator/core';
import { diagnosisCodeOf } from '@svc-simulator/webhooks/mistakes.ts';
import type { Runtime } from '../runtime.ts';
import type { EmittedWebhook } from './emitted-webhooks.ts';

/**
 * Matches a digest as programs write it:
 * - in hexadecimal (SHA-1, SHA-256 or SHA-512), where a SHA-256 has 55 to 64 digits, because some receivers omit
 *   the leading zero of each byte, or more, because others write bytes above 127 as negative numbers;
 * - in pairs of digits with separators, or as a list of numbers;
 * - in Base64, of the bytes or of their digits.
 */
const SIGNATURE_PATTERN = new RegExp(
  [
    '(?:sha256=|\\bv1=|\\b)(?:[0-9a-f]{40}|[0-9a-f]{55,64}|[0-9a-f]{128}|(?=[0-9a-f]*ffffff)[0-9a-f]{65,256})\\b',
    '\\b(?:[0-9a-f]{2}[-: ]){31}[0-9a-f]{2}\\b',
    '\\[\\s*(?:-?\\d{1,3},\\s*){31}-?\\d{1,3}\\s*\\]',
    '(?<![\\w+/-])[\\w+/-]{86}(?:==|(?![\\w+/=-]))',
    '(?<![\\w+/-])[\\w+/-]{43}(?:=|(?![\\w+/=-]))',
  ].join('|'),
  'gi',
);

export function quotedSignaturesIn(responseBody: string): readonly string[] {
  return responseBody.match(SIGNATURE_PATTERN) ?? [];
}

/**
 * Finds the mistake that explains a wrong signature in a receiver's refusal. Returns `right_signature` if the
 * refusal quotes the signature that was sent, `other_signature` if no known mistake explains it, and
 * undefined if it quotes none. The search computes some hundred digests, so hosted simulators don't search.
 */
export async function findQuotedMistake(
  { status, responseBody }: AttemptResult,
  accountId: string,
  { headers, rawBody }: EmittedWebhook,
  { settings, store }: Pick<Runtime, 'settings' | 'store'>,
): Promise<string | undefined> {
  if (!responseBody || status === null || status < 400 || status > 499) return undefined;
  const sentSignature = headers[webhookHeaders.signature];
  const signatures = quotedSignaturesIn(responseBody);
  const quotedSignature = signatures.find((signature) => !sentSignature?.endsWith(signature));
  if (quotedSignature === undefined) return signatures.length > 0 ? RIGHT_SIGNATURE : undefined;
  const account = settings.hosted ? undefined : await store.get('account', accountId);
  if (!account) return undefined;
  const { signatureMistakes } = await import('@svc-simulator/webhooks/mistake-search.ts');
  const { rareGuesses } = await import('@svc-simulator/webhooks/rare-guesses.ts');
  const timestamp = headers[webhookHeaders.timestamp] ?? '';
  const mode = settingOf(account, 'webhook_signature');
  const signedParts = {
    secret: account.webhookSecret,
    timestamp,
    body: Buffer.from(rawBody),
    mode,
    idempotencyKey: headers[webhookHeaders.idempotencyKey],
  };
  const [mistake] = signatureMistakes(quotedSignature, signedParts, {}, rareGuesses) ?? [];
  if (!mistake) return OTHER_SIGNATURE;
  return diagnosisCodeOf(mistake);
}
