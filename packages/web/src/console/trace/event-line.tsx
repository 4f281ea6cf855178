import { eventLine, type ToldEvent } from '@svc-simulator/core';
import { t } from '../../kit/speaking.ts';

/** An event in a line: a light of its tone, what happened, its detail, and its type as the API writes it. */
export function EventText({ event }: Readonly<{ event: ToldEvent }>) {
  const { tone, title, detail } = eventLine(t, event);
  return (
    <span class={`event-text ${tone}`}>
      <span class="event-title">{title}</span> {detail && <span class="event-detail clamp">{detail}</span>}{' '}
      <code class="event-type">{event.type}</code>
    </span>
  );
}
