import { type DeliveryRecord, HELD } from '@svc-simulator/core';
import { put, ref, type Store } from '@svc-simulator/store/store.ts';
import { changeAccount } from '../account-change.ts';

const RELEASED_PER_COMMIT = 200;

/**
 * Removes the due time from a delivery of a suspended account, so that its webhook waits until the account is
 * resumed.
 */
export function holdDelivery(store: Store, { id, accountId }: DeliveryRecord): Promise<void> {
  const scope = { account: accountId, lock: [ref('delivery', id)], read: [ref('account', accountId)] };
  return store.transact(scope, (view) => {
    const delivery = view.get('delivery', id);
    if (delivery?.state !== 'open' || delivery.nextAttemptAt === null) return { result: undefined };
    // If the account was resumed meanwhile, moves the due time, so that the timer fires again.
    const isSuspended = view.get('account', accountId)?.suspended !== undefined;
    const nextAttemptAt = isSuspended ? null : Math.max(view.now, delivery.nextAttemptAt + 1);
    return { result: undefined, puts: [put('delivery', id, { ...delivery, nextAttemptAt })] };
  });
}

/**
 * Makes the deliveries due that were held during a suspension; ends early if the account is suspended again.
 */
export async function releaseDeliveries(store: Store, accountId: string): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const { items } = await store.list('delivery', accountId, { tag: HELD, limit: RELEASED_PER_COMMIT });
    const lock = items.map(({ id }) => ref('delivery', id));
    const scope = { account: accountId, lock, read: [ref('account', accountId)] };
    hasMore = await store.transact(scope, (view) => {
      if (view.get('account', accountId)?.releaseAt === undefined) return { result: false };
      const deliveries = lock.flatMap(({ id }) => view.get('delivery', id) ?? []);
      const puts = deliveries
        .filter(({ state, nextAttemptAt }) => state === 'open' && nextAttemptAt === null)
        .map((delivery) => put('delivery', delivery.id, { ...delivery, nextAttemptAt: view.now }));
      return { result: puts.length > 0, puts };
    });
  }
  await changeAccount({ store }, { id: accountId, ifMissing: undefined }, ({ releaseAt: _, ...account }) => ({
    result: undefined,
    puts: [put('account', accountId, account)],
  }));
}
