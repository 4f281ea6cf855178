import { accountTime } from '@svc-simulator/core';
import type { Runtime } from '../runtime.ts';

/** The time of an account that no credential has loaded, in ms since the epoch: its own clock's, or the machine's. */
export async function timeOf(
  { store, clock }: Pick<Runtime, 'store' | 'clock'>,
  accountId: string,
): Promise<number> {
  const account = await store.get('account', accountId);
  return accountTime(account?.clock, clock.now());
}
