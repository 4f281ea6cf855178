import type { listDeliveries, RowOf } from '@svc-simulator/contract';

type ListedWebhook = RowOf<typeof listDeliveries>;

/** Keeps only the latest delivery of a webhook whose resends failed; the rows come newest first. */
export function latestPerWebhook(deliveries: readonly ListedWebhook[]): readonly ListedWebhook[] {
  const keyOf = ({ session_id, event }: ListedWebhook) => `${session_id} ${event}`;
  const keys = deliveries.map(keyOf);
  return deliveries.filter((delivery, index) => keys.indexOf(keyOf(delivery)) === index);
}
