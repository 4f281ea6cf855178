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
const [, DEFAULT_PAGE_SIZE] = pageSizes;
/** Maximum number of cursors of previous pages in the URL. */
const MAX_TRAIL = 20;

interface PagerProps {
  readonly url: URL;
  readonly nextCursor: string | null;
  /** Undefined for a list whose page size can't be selected. */
  readonly count?: { readonly shown: number; readonly total: number | undefined } | undefined;
}

export function pageSizeOf(url: URL): number {
  return pageSizes.find((size) => String(size) === url.searchParams.get('size')) ?? DEFAULT_PAGE_SIZE ?? 50;
}

const FIRST_PAGE = { cursor: null, page: null, trail: null };

export function Pager({ url, nextCursor, count }: PagerProps) {
  const cursor = url.searchParams.get('cursor');
  const trail = cursorTrailOf(url);
  const page = pageNumberOf(url);
  if (cursor === null && nextCursor === null && !count?.shown) return null;
  const previousCursor = trail.at(-1) ?? (page === 2 ? null : undefined);
  const size = pageSizeOf(url);
  const first = (page - 1) * size + 1;
  return (
    <nav class="row pager" aria-label={t('console.kit.pager.label')}>
      {count && (
        <p class="soft figures rows">{rowsText({ from: first, to: first + count.shown - 1 }, count.total)}</p>
      )}
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

function cursorTrailOf(url: URL): readonly string[] {
  return (url.searchParams.get('trail') ?? '').split('.').filter((cursor) => /^[\w-]{1,40}$/.test(cursor));
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
        {/* The button is only for browsers without JavaScript. With JavaScript, a change of a select submits
           the form. */}
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

type FilterProps = Readonly<{ noun: string; filter: Filter; chosen: string | undefined }>;

export function FilterField({ noun, filter, chosen }: FilterProps) {
  const { name, as = name, values, emptyLabel, acceptsSeveral, isLinked } = filter;
  const label = labelOf(t, noun, name);
  if (isLinked) return chosen ? <input type="hidden" name={as} value={chosen} /> : null;
  if (!values) return <SearchInput name={as} label={label} value={chosen ?? ''} maxlength={100} />;
  const all = t(emptyLabel ?? 'view.all');
  const emptyText = emptyLabel ? capital(all) : label;
  const areas = [...new Set(values.map(namePrefix))];
  // If a filter accepts several values, its select adds one to those in the chips, so no option is
  // preselected.
  const selected = acceptsSeveral ? undefined : chosen;
  const options = (choices: readonly string[]) => (
    <Options selected={selected} options={choices.map((value) => [value, filterWord(filter, value)])} />
  );
  return (
    <>
      {acceptsSeveral && chosen && <input type="hidden" name={as} value={chosen} />}
      <select name={as} aria-label={label} class={chosen === undefined ? undefined : 'chosen'} data-submits>
        <option value="">{selected === undefined ? emptyText : `${label}: ${all.toLowerCase()}`}</option>
        {areas.length > 1
          ? areas.map((area) => (
              <optgroup label={area}>
                {options(values.filter((value) => namePrefix(value) === area))}
              </optgroup>
            ))
          : options(values)}
      </select>
    </>
  );
}

interface FilterChipsProps {
  readonly noun: string;
  readonly url: URL;
  readonly selections: readonly (readonly [filter: Filter, chosen: string | undefined])[];
}

/** Shows the selected filters of a list. Each is a link that removes the filter. */
export function FilterChips({ noun, url, selections }: FilterChipsProps) {
  const chips = selections.flatMap(([filter, chosen = '']) => {
    const { name, as: urlName = name, acceptsSeveral } = filter;
    const values = (acceptsSeveral ? splitList(chosen) : [chosen]).filter((value) => value !== '');
    return values.map((value) => {
      const others = values.filter((other) => other !== value).join(',') || null;
      const href = urlWithQuery(url, { ...FIRST_PAGE, [urlName]: others });
      return (
        <li>
          <a class="chip" href={href} title={t('console.kit.list.removeFilter')}>
            <span class="soft">{labelOf(t, noun, name)}</span>{' '}
            <span class="cut">{filterWord(filter, value)}</span> <Icon name="cross" />
          </a>
        </li>
      );
    });
  });
  if (chips.length === 0) return null;
  return (
    <ul class="row chips" aria-label={t('console.kit.list.filters')}>
      {chips}
    </ul>
  );
}

/** Returns a filter's value in the reader's language. Types of events aren't translated. */
function filterWord({ words, values }: Filter, value: string): string {
  return values && words ? capital(wordOf(t, words, value)) : value;
}

function namePrefix(value: string): string {
  return value.slice(0, Math.max(0, value.indexOf('.')));
}
