import type { HonoRequest } from 'hono';
import { html } from 'hono/html';
import { placeOf, queryOf } from '../kit/place.ts';
import { PATH_LIMIT, plainDocument } from './document.tsx';
import { pageTexts } from './page-texts.ts';
import { prefersHtml } from './public-routes.ts';

/** 404 for a person at an address where nothing is, with ways on; undefined for a program, which gets a problem. */
export function missingPage(request: HonoRequest): Response | undefined {
  const { method, path } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || request.header('authorization') || !prefersHtml(request.header('accept'))) return undefined;
  const place = placeOf(request.header('accept-language'), request.query('lang'));
  const { language } = place;
  const t = pageTexts(language);
  const kept = queryOf(place);
  const words = /^\/docs\/(.+)/
    .exec(path)?.[1]
    ?.match(/[\p{L}\p{N}]+/gu)
    ?.join(' ')
    .slice(0, PATH_LIMIT);
  return plainDocument(
    language,
    t('landing.missing.title'),
    html`<h1>${t('landing.missing.title')}</h1>
<p>${t('landing.missing.nothingAt')} <code>${path.slice(0, PATH_LIMIT)}</code>.</p>
${words ? html`<p><a href="/docs/search?${String(new URLSearchParams({ ...kept, q: words }))}">${t('kit.searchDocs')}: ${words}</a></p>` : ''}
<p><a class="button" href="/${kept.lang ? `?lang=${kept.lang}` : ''}">${t('landing.missing.home')}</a></p>`,
    { status: 404, query: kept },
  );
}
