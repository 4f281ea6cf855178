import { eventView, getTrace, labelOf, listSessions, shortEvent, traceTypes } from '@svc-simulator/contract';
import { eventLine, eventSentence, toEventView } from '@svc-simulator/core';
import { Options } from '../../kit/parts.tsx';
import { consoleNotFoundPage } from '../error-pages.tsx';
import { type ConsolePage, idFromText, type PageCall, type PageRoute, rowsIn } from '../page-call.ts';
import { JsonBlock } from '../parts/json-block.tsx';
import { Back, FactList, PageHead, Panel, Time } from '../parts/parts.tsx';
import { renderListPage } from '../views/list-page.tsx';
import { EventLines, eventGroups, nameSessions, sessionNamesOf } from './event-list.tsx';
import { SessionEvents } from './session-events.tsx';

export const traceRoutes: readonly PageRoute[] = [
  { path: '/console/trace', get: renderTrace },
  { path: '/console/trace/:id', get: eventPage },
];

/**
 * Without a filter, logins and events of receiver tests are left out, because their number hides the other
 * events. The pager continues with older events.
 */
export const siftedQuery = {
  order: 'desc',
  type: traceTypes.filter((type) => !type.startsWith('login.')).join(','),
  limit: '200',
};
export const isOfProgram = ({ data }: { data: { by?: unknown } }) => data.by !== 'examination';

/** Number of events that a page reads to search them. */
const SEARCHED_EVENTS = '400';

const NAMED_SESSIONS = '100';

async function renderTrace(call: PageCall): Promise<ConsolePage> {
  const { now, url, t, perform } = call;
  const readSessions = (query?: { by: string }) =>
    perform(listSessions, { query: { limit: NAMED_SESSIONS, ...query } });
  const [ownSessions, allSessions] = await Promise.all([readSessions(), readSessions({ by: 'all' })]);
  const sessionNames = sessionNamesOf([...rowsIn(ownSessions), ...rowsIn(allSessions)]);
  const hidesTools = !['type', 'session', 'q', 'by'].some((name) => url.searchParams.get(name));
  const group = eventGroups.find((name) => name === url.searchParams.get('group')) ?? null;
  const session = url.searchParams.get('session')?.trim();
  return renderListPage(call, eventView, {
    area: 'trace',
    query: hidesTools ? siftedQuery : { order: 'desc' },
    live: session ? `/console/live?session=${encodeURIComponent(session)}` : undefined,
    search: {
      limit: hidesTools ? siftedQuery.limit : SEARCHED_EVENTS,
      textOf: (event) =>
        [
          eventSentence(t, toEventView(event)),
          sessionNames.get(event.session_id),
          JSON.stringify(event),
        ].join(' '),
      cursorOf: ({ id }) => String(id),
    },
    isVisible: hidesTools ? isOfProgram : undefined,
    controls: (
      <select name="group" aria-label={t('console.trace.group')} data-submits>
        <option value="">{t('console.trace.group')}</option>
        <Options
          selected={group ?? undefined}
          options={eventGroups.map((name) => [name, t(`console.trace.groups.${name}`)])}
        />
      </select>
    ),
    create: (
      <button
        type="button"
        class="quiet"
        aria-pressed="false"
        data-pause={t('console.trace.resume')}
        data-needs-script
        hidden
      >
        {t('console.trace.pause')}
      </button>
    ),
    pagerStart: hidesTools && <a href="/console/trace?by=all">{t('console.trace.showLogins')}</a>,
    rows: (events) => <EventLines now={now} events={nameSessions(events, sessionNames)} group={group} />,
  });
}

async function eventPage(call: PageCall): Promise<ConsolePage> {
  const { perform, services, account, t, params, url, now } = call;
  const id = idFromText(params.id) ?? 0;
  const readNear = (after: number, order: 'asc' | 'desc', limit: number) =>
    perform(getTrace, { query: { after: String(Math.max(0, after)), order, limit: String(limit) } });
  const [fromEvent, beforeEvent] = await Promise.all([readNear(id - 1, 'asc', 2), readNear(id, 'desc', 1)]);
  const [event, newer] = rowsIn(fromEvent);
  const [older] = rowsIn(beforeEvent);
  if (event?.id !== id) return consoleNotFoundPage(t, 'trace');
  const name = `${t('console.trace.event')} ${id}`;
  const { session_id = '' } = event;
  const view = toEventView(event);
  const before = idFromText(url.searchParams.get('before'));
  const pageData = await services.readSession(account, session_id, { tab: 'events', before });
  const path = `/console/sessions/${session_id}`;
  const { title, detail } = eventLine(t, view);
  return {
    title: name,
    area: 'trace',
    live: null,
    body: (
      <>
        <Back to="/console/trace" text={t('view.event.title')} />
        <PageHead title={title} lead={detail}>
          <p class="row">
            {older && <a href={`/console/trace/${older.id}`}>{t('console.trace.older')}</a>}
            {newer && <a href={`/console/trace/${newer.id}`}>{t('console.trace.newer')}</a>}
          </p>
        </PageHead>
        <div class={pageData && 'columns'}>
          <Panel title={name}>
            <FactList
              class="wide"
              facts={[
                [labelOf(t, 'event', 'at'), <Time atMs={Date.parse(event.at)} />],
                [labelOf(t, 'event', 'type'), <code>{event.type}</code>],
                [
                  labelOf(t, 'event', 'session_id'),
                  pageData && <a href={path}>{pageData.session.fields.identifier}</a>,
                ],
                [
                  labelOf(t, 'event', 'delivery_id'),
                  view.data.delivery_id && (
                    <a href={`${path}#d-${view.data.delivery_id}`}>{shortEvent(view.data.event ?? '')}</a>
                  ),
                ],
              ]}
            />
            <JsonBlock text={JSON.stringify(event)} objectName={name} />
          </Panel>
          {pageData && <SessionEvents url={url} now={now} pageData={pageData} currentId={id} />}
        </div>
      </>
    ),
  };
}
