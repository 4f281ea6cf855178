import { webhookHeaders } from '@svc-simulator/contract';
import { type AttemptResult, settingOf } from '@svc-simulator/core';
import type { Runtime } from '../runtime.ts';
import type { EmittedWebhook } from './emitted-webhooks.ts';

/** A signature of ours, as receivers write that they computed another one. */
const SIGNATURE = /\b[0-9a-f]{64}\b/gi;

/**
 * The mistake behind a signature that a receiver names in its refusal, by the name of its texts; undefined where it names none, or one
 * that no known mistake gives. Computes some hundred digests, so a host leaves it to who asks for it.
 */
export async function namedMistake(
  { settings, store }: Pick<Runtime, 'settings' | 'store'>,
  accountId: string,
  { headers, rawBody }: EmittedWebhook,
  { status, responseBody }: AttemptResult,
): Promise<string | undefined> {
  if (settings.hosted || !responseBody || status === null || status < 400 || status > 499) return undefined;
  const sent = headers[webhookHeaders.signature];
  const [named] = (responseBody.match(SIGNATURE) ?? []).filter((one) => !sent?.endsWith(one));
  const account = named && (await store.get('account', accountId));
  if (!account) return undefined;
  // Loaded by the first that needs it.
  const { signatureMistakes } = await import('@svc-simulator/webhooks/mistake-search.ts');
  const timestamp = headers[webhookHeaders.timestamp] ?? '';
  const mode = settingOf(account, 'webhook_signature');
  const signed = { secret: account.webhookSecret, timestamp, body: Buffer.from(rawBody), mode };
  const [mistake] = signatureMistakes(named, signed) ?? [];
  if (!mistake) return undefined;
  const [, reason = ''] = /^signature\.(.*)\.reason$/.exec(mistake.reason) ?? [];
  return mistake.advice === `signature.${reason}.advice` ? reason : mistake.error;
}
