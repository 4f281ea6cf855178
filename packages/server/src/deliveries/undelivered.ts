import { type DeliveryRecord, GAVE_UP } from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';

/** How far back is looked. */
const LATEST = 150;
/** So many deliveries of a session say what became of its webhooks: the latest ones. */
const OF_SESSION = 8;

type Lists = Pick<Store, 'list'>;
export type DeliveriesBySession = ReadonlyMap<string, readonly DeliveryRecord[]>;

/** The latest deliveries of these sessions of an account, newest first, probes left out. A database answers them as one query. */
export async function latestDeliveries(
  store: Lists,
  accountId: string,
  sessionIds: Iterable<string>,
): Promise<DeliveriesBySession> {
  const found = [...new Set(sessionIds)].map(async (id) => {
    const { items } = await store.list('delivery', accountId, { tag: `session:${id}`, limit: OF_SESSION });
    return [id, items.filter(({ probe }) => probe === undefined)] as const;
  });
  return new Map(await Promise.all(found));
}

/** The latest delivery of the same event of the same session, where that is another one. */
export function successorOf(
  { id, sessionId, event }: DeliveryRecord,
  latest: DeliveriesBySession,
): DeliveryRecord | undefined {
  const newest = latest.get(sessionId)?.find((other) => other.event === event);
  return newest?.id === id ? undefined : newest;
}

/**
 * The latest deliveries of an account that were given up and have not been made good, newest first: of a webhook that was
 * sent again in vain the last one alone.
 */
export async function undeliveredOf(store: Lists, accountId: string): Promise<readonly DeliveryRecord[]> {
  const { items } = await store.list('delivery', accountId, { tag: GAVE_UP, limit: LATEST });
  const latest = await latestDeliveries(
    store,
    accountId,
    items.map(({ sessionId }) => sessionId),
  );
  return items.filter((delivery) => (successorOf(delivery, latest)?.state ?? 'open') === 'open');
}
