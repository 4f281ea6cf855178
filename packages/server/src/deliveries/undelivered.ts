import { type DeliveryRecord, GAVE_UP } from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';

const LATEST_DELIVERIES = 150;
const DELIVERIES_PER_SESSION = 8;

type ListStore = Pick<Store, 'list'>;
export type DeliveriesBySession = ReadonlyMap<string, readonly DeliveryRecord[]>;

/**
 * Returns the latest deliveries of each session, newest first and without test webhooks. The reads run at the
 * same time, so PostgreSQL gets one query.
 */
export async function latestDeliveries(
  store: ListStore,
  accountId: string,
  sessionIds: Iterable<string>,
): Promise<DeliveriesBySession> {
  const pages = [...new Set(sessionIds)].map(async (id) => {
    const { items } = await store.list('delivery', accountId, {
      tag: `session:${id}`,
      limit: DELIVERIES_PER_SESSION,
    });
    return [id, items.filter(({ probe }) => probe === undefined)] as const;
  });
  return new Map(await Promise.all(pages));
}

export function findSuccessor(
  { id, sessionId, event }: DeliveryRecord,
  latest: DeliveriesBySession,
): DeliveryRecord | undefined {
  const newest = latest.get(sessionId)?.find((delivery) => delivery.event === event);
  return newest?.id === id ? undefined : newest;
}

/**
 * Returns the account's abandoned deliveries, newest first. Leaves out a delivery if a later one of the same
 * event has ended, because only the later one counts then.
 */
export async function undeliveredOf(store: ListStore, accountId: string): Promise<readonly DeliveryRecord[]> {
  const { items } = await store.list('delivery', accountId, { tag: GAVE_UP, limit: LATEST_DELIVERIES });
  const latest = await latestDeliveries(
    store,
    accountId,
    items.map(({ sessionId }) => sessionId),
  );
  return items.filter((delivery) => (findSuccessor(delivery, latest)?.state ?? 'open') === 'open');
}
