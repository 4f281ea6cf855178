import type { DeliveryRecord, EmittedData } from '@svc-simulator/core';
import type { Store } from '@svc-simulator/store/store.ts';

const PAGE = 200;

/** A webhook that no receiver has taken. */
export interface MissedWebhook {
  readonly idempotencyKey: string;
  /** Of its first emission. */
  readonly sequence: number;
  /** Of its emission and of every resend under the same idempotency key, oldest first; there is at least one. */
  readonly deliveries: readonly DeliveryRecord[];
}

/** What an account's receivers have not taken of what was emitted after a sequence. */
export interface MissedWebhooks {
  /** The sequence after which was looked: 0 for one that the account has not come to yet, which is of another life. */
  readonly since: number;
  /** The account's newest event when this was looked up; what is emitted later has a greater sequence. */
  readonly newest: number;
  /** In the order of their first emission. */
  readonly missed: readonly MissedWebhook[];
}

/**
 * The webhooks of route `relay`, emitted after `since`, that a relay which comes back has missed (contract section 7): nobody has
 * answered them with 2xx yet. Probes are none: they prove something now or never.
 */
export async function findMissed(store: Store, accountId: string, since: number): Promise<MissedWebhooks> {
  const [newest] = (await store.trace.page(accountId, { order: 'desc', limit: 1 })).items;
  const from = newest && since <= newest.id ? since : 0;
  const byKey = new Map<string, MissedWebhook & { readonly deliveries: DeliveryRecord[] }>();
  for (let after: number | null = from; after !== null; ) {
    const { items, nextCursor } = await store.trace.page(accountId, {
      types: ['webhook.emitted'],
      order: 'asc',
      limit: PAGE,
      after,
    });
    for (const { id, json } of items) {
      const { delivery_id, route, probe, idempotency_key }: EmittedData = JSON.parse(json).data;
      if (route !== 'relay' || !delivery_id || probe) continue;
      const delivery = await store.get('delivery', delivery_id);
      if (!delivery) continue;
      const known = byKey.get(idempotency_key);
      if (known) known.deliveries.push(delivery);
      else byKey.set(idempotency_key, missedFrom(id, delivery));
    }
    after = nextCursor === null ? null : Number(nextCursor);
  }
  const missed = [...byKey.values()].filter(({ deliveries }) => deliveries.every(isMissed));
  return { since: from, newest: newest?.id ?? 0, missed };
}

/** A webhook of which one delivery is known; `sequence` is its emission's. */
export function missedFrom(
  sequence: number,
  delivery: DeliveryRecord,
): MissedWebhook & { readonly deliveries: DeliveryRecord[] } {
  return { idempotencyKey: delivery.idempotencyKey, sequence, deliveries: [delivery] };
}

/** What chaos holds back has not been missed yet. */
function isMissed({ state, attempts, chaos }: DeliveryRecord): boolean {
  return state === 'gave_up' || (state === 'open' && !(chaos && attempts === 0));
}

/** Whether an attempt is being made, or about to be. */
export function isUnderWay({ state, nextAttemptAt }: DeliveryRecord, now: number): boolean {
  return state === 'open' && nextAttemptAt !== null && nextAttemptAt <= now;
}

/** Whether a webhook can be sent again now: nobody has taken it, nor is about to be asked. What waits for its next attempt can. */
export function canReplay(deliveries: readonly DeliveryRecord[], now: number): boolean {
  return deliveries.every((delivery) => isMissed(delivery) && !isUnderWay(delivery, now));
}
