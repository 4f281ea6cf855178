import type { TraceType } from '@svc-simulator/contract';
import { isNameOf } from '@svc-simulator/contract';
import { isForged } from '@svc-simulator/core';
import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Tone } from '../parts/tag.tsx';
import { formsOf } from './event-forms.ts';
import type { EventData, EventView } from './event-line-data.ts';
import { eventTexts } from './event-line-texts.ts';

/** A trace event in a line for people. */
export interface EventLine {
  readonly tone: Tone;
  /** What happened. */
  readonly title: string;
  /** What makes it different from others of its type; texts of users among it, of any length. */
  readonly detail: string | undefined;
}

/** Says what an event means. An event of a type that this version does not know is its type. */
export function eventLine({ type, data }: Pick<EventView, 'type' | 'data'>, lang: Language): EventLine {
  if (!isNameOf(eventTexts, type)) return { tone: 'plain', title: type, detail: undefined };
  const [title, detail] = eventTexts[type](data, formsOf(lang));
  return { tone: toneOf(type, data), title, detail: detail ?? undefined };
}

/** An event in a line: a light of its tone, what happened, its detail, and its type as the API writes it. */
export function EventText({
  event,
  lang,
}: {
  readonly event: Pick<EventView, 'type' | 'data'>;
  readonly lang: Language;
}) {
  const { tone, title, detail } = eventLine(event, lang);
  return (
    <span class={`event-text ${tone}`}>
      <span class="event-title">{title}</span> {detail && <span class="event-detail clamp">{detail}</span>}{' '}
      <code class="event-type">{event.type}</code>
    </span>
  );
}

/** An answer of a receiver that is as it should be. */
function isGoodAnswer({ status }: EventData): boolean {
  return typeof status === 'number' && status >= 200 && status <= 299;
}

function toneOf(type: TraceType, data: EventData): Tone {
  switch (type) {
    case 'session.paid':
    case 'session.accredited':
    case 'webhook.delivered':
    case 'pos.paired':
    case 'pos.committed':
    case 'relay.connected':
      return 'good';
    case 'session.payment_failed':
    case 'session.failed':
    case 'session.accreditation_failed':
    case 'webhook.gave_up':
    case 'pos.pairing_refused':
      return 'bad';
    case 'session.expired':
    case 'relay.disconnected':
    case 'control.reset':
    case 'control.clock':
    case 'control.snapshot':
    case 'chaos.set':
    case 'chaos.cleared':
    case 'chaos.injected':
    case 'pos.cancel_requested':
      return 'wait';
    case 'webhook.attempted':
      // A probe may want to be refused; `webhook.probed` says how it went.
      if (data.probe) return 'plain';
      return isGoodAnswer(data) && !isForged(data.chaos ?? []) ? 'good' : 'bad';
    case 'webhook.probed':
      return data.passed ? 'good' : 'bad';
    case 'control.outcome':
      return data.admitted === false ? 'bad' : 'plain';
    case 'pos.settled':
      return data.count_differs ? 'wait' : 'good';
    default:
      return 'plain';
  }
}
