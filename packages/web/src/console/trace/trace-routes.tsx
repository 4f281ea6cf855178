import { eventView, getTrace, prettyJson, type RowOf } from '@svc-simulator/contract';
import { eventOf } from '@svc-simulator/core';
import { t } from '../../kit/speaking.ts';
import { missingPage } from '../error-pages.tsx';
import type { ConsolePage, PageCall, PageRoute } from '../page-call.ts';
import { idIn } from '../page-call.ts';
import { CodeBlock, PageHead } from '../parts/parts.tsx';
import { listPage } from '../views/list-page.tsx';
import { ViewFacts } from '../views/shown-value.tsx';
import { EventList, EventText } from './event-list.tsx';

/** `/console/trace`: everything that happened in the account, newest first; and each event by itself. */
export const traceRoutes: readonly PageRoute[] = [
  { path: '/console/trace', get: tracePage },
  { path: '/console/trace/:id', get: eventPage },
];

function tracePage(call: PageCall): Promise<ConsolePage> {
  const { now, url } = call;
  const session = url.searchParams.get('session')?.trim();
  return listPage(call, eventView, {
    area: 'trace',
    query: { order: 'desc' },
    live: session ? `/console/live?session=${encodeURIComponent(session)}` : undefined,
    rows: (events) => <EventList now={now} events={events.map(eventOf)} />,
  });
}

async function eventPage({ perform, t, params }: PageCall): Promise<ConsolePage> {
  const id = idIn(params.id) ?? 0;
  const near = (after: number, order: 'asc' | 'desc', limit: number) =>
    perform(getTrace, { query: { after: String(Math.max(0, after)), order, limit: String(limit) } });
  const [from, before] = await Promise.all([near(id - 1, 'asc', 2), near(id, 'desc', 1)]);
  const [event, newer] = from.ok ? from.data : [];
  const [older] = before.ok ? before.data : [];
  if (event?.id !== id) return missingPage(t, 'trace');
  return {
    title: `${t('console.trace.event')} ${id}`,
    area: 'trace',
    live: null,
    body: <EventPage event={event} newerId={newer?.id} olderId={older?.id} />,
  };
}

interface EventPageProps {
  readonly event: RowOf<typeof getTrace>;
  readonly newerId: number | undefined;
  readonly olderId: number | undefined;
}

/** One event with everything that is stored of it. */
function EventPage({ event, newerId, olderId }: EventPageProps) {
  return (
    <>
      <PageHead title={`${t('console.trace.event')} ${event.id}`}>
        <p class="row">
          <a href="/console/trace">{t('view.event.title')}</a>
          {olderId !== undefined && <a href={`/console/trace/${olderId}`}>{t('console.trace.older')}</a>}
          {newerId !== undefined && <a href={`/console/trace/${newerId}`}>{t('console.trace.newer')}</a>}
        </p>
      </PageHead>
      <section class="panel stack">
        <p>
          <EventText event={eventOf(event)} />
        </p>
        <ViewFacts noun="event" facts={eventView.facts ?? []} row={event} />
        <div class="whole-event">
          <CodeBlock
            text={prettyJson(JSON.stringify(event))}
            what={`${t('console.trace.event')} ${event.id}`}
          />
        </div>
      </section>
    </>
  );
}
