import type { HonoRequest } from 'hono';
import { choosePageLanguage, languageQueryOf } from '../kit/page-language.ts';
import { Icon, LinkButton } from '../kit/parts.tsx';
import { PATH_LIMIT, PlaceLinks, renderPlainDocument } from './document.tsx';
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
  const query = languageQueryOf(pageLanguage);
  const words = /^\/docs\/(.+)/.exec(path)?.[1]?.match(/[\p{L}\p{N}]+/gu) ?? [];
  const title = t('landing.missing.title');
  const content = (
    <section class="panel stack missing">
      <h1>{title}</h1>
      <p>
        {t('landing.missing.nothingAt')} <code>{path.slice(0, PATH_LIMIT)}</code>.
      </p>
      <form action="/docs/search" class="row">
        {query.lang && <input type="hidden" name="lang" value={query.lang} />}
        <input
          type="search"
          name="q"
          value={words.join(' ').slice(0, PATH_LIMIT)}
          aria-label={t('kit.searchDocs')}
          placeholder={t('kit.searchDocs')}
        />
        <button type="submit" class="button" aria-label={t('kit.searchDocs')}>
          <Icon name="search" />
        </button>
      </form>
      <p>
        <LinkButton
          kind="primary"
          href={query.lang ? `/?lang=${query.lang}` : '/'}
          text={t('landing.missing.home')}
        />
      </p>
      <PlaceLinks />
    </section>
  );
  return renderPlainDocument(language, title, content, { status: 404, query });
}
