import { EXAMPLE_AGREEMENT_ID } from '@svc-simulator/contract';
import type { Language } from '@svc-simulator/server/http/language.ts';
import { html, raw } from 'hono/html';
import { Bar, favicon, LanguageSwitch } from '../kit/page-frame.tsx';
import { pageTexts } from './page-texts.ts';

/** The page around Swagger UI. Every address is relative: it is served under a proxy's path as well. */
export function renderApiPage(release: string, language: Language): string {
  const t = pageTexts(language);
  const file = (name: string) => `assets/${release}/${name}`;
  const body = (
    <>
      <Bar home="../" title={t('reference.title')}>
        <a href="../docs">{t('reference.docs')}</a>
        <a href="../console">{t('reference.console')}</a>
        <a href="../fidelidad">{t('reference.differences')}</a>
        <a href="../openapi.json">openapi.json</a>
        <LanguageSwitch lang={language} href={(to) => `?lang=${to}`} />
      </Bar>
      <div
        id="api"
        data-example-agreement={EXAMPLE_AGREEMENT_ID}
        data-failed={t('reference.failed', { reason: '{}' })}
      >
        {t('reference.loading')}
        <noscript>{t('reference.noScript')}</noscript>
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
<title>${t('reference.title')} · svc-simulator</title>
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
