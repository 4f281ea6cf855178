import { webhookHeaders } from '@svc-simulator/contract';
import {
  type AttemptChaos,
  accountTime,
  type DeliveryRecord,
  drawAttempt,
  STALE_BY_MS,
  webhookTime,
} from '@svc-simulator/core';
import type { Runtime } from '../runtime.ts';
import type { EmittedWebhook } from './emitted-webhooks.ts';
import { signatureHeaders } from './signing.ts';

/**
 * Returns the fault that chaos injects into an attempt; undefined if none, or if the account's chaos was
 * replaced since the emission.
 */
export async function injectAttemptFault(
  { store, clock }: Pick<Runtime, 'store' | 'clock'>,
  { accountId, attempts, resendOf, chaos: emissionChaos, createdAt }: DeliveryRecord,
  webhook: EmittedWebhook,
): Promise<AttemptChaos | undefined> {
  const account = await store.get('account', accountId);
  if (!account?.chaos || !emissionChaos || account.chaos.id !== emissionChaos.id) return undefined;
  // A resend has `chaos` only if it is the duplicate that chaos created.
  const isCopy = resendOf !== undefined;
  const { number: webhookNumber } = emissionChaos;
  const faults = drawAttempt(account.chaos, { webhookNumber, isCopy, attempt: attempts + 1 });
  if (faults.length === 0) return undefined;
  if (faults.includes('drop')) return { faults, headers: {} };
  const isStale = faults.includes('stale_timestamp');
  const { [webhookHeaders.timestamp]: emittedAt = '' } = webhook.headers;
  const now = accountTime(account.clock, clock.now());
  const timestamp = isStale ? webhookTime(now - STALE_BY_MS) : emittedAt;
  const foreignSecret = faults.includes('bad_signature')
    ? `${account.webhookSecret} of somebody else`
    : undefined;
  const signing = { timestamp, body: webhook.rawBody, now: createdAt, foreignSecret };
  const headers = {
    ...signatureHeaders(account, signing),
    ...(isStale && { [webhookHeaders.timestamp]: timestamp }),
  };
  return { faults, headers };
}
