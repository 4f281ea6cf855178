import { listed, traceTypes } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { presentedJson } from '@svc-simulator/server/trace/presented-event.ts';
import { missingPage } from '../error-pages.tsx';
import type { ConsolePage, PageCall, PageRoute } from '../page-call.ts';
import { pageTexts } from '../page-texts.ts';
import { idIn, SHOWN_BYTES } from '../parts/browser-input.ts';
import { CodeBlock } from '../parts/copy.tsx';
import { FactList } from '../parts/fact-list.tsx';
import { Filters, SessionFilter } from '../parts/filters.tsx';
import { List } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Time } from '../parts/time.tsx';
import { EventText } from './event-line.tsx';
import { type EventView, readEvent } from './event-line-data.ts';
import { EventList, prettyJson } from './event-list.tsx';

const PAGE = 50;
/** Longer than any id of a session; a longer text names none. */
const SESSION_LIMIT = 100;

/** `/console/trace`: everything that happened in the account, newest first; and each event by itself. */
export const traceRoutes: readonly PageRoute[] = [
  { path: '/console/trace', get: tracePage },
  { path: '/console/trace/:id', get: eventPage },
];

async function tracePage({ services, account, lang, now, url }: PageCall): Promise<ConsolePage> {
  const t = pageTexts(lang);
  const types = listed(url.searchParams.get('type') ?? '').filter((type) =>
    traceTypes.some((known) => known === type),
  );
  const sessionId = url.searchParams.get('session')?.trim().slice(0, SESSION_LIMIT) ?? '';
  const after = idIn(url.searchParams.get('cursor'));
  const page = await services.runtime.store.trace.page(account.id, {
    order: 'desc',
    limit: PAGE,
    maxBytes: SHOWN_BYTES,
    ...(types.length > 0 && { types }),
    ...(sessionId && { sessionId }),
    ...(after !== undefined && { after }),
  });
  const body = (
    <>
      <PageHead title={t('console.frame.areas.trace')}>
        <Filters url={url} submit={t('console.kit.list.filter')}>
          <TypeFilter lang={lang} types={types} />
          <SessionFilter label={t('console.trace.session')} value={sessionId} />
        </Filters>
      </PageHead>
      <List
        {...{ lang, url, page }}
        empty="console.trace"
        name="trace"
        label={t('console.frame.areas.trace')}
        command="npx sim session create"
        isFiltered={types.length > 0 || sessionId !== ''}
      >
        <EventList lang={lang} now={now} events={page.items.map(readEvent)} />
      </List>
    </>
  );
  return {
    title: t('console.frame.areas.trace'),
    area: 'trace',
    ...(sessionId && { live: `/console/live?session=${encodeURIComponent(sessionId)}` }),
    body,
  };
}

async function eventPage({ services, account, lang, params }: PageCall): Promise<ConsolePage> {
  const { trace } = services.runtime.store;
  const id = idIn(params.id);
  const event = id === undefined ? undefined : await trace.get(account.id, id);
  if (!event) return missingPage(lang, 'trace');
  const [newer, older] = await Promise.all([
    trace.page(account.id, { order: 'asc', limit: 1, after: event.id }),
    trace.page(account.id, { order: 'desc', limit: 1, after: event.id }),
  ]);
  return {
    title: `${pageTexts(lang)('console.trace.event')} ${event.id}`,
    area: 'trace',
    live: null,
    body: (
      <EventPage
        lang={lang}
        event={readEvent({ ...event, json: presentedJson(event) })}
        newerId={newer.items[0]?.id}
        olderId={older.items[0]?.id}
      />
    ),
  };
}

interface EventPageProps {
  readonly lang: Language;
  readonly event: EventView;
  readonly newerId: number | undefined;
  readonly olderId: number | undefined;
}

/** One event with everything that is stored of it. */
function EventPage({ lang, event, newerId, olderId }: EventPageProps) {
  const t = pageTexts(lang);
  return (
    <>
      <PageHead title={`${t('console.trace.event')} ${event.id}`}>
        <p class="row">
          <a href="/console/trace">{t('console.frame.areas.trace')}</a>
          {olderId !== undefined && <a href={`/console/trace/${olderId}`}>{t('console.trace.older')}</a>}
          {newerId !== undefined && <a href={`/console/trace/${newerId}`}>{t('console.trace.newer')}</a>}
        </p>
      </PageHead>
      <section class="panel stack">
        <p class="event-row">
          <EventText lang={lang} event={event} />
        </p>
        <FactList
          class="wide"
          facts={[
            [t('console.trace.at'), <Time atMs={event.at} />],
            [
              t('console.trace.session'),
              event.sessionId && (
                <a href={`/console/sessions/${event.sessionId}`}>
                  <code>{event.sessionId}</code>
                </a>
              ),
            ],
          ]}
        />
        <div class="whole-event">
          <CodeBlock
            lang={lang}
            text={prettyJson(event.json)}
            what={`${t('console.trace.event')} ${event.id}`}
          />
        </div>
      </section>
    </>
  );
}

interface TypeFilterProps {
  readonly lang: Language;
  /** None: all. One is chosen here; an address may name several, with commas between. */
  readonly types: readonly string[];
}

function TypeFilter({ lang, types }: TypeFilterProps) {
  const t = pageTexts(lang);
  return (
    <select
      name="type"
      aria-label={t('console.trace.type')}
      class={types.length > 0 ? 'chosen' : undefined}
      data-submits
    >
      <option value="">
        {t('console.trace.type')}: {t('console.trace.allTypes').toLowerCase()}
      </option>
      {types.length > 1 && (
        <option value={types.join(',')} selected>
          {types.join(', ')}
        </option>
      )}
      {groupNames.map((name) => (
        <optgroup label={name}>
          {traceTypes
            .filter((type) => groupOf(type) === name)
            .map((type) => (
              <option value={type} selected={types.length === 1 && type === types[0]}>
                {type}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}

/** The types by what stands before their dot. */
const groupNames = [...new Set(traceTypes.map(groupOf))];

function groupOf(type: string): string {
  return type.slice(0, type.indexOf('.'));
}
