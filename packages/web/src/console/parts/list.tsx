import type { Language } from '@svc-simulator/server/http/language.ts';
import type { TextKey } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { pageTexts } from '../page-texts.ts';
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

/** What stands before `.emptyTitle` and `.emptyText` in the names of a list's texts. */
type KeysOfEmpty = TextKey extends infer Key
  ? Key extends `${infer Start}.emptyTitle`
    ? Start
    : never
  : never;

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
  /** What it says of itself when it never had a row. */
  readonly empty: KeysOfEmpty;
  /** What makes a first row, to be pasted. */
  readonly command: string;
  readonly isFiltered?: boolean;
  /** The rows. */
  readonly children?: Child;
}

/** A page of a list with the way to the others; where nothing is in it, why, and how to change that. */
export function List(props: ListProps) {
  const { lang, url, name, label, page, total, empty, command, isFiltered = false, children } = props;
  const { items, nextCursor } = page;
  const t = pageTexts(lang);
  return (
    <section class="stack" data-live={name} aria-label={label}>
      {items.length > 0 ? (
        <div class="panel scroll">{children}</div>
      ) : isFiltered ? (
        <EmptyState
          title={t('console.kit.list.noneTitle')}
          text={t(nextCursor === null ? 'console.kit.list.noneText' : 'console.kit.list.searched')}
        >
          <a class="button" href={url.pathname}>
            {t('console.kit.list.clear')}
          </a>
        </EmptyState>
      ) : (
        <EmptyState title={t(`${empty}.emptyTitle`)} text={t(`${empty}.emptyText`)}>
          <CodeBlock lang={lang} text={command} what={t('console.kit.command')} />
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
