import { type Filter, type ListView, splitList } from '@svc-simulator/contract';
import type { Child } from 'hono/jsx';
import { LinkButton, t } from '../../kit/parts.tsx';
import type { Area, ConsolePage, OperationResult, PageCall, PageList } from '../page-call.ts';
import {
  CredentialsHint,
  EmptyState,
  FilterField,
  Filters,
  Pager,
  pageSizeOf,
  searchTermOf,
} from '../parts/list.tsx';
import { CodeBlock, Notice, PageHead, Tabs } from '../parts/parts.tsx';
import { ViewRows } from './render-value.tsx';
import { type SelectionAction, SelectionActions } from './selection-actions.tsx';
import { sortRows } from './sorting.ts';

export interface ListPageOptions<Row> {
  readonly area: Area | null;
  readonly live?: string | undefined;
  readonly query?: Readonly<Record<string, string>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly tabs?: readonly (readonly [path: string, noun: ListView<Row>['noun']])[] | undefined;
  readonly before?: Child;
  /** Content next to the title, such as a link to the page that creates a row. */
  readonly create?: Child;
  readonly controls?: Child;
  readonly search?: RowSearch<Row>;
  /** Leaves out the other rows, for which the page then offers a link with `by=all`. */
  readonly isVisible?: ((row: Row) => boolean) | undefined;
  /** Actions on selected rows. If undefined, rows can't be selected. */
  readonly selectionActions?: readonly SelectionAction[];
  /** Form that creates a row. It is above an empty list, and below a list with rows. */
  readonly form?: Child;
  readonly actions?: (row: Row) => Child;
  readonly rows?: (rows: readonly Row[]) => Child;
  readonly after?: Child;
  /** Content at the left of the pager, for a list without a count. */
  readonly pagerStart?: Child;
}

/** A call of a list page. The operator's pages have no account. */
export type ListPageCall = Pick<PageCall, 't' | 'url' | 'perform'> & Partial<Pick<PageCall, 'account'>>;

/** A search for operations that have no parameter `q`: the page reads `limit` rows and filters them. */
interface RowSearch<Row> {
  readonly limit: string;
  readonly textOf: (row: Row) => string;
  readonly cursorOf: (row: Row) => string;
}

export async function renderListPage<Row>(
  call: ListPageCall,
  view: ListView<Row>,
  options: ListPageOptions<Row>,
): Promise<ConsolePage> {
  const { t, url } = call;
  const { noun, filters = [] } = view;
  const title = t(`view.${noun}.title`);
  const searchLabel = t.maybe(`view.${noun}.find`);
  const filterQuery = listQuery(view, url);
  const { isVisible } = options;
  const search = filterQuery.q === undefined && !isVisible ? undefined : options.search;
  const searchText = search ? searchTermOf(url).toLowerCase() : '';
  const limit = search?.limit ?? String(pageSizeOf(url));
  const query = { ...options.query, ...filterQuery, limit };
  const { result, hidesRows } = await readVisibleRows(
    (cursor) => readRows(call, view, cursor ? { ...query, cursor } : query, options.params),
    (row) =>
      (isVisible?.(row) ?? true) && (!searchText || search?.textOf(row).toLowerCase().includes(searchText)),
    pageSizeOf(url),
  );
  const isFiltered = Object.keys(filterQuery).length > 0 || url.searchParams.has('cursor');
  const hiddenCount = result.ok && !isFiltered ? await countHiddenRows(call, view, result.total) : 0;
  const readPage = result.ok ? result : { data: [], nextCursor: null, total: undefined };
  const page = search ? cutPage(readPage, search, url) : readPage;
  const hasRows = page.data.length > 0;
  const isLeftOut = isVisible !== undefined && hidesRows && !hasRows;
  const isEmpty = readPage.data.length === 0 && !isFiltered && !isLeftOut;
  const count = view.list.counted && hasRows ? { shown: page.data.length, total: page.total } : undefined;
  const body = (
    <>
      <PageHead title={title} lead={t.maybe(`view.${noun}.lead`)}>
        {options.create}
      </PageHead>
      {options.tabs && (
        <Tabs
          label={title}
          currentPath={url.pathname}
          tabs={options.tabs.map(([path, tabNoun]) => [path, t(`view.${tabNoun}.title`)])}
        />
      )}
      {options.before}
      {isEmpty && options.form}
      {!result.ok && <Notice kind="warn" text={result.detail} />}
      {(searchLabel || filters.length > 0) && !isEmpty && (
        <Filters searchLabel={searchLabel} url={url}>
          {filters.map((filter) => (
            <FilterField noun={noun} filter={filter} chosen={selectedFilter(filter, url)} url={url} />
          ))}
          {options.controls}
        </Filters>
      )}
      <section class="stack" data-live={noun} aria-label={title}>
        {isEmpty && (
          <NoRows view={view} isDemo={!call.account || call.account.demoAgreementId !== undefined} />
        )}
        {isLeftOut && (
          <EmptyState title={t('view.leftOutTitle')} text={t('view.leftOutText')}>
            <LinkButton href={`${url.pathname}?by=all`} text={t('view.showAll')} />
          </EmptyState>
        )}
        {!hasRows && !isEmpty && !isLeftOut && (
          <EmptyState
            title={t('view.noResultsTitle')}
            text={t(page.nextCursor === null ? 'view.noResultsText' : 'console.kit.list.searched')}
          >
            <LinkButton href={url.pathname} text={t('console.kit.list.clear')} />
          </EmptyState>
        )}
        {hasRows && (
          <div class="panel scroll">
            {options.rows?.(page.data) ?? (
              <ViewRows
                view={view}
                rows={sortRows(t, view, url, page.data)}
                url={url}
                canPick={options.selectionActions !== undefined}
                actions={options.actions}
              />
            )}
          </div>
        )}
        {hasRows && options.selectionActions && (
          <SelectionActions url={url} actions={options.selectionActions} />
        )}
        <Pager url={url} nextCursor={page.nextCursor} count={count}>
          {options.pagerStart}
        </Pager>
      </section>
      {hiddenCount > 0 && (
        <p class="soft small">
          {t('view.leftOut', { count: hiddenCount })}{' '}
          <a href={`${url.pathname}?by=all`}>{t('view.showAll')}</a>
        </p>
      )}
      {!isEmpty && options.form}
      {options.after}
    </>
  );
  return { title, area: options.area, ...(options.live && { live: options.live }), body };
}

const simulatedNouns = ['session', 'delivery', 'event', 'call'];

/** Explains an empty list, with a command that creates its first row. */
function NoRows<Row>({ view, isDemo }: Readonly<{ view: ListView<Row>; isDemo: boolean }>) {
  const { noun, command } = view;
  return (
    <EmptyState title={t(`view.${noun}.emptyTitle`)} text={t(`view.${noun}.emptyText`)}>
      {/* The commands of the demo account need no credentials. */}
      {!isDemo && <CredentialsHint />}
      <CodeBlock text={`npx sim ${command}`} objectName={t('console.kit.command')} />
      {simulatedNouns.includes(noun) && (
        <LinkButton href="/console/simulate" text={t('console.kit.list.simulate')} />
      )}
    </EmptyState>
  );
}

function cutPage<Row>(page: PageList<Row>, { cursorOf }: RowSearch<Row>, url: URL): PageList<Row> {
  const data = page.data.slice(0, pageSizeOf(url));
  const last = data.at(-1);
  const nextCursor = last && page.data.length > data.length ? cursorOf(last) : page.nextCursor;
  return { ...page, data, nextCursor };
}

export function listQuery<Row>({ filters = [] }: ListView<Row>, url: URL): Readonly<Record<string, string>> {
  const selections = filters.map((filter) => [filter.name, selectedFilter(filter, url)] as const);
  const entries = [...selections, ['q', searchTermOf(url)] as const];
  return Object.fromEntries(entries.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** Without the number of hidden rows, a program could hide its calls by claiming to be a tool. */
async function countHiddenRows<Row>(
  { perform }: ListPageCall,
  { list, filters = [] }: ListView<Row>,
  shownCount = 0,
): Promise<number> {
  if (!filters.some(({ name }) => name === 'by')) return 0;
  const all = await perform(list, { query: { by: 'all', limit: '1', total: 'true' } });
  return all.ok ? (all.total ?? shownCount) - shownCount : 0;
}

/** Maximum number of pages that are read for a page of visible rows. */
const MAX_READ_PAGES = 10;

/** Reads on after pages with hidden rows until `count` rows are visible. */
export async function readVisibleRows<Row>(
  read: (cursor?: string) => Promise<OperationResult<PageList<Row>>>,
  isVisible: (row: Row) => boolean | undefined,
  count: number,
): Promise<Readonly<{ result: OperationResult<PageList<Row>>; hidesRows: boolean }>> {
  const data: Row[] = [];
  let hidesRows = false;
  let result = await read();
  for (let readCount = 1; result.ok; readCount++) {
    const visibleRows = result.data.filter(isVisible);
    data.push(...visibleRows);
    const isWhole = visibleRows.length === result.data.length;
    hidesRows ||= !isWhole;
    const isEnough = isWhole || data.length >= count || readCount === MAX_READ_PAGES;
    if (isEnough || result.nextCursor === null) return { result: { ...result, data }, hidesRows };
    result = await read(result.nextCursor);
  }
  return { result, hidesRows };
}

/** Reads the page at the query's or the URL's cursor, or the first page if the cursor isn't valid for this list. */
export async function readRows<Row>(
  { perform, url }: Pick<ListPageCall, 'perform' | 'url'>,
  { list }: ListView<Row>,
  { cursor = url.searchParams.get('cursor') ?? undefined, ...query }: Readonly<Record<string, string>>,
  params?: Readonly<Record<string, string>>,
): Promise<OperationResult<PageList<Row>>> {
  const fullQuery = { ...query, ...(list.counted === 'asked' && { total: 'true' }) };
  const result = cursor ? await perform(list, { params, query: { ...fullQuery, cursor } }) : undefined;
  const isValidCursor = result && (result.ok || !('/cursor' in result.faults));
  return (isValidCursor ? result : await perform(list, { params, query: fullQuery })) as OperationResult<
    PageList<Row>
  >;
}

/** Maximum length of a typed filter. No id is this long, so cutting a filter loses no match. */
const MAX_FILTER_CHARACTERS = 100;

function selectedFilter({ name, as = name, values, acceptsSeveral }: Filter, url: URL): string | undefined {
  const texts = url.searchParams.getAll(as);
  const text = (acceptsSeveral ? texts.join(',') : (texts[0] ?? '')).trim();
  const filterText = values ? text : text.slice(0, MAX_FILTER_CHARACTERS);
  const parts = acceptsSeveral ? splitList(filterText) : [filterText];
  return parts.filter((part) => part !== '' && (values?.includes(part) ?? true)).join(',') || undefined;
}
