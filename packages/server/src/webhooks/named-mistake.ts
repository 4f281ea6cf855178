import { webhookHeaders } from '@svc-simulator/contract';
import { type AttemptResult, OTHER_SIGNATURE, settingOf } from '@svc-simulator/core';
import type { Runtime } from '../runtime.ts';
import type { EmittedWebhook } from './emitted-webhooks.ts';

/** A signature of ours, as receivers write that they computed another one: in hexadecimal or Base64. */
const SIGNATURE = /\b[0-9a-f]{64}\b|(?<![\w+/-])[\w+/-]{43}(?:=|(?![\w+/=-]))/gi;

/** The signature that a receiver names in its refusal, in place of the one that it was sent. */
export function namedSignature(
  { headers }: EmittedWebhook,
  { status, responseBody }: AttemptResult,
): string | undefined {
  if (!responseBody || status === null || status < 400 || status > 499) return undefined;
  const sent = headers[webhookHeaders.signature];
  return responseBody.match(SIGNATURE)?.find((one) => !sent?.endsWith(one));
}

/**
 * The mistake behind a signature that a receiver computed, by the name of its texts; `other_signature` where no known mistake gives it,
 * undefined where nobody looked. Computes
 * some hundred digests, so a host leaves it to who asks for it.
 */
export async function mistakeBehind(
  named: string,
  accountId: string,
  { headers, rawBody }: EmittedWebhook,
  { settings, store }: Pick<Runtime, 'settings' | 'store'>,
): Promise<string | undefined> {
  const account = settings.hosted ? undefined : await store.get('account', accountId);
  if (!account) return undefined;
  // Loaded by the first that needs it.
  const { signatureMistakes } = await import('@svc-simulator/webhooks/mistake-search.ts');
  const timestamp = headers[webhookHeaders.timestamp] ?? '';
  const mode = settingOf(account, 'webhook_signature');
  const signed = { secret: account.webhookSecret, timestamp, body: Buffer.from(rawBody), mode };
  const [mistake] = signatureMistakes(named, signed) ?? [];
  if (!mistake) return OTHER_SIGNATURE;
  const [, reason = ''] = /^signature\.(.*)\.reason$/.exec(mistake.reason) ?? [];
  return mistake.advice === `signature.${reason}.advice` ? reason : mistake.error;
}
