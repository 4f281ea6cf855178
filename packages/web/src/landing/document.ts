import type { Language } from '@svc-simulator/server/http/language.ts';
import { html, raw } from 'hono/html';
import style from './styles/document.css?bundled';

/** The language that a page is not in, and what it is called there. */
const other = {
  en: { lang: 'es', name: 'Español' },
  es: { lang: 'en', name: 'English' },
} as const;

/** A plain page of the simulator (landing, `/fidelidad`): no script, no request, light and dark. */
export function plainDocument(language: Language, title: string, body: ReturnType<typeof html>): Response {
  const { lang, name } = other[language];
  const page = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${raw(style)}</style></head>
<body><main>${body}<p class="language"><a href="?lang=${lang}" lang="${lang}" hreflang="${lang}">${name}</a></p></main></body>
</html>`;
  return new Response(String(page), {
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
