import { type Filter, labelOf, SOUGHT_LIMIT, wordOf } from '@svc-simulator/contract';
import { isOneOf } from '@svc-simulator/contract/fields/objects.ts';
import type { NameIn } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { capital, LinkButton, Options, t } from '../../kit/parts.tsx';
import { addressWith } from '../page-call.ts';
import { CodeBlock } from './parts.tsx';

interface EmptyProps {
  readonly title: string;
  readonly text: string;
  readonly children?: Child;
}

/** Replaces an empty list by the reason and the next step. */
export function EmptyState({ title, text, children }: EmptyProps) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <p class="soft">{text}</p>
      {children}
    </div>
  );
}

const simulated = ['session', 'delivery', 'event', 'call'] as const;

interface ListProps {
  /** The page's own address, which holds the filters. */
  readonly url: URL;
  readonly noun: NameIn<'view', 'emptyTitle'>;
  readonly page: { readonly data: readonly unknown[]; readonly nextCursor: string | null };
  /** How many there are, null where nobody has counted them; left out of a list whose page size is fixed. */
  readonly total?: number | null | undefined;
  readonly command: string;
  readonly isFiltered: boolean;
  /** The commands of the command line know the demo account by themselves, and no other. */
  readonly isDemo: boolean;
  /** The rows. */
  readonly children?: Child;
}

/** A page of a list with the way to the others; where nothing is in it, why, and how to change that. */
export function List(props: ListProps) {
  const { url, noun, page, total, command, isFiltered, isDemo, children } = props;
  const { data, nextCursor } = page;
  return (
    <section class="stack" data-live={noun} aria-label={t(`view.${noun}.title`)}>
      {data.length > 0 ? (
        <div class="panel scroll">{children}</div>
      ) : isFiltered ? (
        <EmptyState
          title={t('view.noneTitle')}
          text={t(nextCursor === null ? 'view.noneText' : 'console.kit.list.searched')}
        >
          <LinkButton href={url.pathname} text={t('console.kit.list.clear')} />
        </EmptyState>
      ) : (
        <EmptyState title={t(`view.${noun}.emptyTitle`)} text={t(`view.${noun}.emptyText`)}>
          {!isDemo && <LoadFirst />}
          <CodeBlock text={command} what={t('console.kit.command')} />
          {isOneOf(simulated, noun) && (
            <LinkButton href="/console/simulate" text={t('console.kit.list.simulate')} />
          )}
        </EmptyState>
      )}
      {(data.length > 0 || isFiltered) && (
        <Pager
          url={url}
          nextCursor={nextCursor}
          count={total === undefined ? undefined : { shown: data.length, total: total ?? undefined }}
        />
      )}
    </section>
  );
}

export function LoadFirst() {
  return (
    <p class="soft">
      {t('console.kit.list.ofDemo')} <a href="/console/keys">{t('console.frame.areas.keys')}</a>
    </p>
  );
}

/** Counting ends here. */
const MOST_COUNTED = 10_000;
const sizes = [25, 50, 100];
const [, SIZE] = sizes;
/** Pages that `Previous` leads back through; the first one is always a link away. */
const MOST_TRAIL = 20;

interface PagerProps {
  /** The page's own address. */
  readonly url: URL;
  /** The cursor of the next page, null on the last one. */
  readonly nextCursor: string | null;
  /** For a list with selectable page sizes: the rows on the page, and the total if known. */
  readonly count?: { readonly shown: number; readonly total: number | undefined } | undefined;
}

/** How many rows a page has, as its address says. */
export function pageSizeOf(url: URL): number {
  return sizes.find((size) => String(size) === url.searchParams.get('size')) ?? SIZE ?? 50;
}

/** Which rows these are, and links to the first page, the one before, the next, and to pages of other sizes. */
export function Pager({ url, nextCursor, count }: PagerProps) {
  const here = url.searchParams.get('cursor');
  const trail = trailOf(url);
  const page = pageOf(url);
  if (here === null && nextCursor === null && !count) return null;
  const before = trail.at(-1) ?? (page === 2 ? null : undefined);
  const size = pageSizeOf(url);
  const first = (page - 1) * size + 1;
  return (
    <nav class="row pager" aria-label={t('console.kit.pager.label')}>
      {count && count.shown > 0 && (
        <p class="soft figures rows">{rowsText({ from: first, to: first + count.shown - 1 }, count.total)}</p>
      )}
      {here !== null && <a href={addressWith(url, FIRST)}>{t('console.kit.pager.first')}</a>}
      {here !== null && before !== undefined && (
        <a rel="prev" href={addressWith(url, pageAt(before, page - 1, trail.slice(0, -1)))}>
          {t('console.kit.pager.previous')}
        </a>
      )}
      {nextCursor !== null && (
        <a
          rel="next"
          href={addressWith(url, pageAt(nextCursor, page + 1, here === null ? [] : [...trail, here]))}
        >
          {t('console.kit.pager.next')}
        </a>
      )}
      {count && (
        <span class="row">
          <span class="soft">{t('console.kit.pager.size')}</span>
          {sizes.map((one) => (
            <a
              href={addressWith(url, { ...FIRST, size: String(one) })}
              aria-current={one === size ? 'true' : undefined}
            >
              {one}
            </a>
          ))}
        </span>
      )}
    </nav>
  );
}

function pageOf(url: URL): number {
  return url.searchParams.has('cursor')
    ? Number(/^\d{1,6}$/.exec(url.searchParams.get('page') ?? '')?.[0] ?? 2)
    : 1;
}

/** The cursors of the pages between the first one and this. */
function trailOf(url: URL): readonly string[] {
  return (url.searchParams.get('trail') ?? '').split('.').filter((cursor) => /^[\w-]{1,40}$/.test(cursor));
}

const FIRST = { cursor: null, page: null, trail: null };

function pageAt(cursor: string | null, page: number, trail: readonly string[]) {
  if (cursor === null) return FIRST;
  return { cursor, page: page > 2 ? String(page) : null, trail: trail.slice(-MOST_TRAIL).join('.') || null };
}

function rowsText(shown: { readonly from: number; readonly to: number }, total: number | undefined): string {
  if (total === undefined) return `${shown.from}–${shown.to}`;
  const number = new Intl.NumberFormat(t.lang).format(total);
  return t('console.kit.pager.rowsOf', { ...shown, total: total === MOST_COUNTED ? `${number}+` : number });
}

interface FiltersProps {
  readonly find?: string | undefined;
  /** The list's own address, which holds what was chosen. */
  readonly url: URL;
  readonly submit: string;
  readonly children?: Child;
}

export function soughtIn(url: URL): string {
  return (url.searchParams.get('q') ?? '').trim().slice(0, SOUGHT_LIMIT);
}

/** The search and the filters of a list, in one line; another choice begins at the first page. */
export function Filters({ find, url, submit, children }: FiltersProps) {
  const size = url.searchParams.get('size');
  return (
    <search>
      <form method="get" action={url.pathname} class="finder">
        {find && (
          <>
            <label class="unseen" for="find">
              {find}
            </label>
            <input
              id="find"
              name="q"
              type="search"
              placeholder={find}
              maxlength={SOUGHT_LIMIT}
              autocomplete="off"
              spellcheck={false}
              value={soughtIn(url)}
            />
          </>
        )}
        {children}
        {size && <input type="hidden" name="size" value={size} />}
        {/* With a script, a choice submits the form. */}
        <noscript>
          <button type="submit" class="button">
            {submit}
          </button>
        </noscript>
      </form>
    </search>
  );
}

interface FilterProps {
  readonly noun: string;
  readonly filter: Filter;
  readonly chosen: string | undefined;
}

/** A filter: one out of a few, or an id that is typed. What leaves something out while nothing is chosen says so. */
export function FilterField({ noun, filter, chosen }: FilterProps) {
  const { name, as = name, values, words, otherwise } = filter;
  const label = labelOf(t, noun, name);
  if (!values)
    return (
      <input
        name={as}
        type="search"
        aria-label={label}
        placeholder={label}
        value={chosen ?? ''}
        maxlength={100}
        autocomplete="off"
        spellcheck={false}
      />
    );
  const all = t(otherwise ?? 'view.all');
  const idle = otherwise ? capital(all) : label;
  const areas = [...new Set(values.map(areaOf))];
  const word = (value: string) => (value.includes('.') ? value : capital(wordOf(t, words, value)));
  const options = (some: readonly string[]) => (
    <Options chosen={chosen} options={some.map((value) => [value, word(value)])} />
  );
  return (
    <select name={as} aria-label={label} class={chosen === undefined ? undefined : 'chosen'} data-submits>
      <option value="">{chosen === undefined ? idle : `${label}: ${all.toLowerCase()}`}</option>
      {chosen && !values.includes(chosen) && (
        <Options chosen={chosen} options={[[chosen, chosen.replaceAll(',', ', ')]]} />
      )}
      {areas.length > 1
        ? areas.map((area) => (
            <optgroup label={area}>{options(values.filter((value) => areaOf(value) === area))}</optgroup>
          ))
        : options(values)}
    </select>
  );
}

/** Returns the part of the name before its dot. */
function areaOf(value: string): string {
  return value.slice(0, Math.max(0, value.indexOf('.')));
}
