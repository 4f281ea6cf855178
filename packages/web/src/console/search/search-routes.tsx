import { callView, deliveryView, type ListView, sessionView } from '@svc-simulator/contract';
import { Icon } from '../../kit/parts.tsx';
import { pathAfterLogin } from '../access/outside.tsx';
import { type PageAnswer, type PageCall, type PageRoute, seeOther, urlWithQuery } from '../page-call.ts';
import { EmptyState, Filters, searchTermOf } from '../parts/list.tsx';
import { ButtonForm, PageHead, Panel } from '../parts/parts.tsx';
import { readRows } from '../views/list-page.tsx';
import { ViewRows } from '../views/render-value.tsx';
import { type Command, findCommands, startCommands } from './commands.ts';

/**
 * Serves `/console/search`, which searches actions, pages, settings, records and documentation for `q`. The
 * palette shows the element `found`; `next` is the page on which the palette was opened.
 */
export const searchRoutes: readonly PageRoute[] = [{ path: '/console/search', get: searchPage }];

const MAX_DOCUMENTS = 5;
const START_ROWS = '5';

async function searchPage(call: PageCall): Promise<PageAnswer> {
  const { t, url } = call;
  const q = searchTermOf(url);
  const isPalette = url.searchParams.has('next');
  const isStart = isPalette && q === '';
  const [sessions, deliveries, calls, documents = []] =
    q === ''
      ? [isStart ? await searchList(call, sessionView, 'sessions', START_ROWS) : undefined]
      : await Promise.all([
          searchList(call, sessionView, 'sessions'),
          searchList(call, deliveryView, 'deliveries'),
          searchList(call, callView, 'calls'),
          findDocuments(call, q),
        ]);
  if (!isPalette && sessions?.first === q.toLowerCase())
    return seeOther(`/console/sessions/${sessions.first}`);
  const next = isPalette ? pathAfterLogin(url) : urlWithQuery(url, {});
  const commands = isStart ? startCommands(call, next) : findCommands(call, q, next);
  const [firstKind, ...otherKinds] = [...new Set(commands.map(({ kind }) => kind))];
  const listOf = (title = '') => (
    <CommandList title={title} commands={commands.filter(({ kind }) => kind === title)} next={next} />
  );
  const parts = [sessions, deliveries, calls].flatMap((list) => list?.part ?? []);
  const hasResults = parts.length + commands.length + documents.length > 0;
  return {
    title: t('console.search.title'),
    area: null,
    live: null,
    body: (
      <>
        <PageHead title={t('console.search.title')} lead={q === '' ? t('console.search.lead') : undefined} />
        <Filters searchLabel={t('console.search.label')} url={url} />
        <div class="stack loose" id="found">
          {listOf(firstKind)}
          {parts}
          {otherKinds.map(listOf)}
          <CommandList title={t('kit.places.docs')} commands={documents} next={next} />
          {!hasResults && (
            <EmptyState title={t('console.search.noResultsTitle')} text={t('console.search.noResultsText')} />
          )}
        </div>
      </>
    ),
  };
}

type CommandListProps = Readonly<{ title: string; commands: readonly Command[]; next: string }>;

/** Lists commands. The browser returns to the page `next` after an action. */
function CommandList({ title, commands, next }: CommandListProps) {
  if (commands.length === 0) return null;
  return (
    <Panel title={title}>
      <ul class="commands">
        {commands.map(({ kind, icon, text, to, action }) => {
          const content = [<Icon name={icon} />, text];
          return (
            <li>
              {action ? (
                <ButtonForm to={`${to}?next=${encodeURIComponent(next)}`} action={action} text={content} />
              ) : to.startsWith('#') ? (
                <button type="button" popovertarget={to.slice(1)}>
                  {content}
                </button>
              ) : (
                <a href={to}>{content}</a>
              )}
              {kind !== title && <span class="soft small cut">{kind}</span>}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

/**
 * Returns the documents that match. An identifier such as `A-10` finds none, because it would match only
 * numbers in their texts.
 */
async function findDocuments({ t }: PageCall, q: string): Promise<readonly Command[]> {
  if (!/\p{L}{3}/u.test(q)) return [];
  const [{ searchPages }, { START_PAGE }] = await Promise.all([
    import('../../docs/search.ts'),
    import('../../docs/doc-pages.ts'),
  ]);
  const hits = await searchPages(t.lang, q);
  return hits.slice(0, MAX_DOCUMENTS).map(({ slug, anchor, pageTitle, heading }) => {
    const path = slug === START_PAGE ? '/docs' : `/docs/${slug}`;
    return { kind: pageTitle, icon: 'reference', text: heading, to: anchor ? `${path}#${anchor}` : path };
  });
}

async function searchList<Row>(call: PageCall, view: ListView<Row>, list: string, limit = '10') {
  const { t, url } = call;
  const q = searchTermOf(url);
  const result = await readRows(call, view, { ...(q && { q }), limit });
  const { data, nextCursor } = result.ok ? result : { data: [], nextCursor: null };
  const [row] = data;
  const nextQuery = new URLSearchParams({ q, ...(!row && nextCursor && { cursor: nextCursor }) });
  const part = (row || nextCursor) && (
    <Panel
      title={q === '' ? t('console.overview.sessions') : t(`view.${view.noun}.title`)}
      name={`found-${list}`}
    >
      {row && <ViewRows view={view} rows={data} />}
      {nextCursor !== null && q !== '' && (
        <p class="small">
          <a href={`/console/${list}?${nextQuery}`}>
            {t(row ? 'console.search.more' : 'console.search.older')}
          </a>
        </p>
      )}
    </Panel>
  );
  return { first: row && view.id(row), part };
}
