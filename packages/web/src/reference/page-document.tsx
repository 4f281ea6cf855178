import { EXAMPLE_AGREEMENT_ID } from '@svc-simulator/contract';
import { html, raw } from 'hono/html';
import { BrandMark, favicon } from '../kit/page-frame.tsx';

/** The page around Swagger UI. Every address is relative: it is served under a proxy's path as well. */
export function renderApiPage(release: string): string {
  const file = (name: string) => `docs/assets/${release}/${name}`;
  const body = (
    <>
      <header class="bar">
        <div>
          <a class="brand" href="./">
            <BrandMark />
            <span>API reference</span>
          </a>
          <a href="console">Console</a>
          <a href="fidelidad">Differences</a>
          <a href="openapi.json">openapi.json</a>
        </div>
      </header>
      <div id="api" data-example-agreement={EXAMPLE_AGREEMENT_ID}>
        Loading…
        <noscript>It needs JavaScript; openapi.json has the same as data.</noscript>
      </div>
    </>
  );
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>API reference · svc-simulator</title>
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
