import type { listDeliveries, RowOf } from '@svc-simulator/contract';

type ListedWebhook = RowOf<typeof listDeliveries>;

/** Returns the latest delivery of each webhook; `deliveries` must begin with the latest. */
export function latestPerWebhook(deliveries: readonly ListedWebhook[]): readonly ListedWebhook[] {
  const keyOf = ({ session_id, event }: ListedWebhook) => `${session_id} ${event}`;
  const keys = deliveries.map(keyOf);
  return deliveries.filter((delivery, index) => keys.indexOf(keyOf(delivery)) === index);
}
