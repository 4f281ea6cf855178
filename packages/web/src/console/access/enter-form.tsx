import type { Language } from '@svc-simulator/server/http/language.ts';
import { pageTexts } from '../page-texts.ts';
import { Action } from '../parts/submit.tsx';

interface EnterProps {
  readonly lang: Language;
  /** The page's own, which the form posts to. */
  readonly url: URL;
  readonly shortName: string;
}

/** Asks whether to log in by the link. */
export function EnterForm({ lang, url, shortName }: EnterProps) {
  const t = pageTexts(lang);
  return (
    <section class="panel access">
      <h1>{pageTexts(lang)('console.access.logIn.title')}</h1>
      <p class="soft">{t('console.access.link.lead', { name: shortName })}</p>
      <Action
        to={`${url.pathname}${url.search}`}
        kind="primary"
        text={t('console.access.link.submit', { name: shortName })}
      />
    </section>
  );
}

/** What a link shows that was used, or has waited too long. */
export function LinkOver({ lang }: { readonly lang: Language }) {
  const t = pageTexts(lang);
  return (
    <section class="panel access">
      <h1>{t('console.access.link.over')}</h1>
      <p class="soft">{t('console.access.link.another')}</p>
      <a class="button" href="/console/login">
        {pageTexts(lang)('console.access.logIn.submit')}
      </a>
    </section>
  );
}
