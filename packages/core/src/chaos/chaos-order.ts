import type { DeliveryRecord } from '../records.ts';

/**
 * Returns the due first attempts of a session in order. A held webhook waits until `isDue` or follows the
 * next webhook. `untried` is in the order of emission.
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
      // A webhook can't be overtaken by its own copy, which has the same key.
      const isOvertaken = (earlier: DeliveryRecord) => earlier.idempotencyKey !== idempotencyKey;
      due.push(delivery, ...waiting.filter(isOvertaken));
      waiting = waiting.filter((earlier) => !isOvertaken(earlier));
    } else if (chaos.faults.includes('reorder')) waiting.push(delivery);
  }
  return due;
}
