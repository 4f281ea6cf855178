import { type getTrace, labelOf, type listSessions, prettyJson, type RowOf } from '@svc-simulator/contract';
import {
  type DescribedEvent,
  type EventView,
  eventLine,
  eventSentence,
  getOrCreate,
  toEventView,
} from '@svc-simulator/core';
import { t } from '../../kit/parts.tsx';
import { CodeBlock, EventTime, withBreaks } from '../parts/parts.tsx';

/** A body can have a megabyte, so the list cuts longer JSON, and the event's own page shows all of it. */
const SHOWN_JSON_CHARACTERS = 1500;

interface ListedEvent extends EventView {
  /** Identifier of the event's session. */
  readonly sessionName?: string | undefined;
}

type SessionNames = ReadonlyMap<string | undefined, string>;

type EventListProps = Readonly<{
  now: number;
  events: readonly ListedEvent[];
  isFolded?: boolean;
  maxRows?: number;
  currentId?: number | undefined;
}>;

export function sessionNamesOf(sessions: readonly RowOf<typeof listSessions>[]): SessionNames {
  return new Map(sessions.map(({ id, identifier }) => [id, identifier]));
}

/** Adds the identifiers of sessions to their events. */
export function nameSessions(
  events: readonly RowOf<typeof getTrace>[],
  names: SessionNames,
): readonly ListedEvent[] {
  return events.map((event) => ({ ...toEventView(event), sessionName: names.get(event.session_id) }));
}

export function EventLines({ now, events, group }: EventListProps & { readonly group: EventGroup | null }) {
  const groups = group ? groupEvents(events, group) : [];
  return (
    <>
      <p class="event-row event-heads" aria-hidden="true">
        <span>{labelOf(t, 'event', 'at')}</span>
        <span class="event-text">
          <span>{t('console.trace.event')}</span>
          <span>{t('console.trace.detail')}</span>
        </span>
        <span>{labelOf(t, 'event', 'session_id')}</span>
      </p>
      {!group && <EventList now={now} events={events} isFolded />}
      {groups.map(([id, groupedEvents]) => (
        <details open class="event-group" id={`group-${id}`}>
          <summary id={`group-${id}-line`}>
            <code>{id ? id.slice(0, 8) : t('console.trace.noGroup')}</code>{' '}
            <strong>{groupName(groupedEvents, group)}</strong>{' '}
            <span class="soft small">{t('console.trace.events', { count: groupedEvents.length })}</span>
          </summary>
          <EventList now={now} events={groupedEvents} />
        </details>
      ))}
    </>
  );
}

export const eventGroups = ['session', 'delivery'] as const;
export type EventGroup = (typeof eventGroups)[number];

/** Groups have the order of their first events. Events without a session or delivery have the key `''`. */
function groupEvents(events: readonly ListedEvent[], group: EventGroup) {
  const groups = new Map<string, ListedEvent[]>();
  for (const event of events) {
    const id = (group === 'session' ? event.sessionId : event.data.delivery_id) ?? '';
    getOrCreate(groups, id, () => []).push(event);
  }
  return [...groups];
}

function groupName(events: readonly ListedEvent[], group: EventGroup | null): string | undefined {
  const names = events.map(({ data, sessionName }) =>
    group === 'session' ? (data.identifier ?? sessionName) : data.event,
  );
  return names.find((name) => name !== undefined);
}

const outcomeTypes = ['webhook.delivered', 'webhook.gave_up'];

/**
 * With `isFolded`, the row of a delivery's outcome contains the attempts, and the first of several events in
 * sequence with the same text contains the others.
 */
export function EventList({ now, events, isFolded, maxRows, currentId }: EventListProps) {
  const rows = isFolded ? foldEvents(events) : events.map((event) => ({ event, attempts: [], repeats: [] }));
  return (
    <ul class="lines events">
      {rows.slice(0, maxRows).map(({ event, attempts, repeats }) => (
        <li aria-current={event.id === currentId || undefined}>
          <details id={`event-${event.id}`}>
            <summary id={`event-${event.id}-line`}>
              <span class="event-row">
                <EventTime atMs={event.at} now={now} />
                <EventText event={event} count={repeats.length + 1} />
                {event.sessionId && (
                  <code class="event-session cut">{sessionLabel([event, ...repeats])}</code>
                )}
              </span>
            </summary>
            <EventDetails event={event} />
            {attempts.length > 0 && <EventList now={now} events={attempts} />}
            {repeats.length > 0 && <EventList now={now} events={repeats} />}
          </details>
        </li>
      ))}
    </ul>
  );
}

function foldEvents(events: readonly ListedEvent[]) {
  const outcomes = new Map(
    events.filter(({ type }) => outcomeTypes.includes(type)).map((event) => [event.data.delivery_id, event]),
  );
  const outcomeOf = ({ type, data }: ListedEvent) =>
    type === 'webhook.attempted' ? outcomes.get(data.delivery_id) : undefined;
  const rows: { event: ListedEvent; text: string; attempts: ListedEvent[]; repeats: ListedEvent[] }[] = [];
  for (const event of events.filter((event) => !outcomeOf(event))) {
    const attempts = events.filter((other) => outcomeOf(other) === event);
    const text = eventSentence(t, event);
    const last = rows.at(-1);
    if (last?.text === text && last.attempts.length + attempts.length === 0) last.repeats.push(event);
    else rows.push({ event, text, attempts, repeats: [] });
  }
  return rows;
}

/** Returns the first session's name and the number of other sessions, such as `A-7 +2`. */
function sessionLabel(events: readonly ListedEvent[]): string {
  const names = new Set(events.map(({ sessionName, sessionId }) => sessionName ?? sessionId?.slice(0, 8)));
  const [first = ''] = names;
  return names.size > 1 ? `${first} +${names.size - 1}` : first;
}

function EventDetails({ event }: Readonly<{ event: EventView }>) {
  const name = `${t('console.trace.event')} ${event.id}`;
  const text = prettyJson(event.json);
  const isLong = text.length > SHOWN_JSON_CHARACTERS;
  return (
    <div class="stack event-details">
      <p class="row">
        <a href={`/console/trace/${event.id}`}>{isLong ? t('console.trace.showWholeEvent') : name}</a>
        {event.sessionId && [
          <a href={`/console/sessions/${event.sessionId}`}>{t('console.trace.itsSession')}</a>,
          <a href={`/console/trace?session=${event.sessionId}`}>{t('console.trace.onlySession')}</a>,
        ]}
        <a href={`/console/trace?type=${event.type}`}>{t('console.trace.onlyType')}</a>
      </p>
      <CodeBlock
        id={`event-${event.id}-json`}
        text={isLong ? `${text.slice(0, SHOWN_JSON_CHARACTERS)}\n…` : text}
        objectName={name}
      />
    </div>
  );
}

/** Types of failures whose details begin with the cause. The title of other failures contains it. */
const causeTypes: readonly string[] = ['webhook.gave_up', 'webhook.probed', 'session.payment_failed'];

function EventText({ event, count = 1 }: Readonly<{ event: DescribedEvent; count?: number }>) {
  const { tone, title, detail = '' } = eventLine(t, event);
  const cause = tone === 'bad' && causeTypes.includes(event.type) ? (detail.split(' · ')[0] ?? '') : '';
  return (
    <span class={`event-text ${tone}`} title={event.type}>
      <span class="event-title">
        {title}
        {count > 1 && <span class="soft"> × {count}</span>}
      </span>{' '}
      {detail && (
        <span class="event-detail soft">
          {cause && <span class="toned">{cause}</span>}
          {detail
            .slice(cause.length)
            .split(/(?<=^| · )(payment_session\.)/)
            .map((part, at) => (at % 2 ? <span class="event-prefix">{part}</span> : withBreaks(part)))}
        </span>
      )}
    </span>
  );
}
