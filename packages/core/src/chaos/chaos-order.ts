import type { DeliveryRecord } from '../records.ts';

/**
 * Returns the first attempts of a session that are due, in order. A held webhook waits until `isDue`; an
 * overtaken one follows right after the next webhook. `untried` is in the order of emission.
 */
export function firstAttemptsDue(
  untried: readonly DeliveryRecord[],
  isDue: (delivery: DeliveryRecord) => boolean,
): readonly DeliveryRecord[] {
  const due: DeliveryRecord[] = [];
  let held: DeliveryRecord[] = [];
  for (const delivery of untried) {
    const { chaos, idempotencyKey } = delivery;
    if (!chaos || isDue(delivery)) {
      // A webhook can't be overtaken by its own copy, which has the same key.
      const isOvertaken = (other: DeliveryRecord) => other.idempotencyKey !== idempotencyKey;
      due.push(delivery, ...held.filter(isOvertaken));
      held = held.filter((other) => !isOvertaken(other));
    } else if (chaos.faults.includes('reorder')) held.push(delivery);
  }
  return due;
}
