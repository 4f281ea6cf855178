import { type DeliveryRecord, REPLAYED, type TraceDraft } from '@svc-simulator/core';
import { type Change, put, ref, type Scope, type View } from '@svc-simulator/store/store.ts';
import type { Runtime } from '../../runtime.ts';
import { readEmission } from '../emitted-webhooks.ts';
import { repeat } from '../repetition.ts';
import { canReplay, type MissedWebhook } from './relay-missed.ts';

/**
 * Sends a missed webhook again, as a resend does: same body and idempotency key, signed with a new timestamp (contract section
 * 9.4). What was left of its ladder ends in the same commit. `opened` is called with the new delivery before anybody else can
 * know of it. Null when there is nothing to send: it was delivered meanwhile, is under way, or out of retention.
 */
export async function resendMissed(
  { store, random, settings }: Runtime,
  accountId: string,
  { deliveries }: MissedWebhook,
  opened: (delivery: DeliveryRecord) => void,
): Promise<DeliveryRecord | null> {
  const latest = deliveries.at(-1);
  if (!latest) return null;
  const emission = await readEmission(store, accountId, latest.emittedEventId);
  if (!emission) return null;
  const lock = deliveries.map(({ id }) => ref('delivery', id));
  const scope: Scope = { account: accountId, lock, read: [ref('account', accountId)] };
  return store.transact(scope, (view: View): Change<DeliveryRecord | null> => {
    const account = view.get('account', accountId);
    const current = deliveries
      .map(({ id }) => view.get('delivery', id))
      .filter((found) => found !== undefined);
    const { now } = view;
    if (!account || current.length < deliveries.length || !canReplay(current, now)) return { result: null };
    const { delivery, puts, events } = repeat({
      original: latest,
      rawBody: emission.rawBody,
      account,
      purpose: { resendOf: latest.id },
      now,
      random,
      nextEventId: view.nextEventId,
      settings,
    });
    opened(delivery);
    const ended = current.filter(({ state }) => state === 'open').map((open) => endEarly(open, now));
    return {
      result: delivery,
      puts: [...puts, ...ended.map(({ delivery }) => put('delivery', delivery.id, delivery))],
      events: [...events, ...ended.map(({ event }) => event)],
    };
  });
}

/** Ends a delivery whose attempt of this number has not been sent, so that it can take its place in a replay; null when it has. */
export function withdraw(
  { store }: Runtime,
  { id, accountId }: DeliveryRecord,
  attempt: number,
): Promise<DeliveryRecord | null> {
  const scope = { account: accountId, lock: [ref('delivery', id)] };
  return store.transact(scope, (view: View): Change<DeliveryRecord | null> => {
    const current = view.get('delivery', id);
    if (current?.state !== 'open' || current.attempts + 1 !== attempt) return { result: null };
    const { delivery, event } = endEarly(current, view.now);
    return { result: delivery, puts: [put('delivery', id, delivery)], events: [event] };
  });
}

function endEarly(open: DeliveryRecord, now: number): { delivery: DeliveryRecord; event: TraceDraft } {
  const { id, sessionId, event, attempts } = open;
  return {
    delivery: { ...open, state: 'gave_up', nextAttemptAt: null, updatedAt: now },
    event: {
      type: 'webhook.gave_up',
      at: now,
      sessionId,
      data: { delivery_id: id, event, attempts, status: null, error: REPLAYED },
    },
  };
}
