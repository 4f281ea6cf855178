import type { DeliveryModel } from '@svc-simulator/core';

/** Names a delivery in the pages; what was not sent has no id. */
export function nameOf({ id, emittedEventId }: Pick<DeliveryModel, 'id' | 'emittedEventId'>): string {
  return id ?? `e${emittedEventId}`;
}

/** Where the signature of a delivery is compared with what a program computed. */
export function checkerPath(delivery: DeliveryModel): string {
  return `/console/sessions/${delivery.sessionId}/signature/${nameOf(delivery)}`;
}
