import { callView, deliveryView, type ListView, sessionView } from '@svc-simulator/contract';
import { type PageAnswer, type PageCall, type PageRoute, seeOther } from '../page-call.ts';
import { EmptyState, Filters, searchTermOf } from '../parts/list.tsx';
import { PageHead, Panel } from '../parts/parts.tsx';
import { readRows } from '../views/list-page.tsx';
import { ViewRows } from '../views/shown-value.tsx';

/** `/console/search`: the results of `q` in the lists of sessions, deliveries and calls. */
export const searchRoutes: readonly PageRoute[] = [{ path: '/console/search', get: searchPage }];

async function searchPage(call: PageCall): Promise<PageAnswer> {
  const { t, url } = call;
  const q = searchTermOf(url);
  const [sessions, ...otherParts] =
    q === ''
      ? []
      : await Promise.all([
          searchList(call, sessionView, 'sessions'),
          searchList(call, deliveryView, 'deliveries'),
          searchList(call, callView, 'calls'),
        ]);
  if (sessions?.first === q.toLowerCase()) return seeOther(`/console/sessions/${sessions.first}`);
  const parts = sessions && [sessions, ...otherParts].flatMap(({ part }) => part ?? []);
  return {
    title: t('console.search.title'),
    area: null,
    live: null,
    body: (
      <>
        <PageHead title={t('console.search.title')} lead={q === '' ? t('console.search.lead') : undefined}>
          <Filters find={t('console.search.label')} url={url} submit={t('console.kit.list.filter')} />
        </PageHead>
        {!parts && <EmptyState title={t('console.search.emptyTitle')} text={t('console.search.emptyText')} />}
        {parts?.length === 0 && (
          <EmptyState title={t('console.search.noneTitle')} text={t('console.search.noneText')} />
        )}
        {parts}
      </>
    ),
  };
}

async function searchList<Row>(call: PageCall, view: ListView<Row>, list: string) {
  const { t, url } = call;
  const q = searchTermOf(url);
  const result = await readRows(call, view, { q, limit: '10' });
  const { data, nextCursor } = result.ok ? result : { data: [], nextCursor: null };
  const [row] = data;
  const nextQuery = new URLSearchParams({ q, ...(!row && nextCursor && { cursor: nextCursor }) });
  const part = (row || nextCursor) && (
    <Panel title={t(`view.${view.noun}.title`)} name={`found-${list}`}>
      {row && <ViewRows view={view} rows={data} />}
      {nextCursor !== null && (
        <p class="small">
          <a href={`/console/${list}?${nextQuery}`}>
            {t(row ? 'console.search.more' : 'console.search.older')}
          </a>
        </p>
      )}
    </Panel>
  );
  return { first: row && view.id(row), part };
}
