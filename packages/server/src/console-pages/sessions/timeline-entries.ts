import type { EventView } from '../kit/event-line-data.ts';

/** An event of the time line; that of an emission holds what became of the webhook. */
export interface TimelineEntry {
  readonly event: EventView;
  readonly followers: readonly EventView[];
  /** The delivery that the emission opened; undefined for all other events, and when nothing was sent. */
  readonly deliveryId: string | undefined;
}

/**
 * Puts events, oldest first, into the order of a story: what was called, what it changed, which webhook that emitted, and
 * under the webhook its attempts and the answer, even where those of several webhooks came mixed.
 */
export function timelineEntries(events: readonly EventView[]): readonly TimelineEntry[] {
  const entries: { event: EventView; followers: EventView[]; deliveryId: string | undefined }[] = [];
  const byDelivery = new Map<string, EventView[]>();
  const byKey = new Map<string, EventView[]>();
  for (const event of events) {
    const { delivery_id: deliveryId, headers } = event.data;
    const emits = event.type === 'webhook.emitted';
    const key = headers?.['idempotency-key'];
    const followed =
      event.type === 'webhook.received' ? byKey.get(key ?? '') : byDelivery.get(deliveryId ?? '');
    if (followed && !emits) {
      followed.push(event);
      continue;
    }
    const followers: EventView[] = [];
    entries.push({ event, followers, deliveryId: (emits && deliveryId) || undefined });
    if (!emits) continue;
    if (deliveryId) byDelivery.set(deliveryId, followers);
    // A resend has the key of the first: what is received belongs to the one that went out last.
    if (key) byKey.set(key, followers);
  }
  return entries;
}
