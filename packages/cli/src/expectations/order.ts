import { shortEvent, type TraceEvent, webhookEvents } from '@svc-simulator/contract';
import { getOrCreate, preventionBy } from '@svc-simulator/core';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { webhookNames } from '../input/event-names.ts';
import { unknownChoiceError } from '../input/values.ts';

export interface OrderExpectation {
  /** Empty if any order is allowed. */
  readonly order: readonly string[];
  readonly noDuplicates: boolean;
}

/**
 * Parses `created,paid,accredited`, or full event names.
 * @throws InvalidArgumentError
 */
export function parseOrder(t: Texts, text: string): readonly string[] {
  return text.split(',').map((name) => {
    const kind = name.trim().replace(/^payment_session\./, '');
    if (webhookNames.includes(kind)) return kind;
    throw unknownChoiceError(t, kind, webhookNames);
  });
}

/**
 * Returns a sentence for each late or duplicate webhook, and the number of complete sessions. Missing
 * webhooks aren't faults, because they can still arrive.
 */
export function checkArrivals(
  t: Texts,
  { order, noDuplicates }: OrderExpectation,
  events: readonly TraceEvent[],
) {
  const sessions = new Map<string, string[]>();
  for (const { type, session_id, data } of events) {
    if (type !== 'webhook.delivered' || typeof session_id !== 'string') continue;
    const eventName = String(data.event).replace(/^payment_session\./, '');
    getOrCreate(sessions, session_id, () => []).push(eventName);
  }
  const faults: string[] = [];
  let completeCount = 0;
  for (const [session, kinds] of sessions) {
    const firstArrivals = [...new Set(kinds)].filter((kind) => order.includes(kind));
    if (firstArrivals.length === order.length) completeCount++;
    const late = firstArrivals.find(
      (kind, index) => index > 0 && order.indexOf(kind) < order.indexOf(firstArrivals[index - 1] ?? ''),
    );
    if (late) faults.push(t('cli.expect.order_late', { session, late, arrived: firstArrivals.join(', ') }));
    for (const kind of noDuplicates ? new Set(kinds) : []) {
      const count = kinds.filter((arrivedKind) => arrivedKind === kind).length;
      if (count > 1) faults.push(t('cli.expect.order_duplicate', { session, kind, count }));
    }
  }
  return { faults, completeCount };
}

/**
 * Returns true if the events of a session show that the missing webhooks can no longer arrive, or can no longer
 * arrive in order.
 */
export function isOrderImpossible(order: readonly string[], events: readonly TraceEvent[]): boolean {
  const deliveredEvents = events
    .filter(({ type }) => type === 'webhook.delivered')
    .map(({ data }) => data.event);
  const expectedEvents = order.map(
    (kind) => webhookEvents.find((event) => shortEvent(event) === kind) ?? kind,
  );
  const latest = expectedEvents.findLastIndex((event) => deliveredEvents.includes(event));
  return expectedEvents.some(
    (webhook, index) =>
      !deliveredEvents.includes(webhook) &&
      (index < latest || events.some((event) => preventionBy({ type: 'webhook.delivered', webhook }, event))),
  );
}
