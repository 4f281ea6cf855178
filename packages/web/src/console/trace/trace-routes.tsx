import { eventView, getTrace, prettyJson } from '@svc-simulator/contract';
import { toEventView } from '@svc-simulator/core';
import { consoleNotFoundPage } from '../error-pages.tsx';
import { type ConsolePage, idFromText, type PageCall, type PageRoute } from '../page-call.ts';
import { CodeBlock, PageHead } from '../parts/parts.tsx';
import { renderListPage } from '../views/list-page.tsx';
import { ViewFacts } from '../views/shown-value.tsx';
import { EventList, EventText } from './event-list.tsx';

export const traceRoutes: readonly PageRoute[] = [
  { path: '/console/trace', get: renderTrace },
  { path: '/console/trace/:id', get: eventPage },
];

function renderTrace(call: PageCall): Promise<ConsolePage> {
  const { now, url } = call;
  const session = url.searchParams.get('session')?.trim();
  return renderListPage(call, eventView, {
    area: 'trace',
    query: { order: 'desc' },
    live: session ? `/console/live?session=${encodeURIComponent(session)}` : undefined,
    rows: (events) => <EventList now={now} events={events.map(toEventView)} />,
  });
}

async function eventPage({ perform, t, params }: PageCall): Promise<ConsolePage> {
  const id = idFromText(params.id) ?? 0;
  const readNear = (after: number, order: 'asc' | 'desc', limit: number) =>
    perform(getTrace, { query: { after: String(Math.max(0, after)), order, limit: String(limit) } });
  const [from, before] = await Promise.all([readNear(id - 1, 'asc', 2), readNear(id, 'desc', 1)]);
  const [event, newer] = from.ok ? from.data : [];
  const [older] = before.ok ? before.data : [];
  if (event?.id !== id) return consoleNotFoundPage(t, 'trace');
  const title = `${t('console.trace.event')} ${id}`;
  return {
    title,
    area: 'trace',
    live: null,
    body: (
      <>
        <PageHead title={title}>
          <p class="row">
            <a href="/console/trace">{t('view.event.title')}</a>
            {older && <a href={`/console/trace/${older.id}`}>{t('console.trace.older')}</a>}
            {newer && <a href={`/console/trace/${newer.id}`}>{t('console.trace.newer')}</a>}
          </p>
        </PageHead>
        <section class="panel stack">
          <p>
            <EventText event={toEventView(event)} />
          </p>
          <ViewFacts noun="event" facts={eventView.facts ?? []} row={event} />
          <div class="whole-event">
            <CodeBlock text={prettyJson(JSON.stringify(event))} what={title} />
          </div>
        </section>
      </>
    ),
  };
}
