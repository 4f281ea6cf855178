import type { Language } from '@svc-simulator/server/http/language.ts';
import { textsOf } from '../texts.ts';

interface PagerProps {
  readonly lang: Language;
  /** The page's own address. */
  readonly url: URL;
  /** The cursor of the next page, null on the last one. */
  readonly nextCursor: string | null;
}

/** Links to the first page, when this is another one, and to the next one, when there is one. */
export function Pager({ lang, url, nextCursor }: PagerProps) {
  const { pager } = textsOf(lang).kit;
  const here = url.searchParams.get('cursor');
  if (here === null && nextCursor === null) return null;
  return (
    <nav class="pager" aria-label={pager.label}>
      {here !== null && <a href={withCursor(url, null)}>{pager.first}</a>}
      {nextCursor !== null && (
        <a rel="next" href={withCursor(url, nextCursor)}>
          {pager.next}
        </a>
      )}
    </nav>
  );
}

function withCursor(url: URL, cursor: string | null): string {
  const parameters = new URLSearchParams(url.search);
  parameters.delete('done');
  if (cursor === null) parameters.delete('cursor');
  else parameters.set('cursor', cursor);
  return `${url.pathname}${parameters.size > 0 ? `?${parameters}` : ''}`;
}
