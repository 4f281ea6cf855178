import type { Language } from '@svc-simulator/server/http/language.ts';
import { html, raw } from 'hono/html';
import style from './styles/document.css?bundled';

/** The language that a page is not in, and what it is called there. */
const other = {
  en: { lang: 'es', name: 'Español' },
  es: { lang: 'en', name: 'English' },
} as const;

/** Of an address that somebody else wrote, so many characters are shown. */
export const PATH_LIMIT = 200;

interface Manner {
  readonly status?: number;
  /** What of the page's query the same page in the other language is asked for with. */
  readonly query?: Readonly<Record<string, string>>;
}

/** A plain page of the simulator (landing, `/fidelidad`, what is not there): no script, no request, light and dark. */
export function plainDocument(
  language: Language,
  title: string,
  body: ReturnType<typeof html>,
  { status = 200, query = {} }: Manner = {},
): Response {
  const { lang, name } = other[language];
  const otherwise = new URLSearchParams({ ...query, lang });
  const page = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${raw(style)}</style></head>
<body><main>${body}<p class="language"><a href="?${String(otherwise)}" lang="${lang}" hreflang="${lang}">${name}</a></p></main></body>
</html>`;
  return new Response(String(page), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      vary: 'accept, accept-language',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    },
  });
}
