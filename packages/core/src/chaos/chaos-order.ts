import type { DeliveryRecord } from '../records.ts';

/**
 * Returns the first attempts of a session that can be made now, in order. A delayed webhook waits until it is
 * due. A reordered webhook goes right after the next webhook, or when it is due. `untried` is in the order of
 * emission.
 */
export function firstAttemptsDue(
  untried: readonly DeliveryRecord[],
  isDue: (delivery: DeliveryRecord) => boolean,
): readonly DeliveryRecord[] {
  const due: DeliveryRecord[] = [];
  let waiting: DeliveryRecord[] = [];
  for (const delivery of untried) {
    const { chaos, idempotencyKey } = delivery;
    if (!chaos || isDue(delivery)) {
      // Another webhook must overtake a reordered webhook. Its own duplicate, with the same key, doesn't count.
      const isOvertaken = (earlier: DeliveryRecord) => earlier.idempotencyKey !== idempotencyKey;
      due.push(delivery, ...waiting.filter(isOvertaken));
      waiting = waiting.filter((earlier) => !isOvertaken(earlier));
    } else if (chaos.faults.includes('reorder')) waiting.push(delivery);
  }
  return due;
}
