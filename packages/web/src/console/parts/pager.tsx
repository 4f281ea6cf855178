import type { Texts } from '@svc-simulator/texts/texts.ts';
import { t } from '../../kit/speaking.ts';

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
  /** Of a list whose page size may be chosen: how many are shown, and how many there are, where that is known. */
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
    <nav class="pager" aria-label={t('console.kit.pager.label')}>
      {count && count.shown > 0 && (
        <p class="soft figures rows">
          {rowsText(t, { from: first, to: first + count.shown - 1, total: totalText(count.total, t) })}
        </p>
      )}
      {here !== null && <a href={withPage(url, {})}>{t('console.kit.pager.first')}</a>}
      {here !== null && before !== undefined && (
        <a rel="prev" href={withPage(url, { cursor: before, trail: trail.slice(0, -1), page: page - 1 })}>
          {t('console.kit.pager.previous')}
        </a>
      )}
      {nextCursor !== null && (
        <a
          rel="next"
          href={withPage(url, {
            cursor: nextCursor,
            trail: here === null ? [] : [...trail, here],
            page: page + 1,
          })}
        >
          {t('console.kit.pager.next')}
        </a>
      )}
      {count && (
        <span class="row">
          <span class="soft">{t('console.kit.pager.size')}</span>
          {sizes.map((one) => (
            <a href={withPage(url, {}, one)} aria-current={one === size ? 'true' : undefined}>
              {one}
            </a>
          ))}
        </span>
      )}
    </nav>
  );
}

function totalText(total: number | undefined, t: Texts): string | undefined {
  if (total === undefined) return undefined;
  const number = new Intl.NumberFormat(t.lang).format(total);
  return total === MOST_COUNTED ? `${number}+` : number;
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

interface PageAddress {
  readonly cursor?: string | null;
  readonly trail?: readonly string[];
  readonly page?: number;
}

function withPage(url: URL, { cursor = null, trail = [], page = 1 }: PageAddress, size?: number): string {
  const parameters = new URLSearchParams(url.search);
  for (const other of ['done', 'cursor', 'trail', 'page']) parameters.delete(other);
  if (cursor !== null) parameters.set('cursor', cursor);
  if (cursor !== null && page > 2) parameters.set('page', String(page));
  if (trail.length > 0) parameters.set('trail', trail.slice(-MOST_TRAIL).join('.'));
  if (size !== undefined) parameters.set('size', String(size));
  return `${url.pathname}${parameters.size > 0 ? `?${parameters}` : ''}`;
}

/** Which rows are shown, of how many where somebody has counted them. */
function rowsText(
  t: Texts,
  { total, ...shown }: { from: number; to: number; total: string | undefined },
): string {
  return total === undefined
    ? t('console.kit.pager.rows', shown)
    : t('console.kit.pager.rowsOf', { ...shown, total });
}
