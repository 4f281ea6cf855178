import { type Filter, splitList, type View } from '@svc-simulator/contract';
import type { Child } from 'hono/jsx';
import type { Area, ConsolePage, PageCall, PageList, Told } from '../page-call.ts';
import { FilterField, Filters, List, pageSizeOf, soughtIn } from '../parts/list.tsx';
import { Notice, PageHead, Tabs } from '../parts/parts.tsx';
import { ViewRows } from './shown-value.tsx';

export interface ListMore<Row> {
  readonly area: Area;
  readonly live?: string | undefined;
  /** Fixed parameters of the query. */
  readonly query?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly tabs?: readonly (readonly [path: string, noun: View<Row>['noun']])[] | undefined;
  readonly before?: Child;
  /** Form that creates a row, above an empty list and below any other. */
  readonly form?: Child;
  readonly actions?: (row: Row) => Child;
  /** Replaces the rows. */
  readonly rows?: (rows: readonly Row[]) => Child;
  readonly after?: Child;
}

export async function listPage<Row>(
  call: PageCall,
  view: View<Row>,
  more: ListMore<Row>,
): Promise<ConsolePage> {
  const { t, url } = call;
  const { noun, filters = [] } = view;
  const title = t(`view.${noun}.title`);
  const find = t.maybe(`view.${noun}.find`);
  const chosen = filters.map((filter) => [filter, chosenOf(filter, url)] as const);
  const narrowed = Object.fromEntries(
    chosen.flatMap(([{ name }, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const sought = soughtIn(url);
  const query = { ...more.query, ...narrowed, ...(sought && { q: sought }), limit: String(pageSizeOf(url)) };
  const answered = await rowsOf(call, view, query, more.params);
  const isFiltered = Object.keys(narrowed).length > 0 || sought !== '' || url.searchParams.has('cursor');
  const leftOut = answered.ok && !isFiltered ? await countLeftOut(call, view, answered.total) : 0;
  const page = answered.ok ? answered : { data: [], nextCursor: null, total: undefined };
  const isEmpty = page.data.length === 0 && !isFiltered;
  const body = (
    <>
      <PageHead title={title} lead={t.maybe(`view.${noun}.lead`)}>
        {(find || filters.length > 0) && !isEmpty && (
          <Filters find={find} url={url} submit={t('console.kit.list.filter')}>
            {chosen.map(([filter, value]) => (
              <FilterField noun={noun} filter={filter} chosen={value} />
            ))}
          </Filters>
        )}
      </PageHead>
      {more.tabs && (
        <Tabs
          label={title}
          here={url.pathname}
          tabs={more.tabs.map(([path, other]) => [path, t(`view.${other}.title`)])}
        />
      )}
      {more.before}
      {isEmpty && more.form}
      {!answered.ok && <Notice kind="warn" text={answered.detail} />}
      <List
        url={url}
        page={page}
        total={view.list.counted ? (page.total ?? null) : undefined}
        noun={noun}
        command={`npx sim ${view.command}`}
        isFiltered={isFiltered}
        isDemo={call.account.demoAgreementId !== undefined}
      >
        {more.rows ? more.rows(page.data) : <ViewRows view={view} rows={page.data} actions={more.actions} />}
      </List>
      {leftOut > 0 && (
        <p class="soft small">
          {t('view.leftOut', { count: leftOut })} <a href={`${url.pathname}?by=all`}>{t('view.showAll')}</a>
        </p>
      )}
      {!isEmpty && more.form}
      {more.after}
    </>
  );
  return { title, area: more.area, ...(more.live && { live: more.live }), body };
}

/** Counts the rows that the default filter hides; the page links to them, so no call can hide by naming a tool. */
async function countLeftOut<Row>(
  { perform }: PageCall,
  { list, filters = [] }: View<Row>,
  shown = 0,
): Promise<number> {
  if (!filters.some(({ name }) => name === 'by')) return 0;
  const all = await perform(list, { query: { by: 'all', limit: '1', total: 'true' } });
  return all.ok ? (all.total ?? shown) - shown : 0;
}

/** Reads the page at the URL's cursor, or the first page if the cursor isn't valid for this list. */
export async function rowsOf<Row>(
  { perform, url }: PageCall,
  { list }: View<Row>,
  query: Readonly<Record<string, string>>,
  params?: Readonly<Record<string, string>>,
): Promise<Told<PageList<Row>>> {
  const asked = { ...query, ...(list.counted === 'asked' && { total: 'true' }) };
  const cursor = url.searchParams.get('cursor');
  const answered = cursor ? await perform(list, { params, query: { ...asked, cursor } }) : undefined;
  const isRead = answered && (answered.ok || !('/cursor' in answered.faults));
  return (isRead ? answered : await perform(list, { params, query: asked })) as Told<PageList<Row>>;
}

function chosenOf({ name, as = name, values, isSeveral }: Filter, url: URL): string | undefined {
  const text = url.searchParams.get(as)?.trim() ?? '';
  const typed = values ? text : text.slice(0, TYPED_MOST);
  const wanted = isSeveral ? splitList(typed) : [typed];
  return wanted.filter((one) => one !== '' && (values?.includes(one) ?? true)).join(',') || undefined;
}

/** Maximum length of a typed filter. No id is this long, so cutting a filter loses no match. */
const TYPED_MOST = 100;
