import type { SessionPageData } from '@svc-simulator/server/pages/console-services.ts';
import { t } from '../../kit/parts.tsx';
import { type PageCall, urlWithQuery } from '../page-call.ts';
import { Panel } from '../parts/parts.tsx';
import { EventList } from './event-list.tsx';

type EventsProps = Pick<PageCall, 'url' | 'now'> &
  Readonly<{ pageData: SessionPageData; currentId?: number }>;

/** Shows a session's events, oldest first. `currentId` is the event that the page is about. */
export function SessionEvents({
  url,
  now,
  pageData: { session, events, hasEarlier },
  currentId,
}: EventsProps) {
  const [first] = events;
  return (
    <Panel
      title={t('console.sessions.tabs.events')}
      aside={<span class="soft small">{t('console.sessions.timeline.order')}</span>}
      live="timeline"
    >
      {hasEarlier && first && (
        <a href={urlWithQuery(url, { before: String(first.id) })}>{t('console.sessions.timeline.earlier')}</a>
      )}
      {events.length === 0 && <p class="soft">{t('console.sessions.timeline.empty')}</p>}
      {/* The page needn't repeat the session. */}
      <EventList
        now={now}
        events={events.map((event) => ({ ...event, sessionId: undefined }))}
        currentId={currentId}
      />
      {url.searchParams.has('before') && (
        <a href={urlWithQuery(url, { before: null })}>{t('console.sessions.timeline.latest')}</a>
      )}
      <a href={`/console/trace?session=${session.id}`}>{t('console.sessions.timeline.inTrace')}</a>
    </Panel>
  );
}
