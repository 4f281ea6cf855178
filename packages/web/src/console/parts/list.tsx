import type { Language } from '@svc-simulator/server/http/language.ts';
import type { Child } from 'hono/jsx';
import { textsOf } from '../texts.ts';
import { CodeBlock } from './copy.tsx';
import { Pager } from './pager.tsx';

interface EmptyProps {
  readonly title: string;
  readonly text: string;
  /** What to do next. */
  readonly children?: Child;
}

/** What stands where a list would be, when there is nothing in it: why, and how to change that. */
export function EmptyState({ title, text, children }: EmptyProps) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      <p class="soft">{text}</p>
      {children}
    </div>
  );
}

/** What a list says of itself when nothing is in it. */
interface ListTexts {
  /** When there never was a row. */
  readonly emptyTitle: string;
  readonly emptyText: string;
  /** When the filters that were chosen leave none; `searched` where older rows have not been looked at yet. */
  readonly noneTitle?: string;
  readonly noneText?: string;
  readonly searched?: string;
  /** Leads back to the whole list. */
  readonly clear?: string;
}

interface ListProps {
  readonly lang: Language;
  /** The page's own address, which holds the filters. */
  readonly url: URL;
  /** Its part of the page, which is kept up to date. */
  readonly name: string;
  /** For screen readers, where no heading says it. */
  readonly label?: string;
  readonly page: { readonly items: readonly unknown[]; readonly nextCursor: string | null };
  /** How many there are, null where nobody has counted them; left out of a list whose page size is fixed. */
  readonly total?: number | null;
  readonly texts: ListTexts;
  /** What makes a first row, to be pasted. */
  readonly command: string;
  readonly isFiltered?: boolean;
  /** The rows. */
  readonly children?: Child;
}

/** A page of a list with the way to the others; where nothing is in it, why, and how to change that. */
export function List(props: ListProps) {
  const { lang, url, name, label, page, total, texts, command, isFiltered = false, children } = props;
  const { items, nextCursor } = page;
  const { noneTitle = '', noneText = '', searched = noneText, clear } = texts;
  return (
    <section class="stack" data-live={name} aria-label={label}>
      {items.length > 0 ? (
        <div class="panel scroll">{children}</div>
      ) : isFiltered ? (
        <EmptyState title={noneTitle} text={nextCursor === null ? noneText : searched}>
          {clear && (
            <a class="button" href={url.pathname}>
              {clear}
            </a>
          )}
        </EmptyState>
      ) : (
        <EmptyState title={texts.emptyTitle} text={texts.emptyText}>
          <CodeBlock lang={lang} text={command} what={textsOf(lang).kit.command} />
        </EmptyState>
      )}
      <Pager
        lang={lang}
        url={url}
        nextCursor={nextCursor}
        count={total === undefined ? undefined : { shown: items.length, total: total ?? undefined }}
      />
    </section>
  );
}
