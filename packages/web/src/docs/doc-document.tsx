import { html, raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { Bar, LanguageSwitch, renderDocument } from '../kit/page-frame.tsx';
import { inlineOnlyCsp, pageHeaders } from '../kit/page-security.ts';
import { type Place, queryOf } from '../kit/place.ts';
import type { ApiDocument, ApiOperation } from './api/api-document.ts';
import { ApiIndex, OperationPage } from './api/operation-page.tsx';
import script from './client/docs.ts?bundled';
import { withCodeBlocks } from './code-blocks.ts';
import { type DocPage, groupsOf, partsOf, START } from './doc-pages.ts';
import { pageTexts } from './page-texts.ts';
import { type Hit, withMarks } from './search.ts';
import styles from './styles/docs.css?bundled';

interface Group {
  readonly title: string;
  readonly pages: readonly Pick<DocPage, 'slug' | 'title' | 'lang'>[];
}

interface Shown {
  readonly place: Place;
  readonly groups: readonly Group[];
  readonly slug: string;
  readonly title: string;
  readonly question?: string;
  /** The parts of the page. */
  readonly contents?: readonly (readonly [anchor: string, heading: string])[];
  /** Language of the page, if it isn't the requested one. */
  readonly lang?: DocPage['lang'];
  readonly body: Child;
}

/** A page of the documentation, and the way on from it; what it was found by is marked. */
export function showPage(place: Place, pages: readonly DocPage[], page: DocPage, question = ''): Response {
  const t = pageTexts(place.language);
  const next = pages[pages.indexOf(page) + 1];
  const text = withCodeBlocks(page.html, t)
    .replace(/"doc:([\w-]+)(#[^"]*)?"/g, (_, slug, part = '') => `"${to(place, slug)}${part}"`)
    // They scroll sideways on a phone, and so have to be reached by the keyboard.
    .replace(/<table>/g, '<table class="table" tabindex="0">');
  const body = (
    <>
      <article lang={page.lang}>{raw(question ? withMarks(text, place.language, question) : text)}</article>
      {next && page.slug !== START && (
        <p class="on">
          {t('docs.next')}{' '}
          <a href={to(place, next.slug)} lang={next.lang}>
            {next.title}
          </a>
        </p>
      )}
    </>
  );
  // The parts of the start page are the groups of the list.
  const parts = page.slug === START ? [] : partsOf(page, 2);
  const contents = parts.flatMap(({ anchor, heading }) => (anchor ? [[anchor, heading] as const] : []));
  const { slug, title, lang } = page;
  return answer({ place, groups: groupsOf(pages), slug, title, question, contents, lang, body });
}

export function showHits(
  place: Place,
  pages: readonly DocPage[],
  { question, hits }: { readonly question: string; readonly hits: readonly Hit[] },
): Response {
  const t = pageTexts(place.language);
  const title = question ? t('docs.results', { question }) : t('kit.searchDocs');
  const body = (
    <article>
      <h1>{title}</h1>
      {question && hits.length === 0 && <p class="empty">{t('docs.nothing')}</p>}
      <ol class="stack hits">
        {hits.map(({ slug, anchor, page, heading, excerpt }) => (
          <li>
            <a href={`${to(place, slug, question)}${anchor ? `#${anchor}` : ''}`}>{heading}</a>
            {heading !== page && <span class="soft"> · {page}</span>}
            <p class="hint">{raw(withMarks(String(html`${excerpt}`), place.language, question))}</p>
          </li>
        ))}
      </ol>
    </article>
  );
  return answer({ place, groups: groupsOf(pages), slug: 'search', title, question, body });
}

/** The reference: what it begins with, or an operation of it. */
export function showApi(place: Place, document: ApiDocument, operation?: ApiOperation): Response {
  const t = pageTexts(place.language);
  const body = operation ? (
    <OperationPage document={document} operation={operation} />
  ) : (
    <ApiIndex document={document} to={(id) => to(place, `api/${id}`)} />
  );
  const groups = document.tags.map(({ name }) => ({
    title: t.maybe(`docs.api.tags.${name}`) ?? name,
    pages: document.operations
      .filter(({ tag }) => tag === name)
      .map(({ id, summary }) => ({ slug: `api/${id}`, title: summary })),
  }));
  const slug = operation ? `api/${operation.id}` : 'api';
  return answer({ place, groups, slug, title: operation?.summary ?? t('kit.places.api'), body });
}

function answer({ place, groups, slug, title, question = '', contents = [], lang, body }: Shown): Response {
  const { language, asked } = place;
  const t = pageTexts(language);
  const query = question ? `&q=${encodeURIComponent(question)}` : '';
  const isApi = slug.startsWith('api');
  const page = (
    <>
      <Bar home={to(place, START)} title={t('kit.places.docs')}>
        <search>
          <form action="/docs/search">
            {asked && <input type="hidden" name="lang" value={language} />}
            <input
              type="search"
              name="q"
              value={question}
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
        <a href={to(place, 'api')}>API</a>
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
            <details open={!isApi || pages.some((each) => each.slug === slug)}>
              <summary lang={pages[0]?.lang}>{heading}</summary>
              <ul>
                {pages.map((each) => (
                  <li>
                    <a
                      href={to(place, each.slug)}
                      lang={each.lang}
                      aria-current={each.slug === slug ? 'page' : undefined}
                    >
                      {each.title}
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
  const text = renderDocument({ t, title, styles, script, body: page });
  return new Response(text, { headers: pageHeaders(language, policy) });
}

const policy = inlineOnlyCsp({ styles, script }, ["form-action 'self'", "connect-src 'self'"]);

function to(place: Place, slug: string, question = ''): string {
  const path = slug === START ? '/docs' : `/docs/${slug.replace('api/../', '')}`;
  const query = new URLSearchParams({ ...queryOf(place), ...(question && { q: question }) });
  return path + (query.size > 0 ? `?${query}` : '');
}
