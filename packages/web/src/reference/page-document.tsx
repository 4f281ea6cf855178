import { EXAMPLE_AGREEMENT_ID } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { html, raw } from 'hono/html';
import { bilingual } from '../kit/bilingual.ts';
import { Bar, favicon } from '../kit/page-frame.tsx';

/** The page around Swagger UI. Every address is relative: it is served under a proxy's path as well. */
export function renderApiPage(release: string, language: Language): string {
  const said = textsOf(language);
  const file = (name: string) => `assets/${release}/${name}`;
  const body = (
    <>
      <Bar home="../" title={said.title}>
        <a href="../docs">{said.docs}</a>
        <a href="../console">{said.console}</a>
        <a href="../fidelidad">{said.differences}</a>
        <a href="../openapi.json">openapi.json</a>
        <a href={`?lang=${said.other}`} lang={said.other} hreflang={said.other}>
          {said.otherName}
        </a>
      </Bar>
      <div id="api" data-example-agreement={EXAMPLE_AGREEMENT_ID} data-failed={said.failed}>
        {said.loading}
        <noscript>{said.noScript}</noscript>
      </div>
    </>
  );
  return String(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${said.title} · svc-simulator</title>
<link rel="icon" href="${raw(favicon)}">
<link rel="stylesheet" href="${file('swagger-ui.css')}">
<link rel="stylesheet" href="${file('page.css')}">
<script src="${file('page.js')}"></script>
<script src="${file('swagger-ui-bundle.js')}" defer></script>
</head>
<body>${body}</body>
</html>
`);
}

/** What stands around Swagger UI, whose own words are English; `failed` has the reason in place of `{}`. */
const english = {
  title: 'API reference',
  docs: 'Documentation',
  console: 'Console',
  differences: 'Differences',
  loading: 'Loading…',
  noScript: 'It needs JavaScript; openapi.json has the same as data.',
  failed: 'The API reference could not be shown: {}. Reload the page; openapi.json has the same as data.',
  other: 'es',
  otherName: 'Español',
};

const spanish: typeof english = {
  title: 'Referencia de la API',
  docs: 'Documentación',
  console: 'Consola',
  differences: 'Diferencias',
  loading: 'Cargando…',
  noScript: 'Necesita JavaScript; openapi.json tiene lo mismo como datos.',
  failed:
    'No se pudo mostrar la referencia de la API: {}. Recarga la página; openapi.json tiene lo mismo como datos.',
  other: 'en',
  otherName: 'English',
};

const textsOf = bilingual(spanish, english);
