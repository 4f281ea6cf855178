import type { NameIn } from '@svc-simulator/texts/texts.ts';
import type { Child } from 'hono/jsx';
import { t } from '../../kit/speaking.ts';
import { Pager } from './pager.tsx';
import { CodeBlock } from './parts.tsx';

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

interface ListProps {
  /** The page's own address, which holds the filters. */
  readonly url: URL;
  /** What it is a list of: its words, and the name of this part of the page, which is kept up to date. */
  readonly noun: NameIn<'view', 'emptyTitle'>;
  readonly page: { readonly data: readonly unknown[]; readonly nextCursor: string | null };
  /** How many there are, null where nobody has counted them; left out of a list whose page size is fixed. */
  readonly total?: number | null | undefined;
  /** What makes a first row, to be pasted. */
  readonly command: string;
  readonly isFiltered?: boolean;
  /** The rows. */
  readonly children?: Child;
}

/** A page of a list with the way to the others; where nothing is in it, why, and how to change that. */
export function List(props: ListProps) {
  const { url, noun, page, total, command, isFiltered = false, children } = props;
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
          <a class="button" href={url.pathname}>
            {t('console.kit.list.clear')}
          </a>
        </EmptyState>
      ) : (
        <EmptyState title={t(`view.${noun}.emptyTitle`)} text={t(`view.${noun}.emptyText`)}>
          <CodeBlock text={command} what={t('console.kit.command')} />
        </EmptyState>
      )}
      <Pager
        url={url}
        nextCursor={nextCursor}
        count={total === undefined ? undefined : { shown: data.length, total: total ?? undefined }}
      />
    </section>
  );
}
