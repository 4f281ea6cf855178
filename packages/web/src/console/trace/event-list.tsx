import { prettyJson } from '@svc-simulator/contract';
import { type DescribedEvent, type EventView, eventLine } from '@svc-simulator/core';
import { t } from '../../kit/parts.tsx';
import { CodeBlock, EventTime, withBreaks } from '../parts/parts.tsx';

/** A body may have a megabyte; the event's own page shows all of it. */
const SHOWN_JSON_CHARACTERS = 1500;

export function EventList({ now, events }: Readonly<{ now: number; events: readonly EventView[] }>) {
  return (
    <ul class="lines events">
      {events.map((event) => (
        <li>
          <details id={`event-${event.id}`}>
            <summary id={`event-${event.id}-line`}>
              <span class="event-row">
                <EventTime atMs={event.at} now={now} />
                <EventText event={event} />
                {event.sessionId && <code class="event-session">{event.sessionId.slice(0, 8)}</code>}
              </span>
            </summary>
            <EventDetails event={event} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function EventDetails({ event }: Readonly<{ event: EventView }>) {
  const text = prettyJson(event.json);
  const isLong = text.length > SHOWN_JSON_CHARACTERS;
  return (
    <div class="stack event-details">
      <p class="row">
        <a href={`/console/trace/${event.id}`}>
          {t('console.trace.event')} {event.id}
        </a>
        {event.sessionId && (
          <a href={`/console/sessions/${event.sessionId}`}>{t('console.trace.itsSession')}</a>
        )}
        {event.sessionId && (
          <a href={`/console/trace?session=${encodeURIComponent(event.sessionId)}`}>
            {t('console.trace.onlySession')}
          </a>
        )}
        <a href={`/console/trace?type=${encodeURIComponent(event.type)}`}>{t('console.trace.onlyType')}</a>
      </p>
      <CodeBlock
        id={`event-${event.id}-json`}
        text={isLong ? `${text.slice(0, SHOWN_JSON_CHARACTERS)}\n…` : text}
        what={`${t('console.trace.event')} ${event.id}`}
      />
      {isLong && (
        <p>
          <a href={`/console/trace/${event.id}`}>{t('console.trace.whole')}</a>
        </p>
      )}
    </div>
  );
}

export function EventText({ event }: Readonly<{ event: DescribedEvent }>) {
  const { tone, title, detail } = eventLine(t, event);
  return (
    <span class={`event-text ${tone}`}>
      <span class="event-title">{title}</span>{' '}
      {detail && <span class="event-detail clamp two soft">{withBreaks(detail)}</span>}{' '}
      <code class="event-type soft">{withBreaks(event.type)}</code>
    </span>
  );
}
