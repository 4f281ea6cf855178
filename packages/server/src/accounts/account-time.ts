import { accountTime } from '@svc-simulator/core';
import type { Runtime } from '../runtime.ts';

/**
 * Returns an account's time in ms since the epoch, from the account's own clock or else the machine's. With
 * an `AccountRecord` at hand, use `accountTime` instead.
 */
export async function readAccountTime(
  { store, clock }: Pick<Runtime, 'store' | 'clock'>,
  accountId: string,
): Promise<number> {
  const account = await store.get('account', accountId);
  return accountTime(account?.clock, clock.now());
}
