import type { HonoRequest } from 'hono';
import { html } from 'hono/html';
import { choosePageLanguage, languageQueryOf } from '../kit/page-language.ts';
import { PATH_LIMIT, renderPlainDocument } from './document.tsx';
import { landingTexts } from './page-texts.ts';
import { prefersHtml } from './public-routes.ts';

/** Returns the 404 page for a browser; undefined for a program, which gets problem JSON. */
export function missingPageFor(request: HonoRequest): Response | undefined {
  const { method, path } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || request.header('authorization') || !prefersHtml(request.header('accept'))) return undefined;
  const pageLanguage = choosePageLanguage(request.header('accept-language'), request.query('lang'));
  const { language } = pageLanguage;
  const t = landingTexts(language);
  const languageQuery = languageQueryOf(pageLanguage);
  const words = /^\/docs\/(.+)/
    .exec(path)?.[1]
    ?.match(/[\p{L}\p{N}]+/gu)
    ?.join(' ')
    .slice(0, PATH_LIMIT);
  return renderPlainDocument(
    language,
    t('landing.missing.title'),
    html`<h1>${t('landing.missing.title')}</h1>
<p>${t('landing.missing.nothingAt')} <code>${path.slice(0, PATH_LIMIT)}</code>.</p>
${words ? html`<p><a href="/docs/search?${String(new URLSearchParams({ ...languageQuery, q: words }))}">${t('kit.searchDocs')}: ${words}</a></p>` : ''}
<p><a class="button" href="/${languageQuery.lang ? `?lang=${languageQuery.lang}` : ''}">${t('landing.missing.home')}</a></p>`,
    { status: 404, query: languageQuery },
  );
}
