import type { Language } from '@svc-simulator/server/http/language.ts';
import { html, raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { Bar, LanguageSwitch, renderDocument } from '../kit/page-frame.tsx';
import { inlineOnlyCsp, pageHeaders } from '../kit/page-security.ts';
import script from './client/docs.ts?bundled';
import { type DocPage, START } from './doc-pages.ts';
import { pageTexts } from './page-texts.ts';
import type { Hit } from './search.ts';
import styles from './styles/docs.css?bundled';

/** Where a page is shown: its addresses are relative, since it is served under a proxy's path as well. */
export interface Place {
  readonly language: Language;
  /** The language was asked for in the address, so links keep it. */
  readonly asked: boolean;
  /** From there to `/docs/`. */
  readonly base: 'docs/' | '';
}

interface Shown {
  readonly place: Place;
  readonly pages: readonly DocPage[];
  readonly slug: string;
  readonly title: string;
  readonly question?: string;
  readonly body: Child;
}

/** A page of the documentation, and the way on from it. */
export function showPage(place: Place, pages: readonly DocPage[], page: DocPage): Response {
  const next = pages[pages.indexOf(page) + 1];
  const text = page.html
    .replace(/"doc:([\w-]+)(#[^"]*)?"/g, (_, slug, part = '') => `"${to(place, slug)}${part}"`)
    // They scroll sideways on a phone, and so have to be reached by the keyboard.
    .replace(/<(pre|table)>/g, '<$1 tabindex="0">');
  const body = (
    <>
      <article>{raw(text)}</article>
      {next && page.slug !== START && (
        <p class="on">
          {pageTexts(place.language)('docs.next')} <a href={to(place, next.slug)}>{next.title}</a>
        </p>
      )}
    </>
  );
  return answer({ place, pages, slug: page.slug, title: page.title, body });
}

/** What was found for a question. */
export function showHits(
  place: Place,
  pages: readonly DocPage[],
  { question, hits }: { readonly question: string; readonly hits: readonly Hit[] },
): Response {
  const t = pageTexts(place.language);
  const title = question ? t('docs.results', { question }) : t('docs.search');
  const body = (
    <article>
      <h1>{title}</h1>
      {question && hits.length === 0 && <p>{t('docs.nothing')}</p>}
      <ol class="stack hits">
        {hits.map(({ slug, anchor, page, heading, excerpt }) => (
          <li>
            <a href={`${to(place, slug)}${anchor ? `#${anchor}` : ''}`}>{heading}</a>
            {heading !== page && <span class="soft"> · {page}</span>}
            <p class="hint">{excerpt}</p>
          </li>
        ))}
      </ol>
    </article>
  );
  return answer({ place, pages, slug: 'search', title, question, body });
}

function answer({ place, pages, slug, title, question = '', body }: Shown): Response {
  const { language, asked, base } = place;
  const t = pageTexts(language);
  const query = question ? `&q=${encodeURIComponent(question)}` : '';
  const page = (
    <>
      <Bar home={to(place, START)} title={t('docs.title')}>
        <search>
          <form action={`${base}search`}>
            {asked && <input type="hidden" name="lang" value={language} />}
            <input
              type="search"
              name="q"
              value={question}
              aria-label={t('docs.search')}
              placeholder={t('docs.search')}
              maxlength={200}
            />
            <button type="submit" class="quiet">
              {t('docs.find')}
            </button>
          </form>
        </search>
        <a class="to-pages" href="#pages">
          {t('docs.pages')}
        </a>
        <a href={`${base}api${asked ? `?lang=${language}` : ''}`}>{t('docs.reference')}</a>
        <a href={`${base ? '' : '../'}console`}>{t('docs.console')}</a>
        <LanguageSwitch lang={language} href={(to) => `?lang=${to}${query}`} />
      </Bar>
      <div
        class="docs"
        data-copy-word={t('docs.copy')}
        data-copied-word={t('docs.copied')}
        data-reference={`${base}api`}
      >
        <main>{body}</main>
        <nav id="pages" aria-label={t('docs.pages')}>
          <ul>
            {pages.map((each) => (
              <li>
                <a href={to(place, each.slug)} aria-current={each.slug === slug ? 'page' : undefined}>
                  {each.title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </>
  );
  const text = renderDocument({ lang: language, title, styles, script, body: html`${page}` });
  return new Response(text, { headers: pageHeaders(language, policy) });
}

const policy = inlineOnlyCsp({ styles, script }, ["form-action 'self'"]);

function to({ base, asked, language }: Place, slug: string): string {
  const path = slug !== START ? base + slug : base ? 'docs' : '../docs';
  return path + (asked ? `?lang=${language}` : '');
}
