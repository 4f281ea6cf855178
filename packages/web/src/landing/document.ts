import { html, raw } from 'hono/html';
import style from './styles/document.css?bundled';

/** A plain page of the simulator (landing, `/fidelidad`): no script, no request, light and dark. */
export function plainDocument(title: string, body: ReturnType<typeof html>): Response {
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${raw(style)}</style></head>
<body><main>${body}</main></body>
</html>`;
  return new Response(String(page), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    },
  });
}
