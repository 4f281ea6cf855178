import { accountTime } from '@svc-simulator/core';
import type { Runtime } from '../runtime.ts';

/**
 * Returns an account's time in ms since the epoch, from its own clock or the machine's. For callers that have
 * only the account's id.
 */
export async function readAccountTime(
  { store, clock }: Pick<Runtime, 'store' | 'clock'>,
  accountId: string,
): Promise<number> {
  const account = await store.get('account', accountId);
  return accountTime(account?.clock, clock.now());
}
