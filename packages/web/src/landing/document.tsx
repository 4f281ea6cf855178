import type { Language } from '@svc-simulator/server/http/language.ts';
import type { html } from 'hono/html';
import { Bar, renderDocument } from '../kit/page-frame.tsx';
import { pageTexts } from './page-texts.ts';
import styles from './styles/document.css?bundled';

/** Of an address that somebody else wrote, so many characters are shown. */
export const PATH_LIMIT = 200;

interface Manner {
  readonly status?: number;
  /** What of the page's query the same page in the other language is asked for with. */
  readonly query?: Readonly<Record<string, string>>;
}

/** A plain page of the simulator (landing, `/fidelidad`, what is not there): no script, no request, light and dark. */
export function plainDocument(
  lang: Language,
  title: string,
  content: ReturnType<typeof html>,
  { status = 200, query = {} }: Manner = {},
): Response {
  const t = pageTexts(lang);
  const body = (
    <>
      <Bar home={query.lang === undefined ? '/' : `/?lang=${lang}`} title={t('kit.frame.brand')}>
        <a
          href={`?${new URLSearchParams({ ...query, lang: t('kit.frame.switchTo.lang') })}`}
          lang={t('kit.frame.switchTo.lang')}
          hreflang={t('kit.frame.switchTo.lang')}
        >
          {t('kit.frame.switchTo.label')}
        </a>
      </Bar>
      <main class="plain-page">{content}</main>
    </>
  );
  return new Response(renderDocument({ lang, title, styles, body }), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': lang,
      vary: 'accept, accept-language',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    },
  });
}
