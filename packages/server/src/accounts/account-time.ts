import { accountTime } from '@svc-simulator/core';
import type { Runtime } from '../runtime.ts';

/**
 * Returns the time of an account that no credential loaded, in ms since the epoch: its virtual clock or the
 * machine's.
 */
export async function timeOf(
  { store, clock }: Pick<Runtime, 'store' | 'clock'>,
  accountId: string,
): Promise<number> {
  const account = await store.get('account', accountId);
  return accountTime(account?.clock, clock.now());
}
