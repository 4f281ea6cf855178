import { html, raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { Bar, LanguageSwitch, renderDocument } from '../kit/page-frame.tsx';
import { languageQueryOf, type PageLanguage } from '../kit/page-language.ts';
import { pageHeaders } from '../kit/page-security.ts';
import type { ApiDocument, ApiOperation } from './api/api-document.ts';
import { ApiIndex, OperationPage } from './api/operation-page.tsx';
import script from './client/docs.ts?bundled';
import { withCodeBlocks } from './code-blocks.ts';
import { type DocPage, docParts, pageGroups, START_PAGE } from './doc-pages.ts';
import { docsTexts } from './page-texts.ts';
import { type Hit, highlightMatches } from './search.ts';
import styles from './styles/docs.css?bundled';

type PageGroup = Readonly<{ title: string; pages: readonly Pick<DocPage, 'slug' | 'title' | 'lang'>[] }>;

interface DocView {
  readonly pageLanguage: PageLanguage;
  readonly groups: readonly PageGroup[];
  readonly slug: string;
  readonly title: string;
  readonly searchText?: string;
  readonly contents?: readonly (readonly [anchor: string, heading: string])[];
  /** Set to 'en' if the page isn't translated into the reader's language. */
  readonly lang?: DocPage['lang'];
  readonly body: Child;
}

/** Renders a page with a link to the next page, and highlights the words that the reader searched for. */
export function showPage(
  pageLanguage: PageLanguage,
  pages: readonly DocPage[],
  page: DocPage,
  searchText = '',
): Response {
  const t = docsTexts(pageLanguage.language);
  const next = pages[pages.indexOf(page) + 1];
  const text = withCodeBlocks(page.html, t)
    .replace(/"doc:([\w-]+)(#[^"]*)?"/g, (_, slug, part = '') => `"${docHref(pageLanguage, slug)}${part}"`)
    // Wide tables scroll sideways, and only an element with focus scrolls with the arrow keys.
    .replace(/<table>/g, '<table class="table" tabindex="0">');
  const body = (
    <>
      <article lang={page.lang}>
        {raw(searchText ? highlightMatches(text, pageLanguage.language, searchText) : text)}
      </article>
      {next && page.slug !== START_PAGE && (
        <p class="on">
          {t('docs.next')}{' '}
          <a href={docHref(pageLanguage, next.slug)} lang={next.lang}>
            {next.title}
          </a>
        </p>
      )}
    </>
  );
  // The start page has no table of contents, because its headings are already the groups of the navigation.
  const parts = page.slug === START_PAGE ? [] : docParts(page, 2);
  const contents = parts.flatMap(({ anchor, heading }) => (anchor ? [[anchor, heading] as const] : []));
  return docResponse({ ...page, pageLanguage, groups: pageGroups(pages), searchText, contents, body });
}

export function showHits(
  pageLanguage: PageLanguage,
  pages: readonly DocPage[],
  { searchText, hits }: { readonly searchText: string; readonly hits: readonly Hit[] },
): Response {
  const t = docsTexts(pageLanguage.language);
  const title = searchText ? t('docs.results', { question: searchText }) : t('kit.searchDocs');
  const body = (
    <article>
      <h1>{title}</h1>
      {searchText && hits.length === 0 && <p class="empty">{t('docs.noResults')}</p>}
      <ol class="stack hits">
        {hits.map(({ slug, anchor, pageTitle, heading, excerpt }) => (
          <li>
            <a href={`${docHref(pageLanguage, slug, searchText)}${anchor ? `#${anchor}` : ''}`}>{heading}</a>
            {heading !== pageTitle && <span class="soft"> · {pageTitle}</span>}
            <p class="hint">
              {raw(highlightMatches(String(html`${excerpt}`), pageLanguage.language, searchText))}
            </p>
          </li>
        ))}
      </ol>
    </article>
  );
  return docResponse({ pageLanguage, groups: pageGroups(pages), slug: 'search', title, searchText, body });
}

export function showApi(pageLanguage: PageLanguage, document: ApiDocument, operation?: ApiOperation) {
  const t = docsTexts(pageLanguage.language);
  const body = operation ? (
    <OperationPage document={document} operation={operation} />
  ) : (
    <ApiIndex document={document} hrefOf={(page) => docHref(pageLanguage, `api/${page}`)} />
  );
  const groups = document.tags.map(({ name }) => ({
    title: t.maybe(`docs.api.tags.${name}`) ?? name,
    pages: document.operations
      .filter(({ tag }) => tag === name)
      .map(({ id, summary }) => ({ slug: `api/${id}`, title: summary })),
  }));
  const slug = operation ? `api/${operation.id}` : 'api';
  return docResponse({ pageLanguage, groups, slug, title: operation?.summary ?? t('kit.places.api'), body });
}

function docResponse(view: DocView): Response {
  const { pageLanguage, groups, slug, title, searchText = '', contents = [], lang, body } = view;
  const { language, isLanguageRequested } = pageLanguage;
  const t = docsTexts(language);
  const query = searchText ? `&q=${encodeURIComponent(searchText)}` : '';
  const page = (
    <>
      <Bar home={docHref(pageLanguage, START_PAGE)} title={t('kit.places.docs')}>
        <search>
          <form action="/docs/search">
            {isLanguageRequested && <input type="hidden" name="lang" value={language} />}
            <input
              type="search"
              name="q"
              value={searchText}
              aria-label={t('kit.searchDocs')}
              placeholder={t('kit.searchDocs')}
              maxlength={200}
            />
            <button type="submit" class="quiet">
              {t('kit.find')}
            </button>
          </form>
        </search>
        <a class="to-pages" href="#pages">
          {t('docs.pages')}
        </a>
        <a href={docHref(pageLanguage, 'api')}>API</a>
        <a class="to-console" href="/console">
          {t('kit.places.console')}
        </a>
        <LanguageSwitch href={(other) => `?lang=${other}${query}`} />
      </Bar>
      <div class="docs">
        <main>{body}</main>
        {contents.length > 1 && (
          <nav class="contents small" aria-label={t('docs.contents')}>
            <h2>{t('docs.contents')}</h2>
            <ul lang={lang}>
              {contents.map(([anchor, heading]) => (
                <li>
                  <a href={`#${anchor}`}>{heading}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <nav id="pages" class="pages" aria-label={t('docs.pages')}>
          {groups.map(({ title: heading, pages }) => (
            <details open={pages.some((item) => item.slug === slug)}>
              <summary lang={pages[0]?.lang}>{heading}</summary>
              <ul>
                {pages.map((item) => (
                  <li>
                    <a
                      href={docHref(pageLanguage, item.slug)}
                      lang={item.lang}
                      aria-current={item.slug === slug ? 'page' : undefined}
                    >
                      {item.title}
                    </a>
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </nav>
      </div>
    </>
  );
  const headers = pageHeaders(language, { styles, script }, ["form-action 'self'", "connect-src 'self'"]);
  return new Response(renderDocument({ t, title, styles, script, body: page }), { headers });
}

function docHref(pageLanguage: PageLanguage, slug: string, searchText = ''): string {
  const path = slug === START_PAGE ? '/docs' : `/docs/${slug.replace('api/../', '')}`;
  const query = new URLSearchParams({
    ...languageQueryOf(pageLanguage),
    ...(searchText && { q: searchText }),
  });
  return path + (query.size > 0 ? `?${query}` : '');
}
