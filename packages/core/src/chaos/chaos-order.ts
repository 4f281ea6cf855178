import type { DeliveryRecord } from '../records.ts';

/**
 * Which first attempts of a session are to be made now, in which order. What chaos holds back waits until `isDue`; what is to be
 * overtaken goes before that, right after the next webhook. `untried` stand in the order of emission.
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
      // Its own copy overtakes nothing: that would be the same webhook.
      const isOvertaken = (other: DeliveryRecord) => other.idempotencyKey !== idempotencyKey;
      due.push(delivery, ...held.filter(isOvertaken));
      held = held.filter((other) => !isOvertaken(other));
    } else if (chaos.faults.includes('reorder')) held.push(delivery);
  }
  return due;
}
