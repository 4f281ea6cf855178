import { type DeliveryRecord, GAVE_UP, REDELIVERED } from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';

/** How far back is looked: so many deliveries that were given up, and so many resends that arrived. */
const LATEST = 150;

/**
 * The latest deliveries of an account that were given up and that nothing has made good since: no resend of the same event of
 * the same session has arrived. Newest first.
 */
export async function undeliveredOf(
  store: Pick<Store, 'list'>,
  accountId: string,
): Promise<readonly DeliveryRecord[]> {
  const tagged = (tag: string) => store.list('delivery', accountId, { tag, limit: LATEST });
  const [givenUp, redelivered] = await Promise.all([tagged(GAVE_UP), tagged(REDELIVERED)]);
  const made = new Map<string, number>();
  for (const delivery of redelivered.items) {
    const webhook = webhookOf(delivery);
    made.set(webhook, Math.max(made.get(webhook) ?? 0, delivery.createdAt));
  }
  return givenUp.items.filter((delivery) => (made.get(webhookOf(delivery)) ?? -1) < delivery.createdAt);
}

function webhookOf({ sessionId, event }: DeliveryRecord): string {
  return `${sessionId} ${event}`;
}
