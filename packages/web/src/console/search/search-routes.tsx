import { findCalls, showCalls } from '@svc-simulator/server/calls/call-pages.ts';
import { presentedCall } from '@svc-simulator/server/calls/presented-call.ts';
import { deliveryPage } from '@svc-simulator/server/deliveries/delivery-list.ts';
import { sessionPage } from '@svc-simulator/server/deliveries/session-webhooks.ts';
import { problemTexts } from '@svc-simulator/server/http/problem-words.ts';
import { type Sought, soughtBy } from '@svc-simulator/server/lists/sought.ts';
import type { Child } from 'hono/jsx';
import { CallRows } from '../calls/calls-page.tsx';
import { DeliveryRows } from '../deliveries/delivery-rows.tsx';
import { type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { pageTexts } from '../page-texts.ts';
import { SHOWN_BYTES } from '../parts/browser-input.ts';
import { Filters, soughtIn } from '../parts/filters.tsx';
import { EmptyState } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SessionRows } from '../sessions/session-list.tsx';

/** Of each list. */
const SHOWN = 10;

/** `/console/search`: what the lists of sessions, deliveries and calls answer to the same `q`. */
export const searchRoutes: readonly PageRoute[] = [{ path: '/console/search', get: searchPage }];

interface Found {
  readonly list: 'sessions' | 'deliveries' | 'calls';
  /** Undefined when there are none. */
  readonly rows: Child | undefined;
  readonly nextCursor: string | null;
}

async function searchPage(call: PageCall): Promise<PageAnswer> {
  const { lang, url } = call;
  const t = pageTexts(lang);
  const sought = soughtBy(soughtIn(url));
  const answer = sought && (await ask(call, sought));
  if (answer instanceof Response) return answer;
  const found = answer?.filter(({ rows, nextCursor }) => rows !== undefined || nextCursor !== null);
  return {
    title: t('console.search.title'),
    area: null,
    live: null,
    body: (
      <>
        <PageHead title={t('console.search.title')} lead={t('console.search.lead')}>
          <Filters find={t('console.search.label')} url={url} submit={t('console.kit.list.filter')} />
        </PageHead>
        {found === undefined && (
          <EmptyState title={t('console.search.emptyTitle')} text={t('console.search.emptyText')} />
        )}
        {found?.length === 0 && (
          <EmptyState title={t('console.search.noneTitle')} text={t('console.search.noneText')} />
        )}
        {found?.map((one) => (
          <Part call={call} found={one} />
        ))}
      </>
    ),
  };
}

/** What the three lists have; the way to a session that was named by its whole id. */
async function ask(call: PageCall, sought: Sought): Promise<readonly Found[] | Response> {
  const { services, account, lang } = call;
  const { store, calls } = services.runtime;
  const query = { limit: SHOWN, sought };
  const [sessions, deliveries, t] = await Promise.all([
    sessionPage(store, account.id, query),
    deliveryPage(store, account.id, query),
    problemTexts(lang),
  ]);
  const [first] = sessions.items;
  if (first?.session.id === sought.id) return seeOther(`/console/sessions/${sought.id}`);
  const asked = await findCalls(calls, account.id, { ...query, order: 'desc', maxBytes: SHOWN_BYTES });
  const shown = await showCalls(asked.items, (one) => presentedCall(one, t));
  return [
    {
      list: 'sessions',
      rows: first && <SessionRows lang={lang} sessions={sessions.items} />,
      nextCursor: sessions.nextCursor,
    },
    {
      list: 'deliveries',
      rows:
        deliveries.items.length > 0 ? (
          <DeliveryRows lang={lang} deliveries={deliveries.items} clock={account.clock} />
        ) : undefined,
      nextCursor: deliveries.nextCursor,
    },
    {
      list: 'calls',
      rows: shown.length > 0 ? <CallRows lang={lang} calls={shown} /> : undefined,
      nextCursor: asked.nextCursor,
    },
  ];
}

/** What one list has, and the way to the rest of it. */
function Part({ call: { lang, url }, found }: { readonly call: PageCall; readonly found: Found }) {
  const t = pageTexts(lang);
  const { list, rows, nextCursor } = found;
  const heading = `found-${list}`;
  const rest = new URLSearchParams({ q: soughtIn(url), ...(!rows && nextCursor && { cursor: nextCursor }) });
  return (
    <section class="panel stack" aria-labelledby={heading}>
      <h2 id={heading}>{t(`console.frame.areas.${list}`)}</h2>
      {rows}
      {nextCursor !== null && (
        <p class="small">
          <a href={`/console/${list}?${rest}`}>
            {rows ? t('console.search.more') : t('console.search.older')}
          </a>
        </p>
      )}
    </section>
  );
}
