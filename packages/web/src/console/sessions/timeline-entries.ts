import type { EventView } from '@svc-simulator/core';

/** An event of the time line; that of an emission holds what became of the webhook. */
export interface TimelineEntry {
  readonly event: EventView;
  readonly followers: readonly EventView[];
  /** How many times the same happened in a row, `event` being the first time. */
  readonly times: number;
  /** The delivery that the emission opened; undefined for all other events, and when nothing was sent. */
  readonly deliveryId: string | undefined;
}

type Entry = { event: EventView; followers: EventView[]; times: number; deliveryId: string | undefined };

/**
 * Puts events, oldest first, into the order of a story: what was called, what it changed, which webhook that emitted, and
 * under the webhook its attempts and the answer, even where those of several webhooks came mixed. Status queries that
 * are answered alike, as an application makes by the hundred while it waits, are one entry.
 */
export function timelineEntries(events: readonly EventView[]): readonly TimelineEntry[] {
  const entries: Entry[] = [];
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
    const before = entries.at(-1);
    if (before && isSameQuery(before.event, event)) {
      before.times++;
      continue;
    }
    const followers: EventView[] = [];
    entries.push({ event, followers, times: 1, deliveryId: (emits && deliveryId) || undefined });
    if (!emits) continue;
    if (deliveryId) byDelivery.set(deliveryId, followers);
    // A resend has the key of the first: what is received belongs to the one that went out last.
    if (key) byKey.set(key, followers);
  }
  return entries;
}

function isSameQuery(before: EventView, event: EventView): boolean {
  if (event.type !== 'session.status_queried' || before.type !== event.type) return false;
  return before.data.status === event.data.status && before.data.accreditation === event.data.accreditation;
}
