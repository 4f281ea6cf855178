import type { DeliveryRecord, EmittedData } from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';
import type { RelayConnection } from './relay-connection.ts';

const MISSED_PER_PAGE = 200;

export interface MissedWebhook {
  readonly idempotencyKey: string;
  readonly sequence: number;
  /** All deliveries with this idempotency key, oldest first; at least one. */
  readonly deliveries: readonly DeliveryRecord[];
}

export interface MissedWebhooks {
  /**
   * The requested sequence. 0 if the account has no event with this id yet, for example after older data was
   * restored.
   */
  readonly since: number;
  /** Id of the newest event when the search began; later emissions have greater sequences. */
  readonly newestEventId: number;
  readonly missed: readonly MissedWebhook[];
}

/**
 * Finds the webhooks of route `relay` after `since` that nobody has answered with 2xx (contract section 7);
 * stops if the relay disconnects. Leaves out test webhooks, because nobody waits for their result anymore.
 */
export async function findMissed(
  store: Store,
  accountId: string,
  since: number,
  relay: Pick<RelayConnection, 'isOpen'>,
): Promise<MissedWebhooks> {
  const [newest] = (await store.trace.page(accountId, { order: 'desc', limit: 1 })).items;
  const firstSequence = newest && since <= newest.id ? since : 0;
  const byKey = new Map<string, MissedWebhook & { readonly deliveries: DeliveryRecord[] }>();
  for (let after: number | null = firstSequence; after !== null && relay.isOpen; ) {
    const { items, nextCursor } = await store.trace.page(accountId, {
      types: ['webhook.emitted'],
      order: 'asc',
      limit: MISSED_PER_PAGE,
      after,
    });
    for (const { id, json } of items) {
      const { delivery_id, route, probe, idempotency_key }: EmittedData = JSON.parse(json).data;
      if (route !== 'relay' || !delivery_id || probe) continue;
      const delivery = await store.get('delivery', delivery_id);
      if (!delivery) continue;
      const webhook = byKey.get(idempotency_key);
      if (webhook) webhook.deliveries.push(delivery);
      else byKey.set(idempotency_key, toMissed(id, delivery));
    }
    after = nextCursor === null ? null : Number(nextCursor);
  }
  const undelivered = [...byKey.values()].filter(({ deliveries }) => deliveries.every(isMissed));
  return { since: firstSequence, newestEventId: newest?.id ?? 0, missed: undelivered };
}

export function toMissed(
  sequence: number,
  delivery: DeliveryRecord,
): MissedWebhook & { readonly deliveries: DeliveryRecord[] } {
  return { idempotencyKey: delivery.idempotencyKey, sequence, deliveries: [delivery] };
}

/** Returns true for a delivery that failed or still waits, but not while chaos delays its first attempt. */
function isMissed({ state, attempts, chaos }: DeliveryRecord): boolean {
  return state === 'gave_up' || (state === 'open' && !(chaos && attempts === 0));
}

export function isUnderWay({ state, nextAttemptAt }: DeliveryRecord, now: number): boolean {
  return state === 'open' && nextAttemptAt !== null && nextAttemptAt <= now;
}

/**
 * Returns true if a webhook can be resent now: nobody has accepted it and no attempt is running or about to
 * start.
 */
export function canReplay(deliveries: readonly DeliveryRecord[], now: number): boolean {
  return deliveries.every((delivery) => isMissed(delivery) && !isUnderWay(delivery, now));
}
