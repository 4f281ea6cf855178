import { type Filter, labelOf, SEARCH_LIMIT, splitList, wordOf } from '@svc-simulator/contract';
import type { Child, JSX } from 'hono/jsx';
import { capital, Icon, Options, t } from '../../kit/parts.tsx';
import { urlWithQuery } from '../page-call.ts';

type EmptyProps = Readonly<{ title: string; text: string; children?: Child }>;

export function EmptyState({ title, text, children }: EmptyProps) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <p class="soft">{text}</p>
      {children}
    </div>
  );
}

export function CredentialsHint() {
  return (
    <p class="soft">
      {t('console.kit.list.loadVariables')} <a href="/console/keys">{t('console.frame.areas.keys')}</a>
    </p>
  );
}

/** The largest total that the API returns. */
const COUNT_LIMIT = 10_000;
const pageSizes = [25, 50, 100];
const DEFAULT_PAGE_SIZE = 50;
/** Maximum number of cursors of previous pages in the URL. */
const MAX_TRAIL = 20;

interface PagerProps {
  readonly url: URL;
  readonly nextCursor: string | null;
  /** Undefined for a list whose page size can't be selected. */
  readonly count?: { readonly shown: number; readonly total: number | undefined } | undefined;
  readonly children?: Child;
}

export function pageSizeOf(url: URL): number {
  return pageSizes.find((size) => String(size) === url.searchParams.get('size')) ?? DEFAULT_PAGE_SIZE;
}

const FIRST_PAGE = { cursor: null, page: null, trail: null };

export function Pager({ url, nextCursor, count, children }: PagerProps) {
  const cursor = url.searchParams.get('cursor');
  const trail = (url.searchParams.get('trail') ?? '').split('.').filter((id) => /^[\w-]{1,40}$/.test(id));
  const page = pageNumberOf(url);
  if (cursor === null && nextCursor === null && !count?.shown && !children) return null;
  const previousCursor = trail.at(-1) ?? (page === 2 ? null : undefined);
  const size = pageSizeOf(url);
  const first = (page - 1) * size + 1;
  return (
    <nav class="row pager" aria-label={t('console.kit.pager.label')}>
      <p class="soft figures rows">
        {count ? rowsText({ from: first, to: first + count.shown - 1 }, count.total) : children}
      </p>
      {cursor !== null && <a href={urlWithQuery(url, FIRST_PAGE)}>{t('console.kit.pager.first')}</a>}
      {cursor !== null && previousCursor !== undefined && (
        <a rel="prev" href={urlWithQuery(url, pageParameters(previousCursor, page - 1, trail.slice(0, -1)))}>
          {t('console.kit.pager.previous')}
        </a>
      )}
      {nextCursor !== null && (
        <a
          rel="next"
          href={urlWithQuery(
            url,
            pageParameters(nextCursor, page + 1, cursor === null ? [] : [...trail, cursor]),
          )}
        >
          {t('console.kit.pager.next')}
        </a>
      )}
      {count && (count.total ?? COUNT_LIMIT) > 25 && (
        <span class="row">
          <span class="soft">{t('console.kit.pager.size')}</span>
          {pageSizes.map((pageSize) => (
            <a
              href={urlWithQuery(url, { ...FIRST_PAGE, size: String(pageSize) })}
              aria-current={pageSize === size ? 'true' : undefined}
            >
              {pageSize}
            </a>
          ))}
        </span>
      )}
    </nav>
  );
}

function pageNumberOf(url: URL): number {
  return url.searchParams.has('cursor')
    ? Number(/^\d{1,6}$/.exec(url.searchParams.get('page') ?? '')?.[0] ?? 2)
    : 1;
}

function pageParameters(cursor: string | null, page: number, trail: readonly string[]) {
  if (cursor === null) return FIRST_PAGE;
  return { cursor, page: page > 2 ? String(page) : null, trail: trail.slice(-MAX_TRAIL).join('.') || null };
}

function rowsText(range: { readonly from: number; readonly to: number }, total: number | undefined): string {
  if (total === undefined) return `${range.from}–${range.to}`;
  const number = new Intl.NumberFormat(t.lang).format(total);
  return t('console.kit.pager.rowsOf', { ...range, total: total === COUNT_LIMIT ? `${number}+` : number });
}

type FiltersProps = Readonly<{ searchLabel?: string | undefined; url: URL; children?: Child }>;

export function searchTermOf(url: URL): string {
  return (url.searchParams.get('q') ?? '').trim().slice(0, SEARCH_LIMIT);
}

/** Parameters of a list's URL that a change of its filters keeps. */
const KEPT_PARAMETERS = ['size', 'sort'];

export function Filters({ searchLabel, url, children }: FiltersProps) {
  return (
    <search>
      <form method="get" action={url.pathname} class="finder">
        {searchLabel && <SearchInput id="find" name="q" label={searchLabel} value={searchTermOf(url)} />}
        {children}
        {KEPT_PARAMETERS.map((name) => {
          const value = url.searchParams.get(name);
          return value && <input type="hidden" name={name} value={value} />;
        })}
        {/* Without a button that is rendered, Enter doesn't submit a form with two text fields. */}
        <button type="submit" class="unseen" tabindex={-1} data-needs-script hidden>
          {t('console.kit.list.filter')}
        </button>
        {/* With JavaScript, a change of a select submits the form. */}
        <noscript>
          <button type="submit" class="button">
            {t('console.kit.list.filter')}
          </button>
        </noscript>
      </form>
    </search>
  );
}

type SearchInputProps = JSX.IntrinsicElements['input'] & Readonly<{ label: string }>;

export function SearchInput({ label, ...input }: SearchInputProps) {
  const texts = { 'aria-label': label, placeholder: label };
  return (
    <input
      type="search"
      maxlength={SEARCH_LIMIT}
      autocomplete="off"
      spellcheck={false}
      {...texts}
      {...input}
    />
  );
}

type FilterProps = Readonly<{ noun: string; filter: Filter; chosen: string | undefined; url: URL }>;

/** Shows a filter, and after it a link for each selected value, which removes the value. */
export function FilterField({ noun, filter, chosen, url }: FilterProps) {
  const { name, as = name, values, emptyLabel, acceptsSeveral, isLinked } = filter;
  const label = labelOf(t, noun, name);
  if (!values && !isLinked)
    return <SearchInput name={as} label={label} value={chosen ?? ''} maxlength={100} />;
  const title = t('console.kit.list.removeFilter');
  const isSingle = !acceptsSeveral && !isLinked;
  const selected = acceptsSeveral ? splitList(chosen ?? '') : [chosen ?? ''];
  const chips = selected.filter(Boolean).map((value) => {
    const others = selected.filter((other) => other !== value).join(',') || null;
    return (
      <a class="chip" href={urlWithQuery(url, { ...FIRST_PAGE, [as]: others })} title={title}>
        <span class="soft">{label}</span> <span class="cut">{filterWord(filter, value)}</span>{' '}
        <Icon name="cross" />
      </a>
    );
  });
  const all = t(emptyLabel ?? 'view.all');
  return (
    <>
      {!isSingle && chosen && <input type="hidden" name={as} value={chosen} />}
      {values && (
        <select name={as} aria-label={label} class={isSingle && chosen ? 'chosen' : undefined} data-submits>
          <option value="">
            {emptyLabel ? capital(all) : isSingle && chosen ? `${label}: ${all.toLowerCase()}` : label}
          </option>
          {/* A select of several values adds one to those in the chips, so no option is preselected. */}
          <Options
            selected={isSingle ? chosen : undefined}
            options={values.map((value) => [value, filterWord(filter, value)])}
          />
        </select>
      )}
      {chips}
    </>
  );
}

/** Returns a filter's value in the reader's language. Types of events aren't translated. */
function filterWord({ words, values }: Filter, value: string): string {
  return values && words ? capital(wordOf(t, words, value)) : value;
}
