import type { TraceEvent } from '@svc-simulator/contract';
import type { Texts } from '@svc-simulator/texts/texts.ts';
import { webhookNames } from '../input/event-names.ts';
import { notAmong } from '../input/values.ts';

/** What is expected of the webhooks that were delivered, session by session. */
export interface Course {
  /** Kinds of webhook, each of which arrives after those before it; none: in any order. */
  readonly order: readonly string[];
  /** Each webhook arrives once. */
  readonly noDuplicates: boolean;
}

/** `created,paid,accredited`; events by their own names, too. @throws InvalidArgumentError */
export function parseOrder(t: Texts, text: string): readonly string[] {
  return text.split(',').map((name) => {
    const kind = name.trim().replace(/^payment_session\./, '');
    if (webhookNames.includes(kind)) return kind;
    throw notAmong(t, kind, webhookNames);
  });
}

/** How the webhooks of some sessions arrived. */
export interface Arrivals {
  /** What is wrong, a sentence each; more webhooks can not mend it. */
  readonly faults: readonly string[];
  /** Sessions of which all that is expected has arrived. */
  readonly whole: number;
}

/** Judges webhooks in the order in which they were delivered. */
export function arrivalsOf(
  t: Texts,
  { order, noDuplicates }: Course,
  events: readonly TraceEvent[],
): Arrivals {
  const sessions = new Map<string, string[]>();
  for (const { type, session_id, data } of events) {
    if (type !== 'webhook.delivered' || typeof session_id !== 'string') continue;
    const kinds = sessions.get(session_id) ?? [];
    kinds.push(String(data.event).replace(/^payment_session\./, ''));
    sessions.set(session_id, kinds);
  }
  const faults: string[] = [];
  let whole = 0;
  for (const [session, kinds] of sessions) {
    const first = [...new Set(kinds)].filter((kind) => order.includes(kind));
    if (first.length === order.length) whole++;
    const late = first.find((kind, at) => at > 0 && order.indexOf(kind) < order.indexOf(first[at - 1] ?? ''));
    if (late) faults.push(t('cli.expect.order_late', { session, late, arrived: first.join(', ') }));
    for (const kind of noDuplicates ? new Set(kinds) : []) {
      const count = kinds.filter((each) => each === kind).length;
      if (count > 1) faults.push(t('cli.expect.order_duplicate', { session, kind, count }));
    }
  }
  return { faults, whole };
}
