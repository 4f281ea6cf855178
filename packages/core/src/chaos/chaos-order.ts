import type { DeliveryRecord } from '../records.ts';

/**
 * Returns the first attempts that are due, in order. A webhook that chaos holds back waits until `isDue`, or
 * goes right after the next webhook. `untried` is in the order of emission.
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
      // A webhook's own copy, which has the same key, doesn't overtake it.
      const isOvertaken = (earlier: DeliveryRecord) => earlier.idempotencyKey !== idempotencyKey;
      due.push(delivery, ...waiting.filter(isOvertaken));
      waiting = waiting.filter((earlier) => !isOvertaken(earlier));
    } else if (chaos.faults.includes('reorder')) waiting.push(delivery);
  }
  return due;
}
