import { html, raw } from 'hono/html';

const style = `
:root{color-scheme:light dark;--ink:#16202c;--soft:#566476;--paper:#fff;--line:#dde3ea;--accent:#0b5fff;--chip:#eef2f7}
@media(prefers-color-scheme:dark){:root{--ink:#e8edf4;--soft:#9fb0c3;--paper:#10161d;--line:#263241;--accent:#7db0ff;--chip:#1b2530}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif}
main{max-width:62rem;margin:0 auto;padding:3rem 1.25rem 4rem}
h1{font-size:1.9rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.1rem;margin:2.2rem 0 .6rem}
p{margin:.4rem 0 1rem;max-width:46rem}a{color:var(--accent)}.soft{color:var(--soft)}
table{width:100%;border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.55rem .75rem .55rem 0;border-bottom:1px solid var(--line)}
td:first-child,th:first-child{width:19rem;padding-right:1.5rem}th{font-weight:600;color:var(--soft);font-size:.85rem}code{font:.875em ui-monospace,monospace;background:var(--chip);border-radius:4px;padding:.1em .35em;overflow-wrap:anywhere}
.chip{display:inline-block;background:var(--chip);border-radius:99px;padding:0 .6em;font-size:.8rem;white-space:nowrap}
@media(max-width:40rem){table,tbody,tr,td{display:block}thead{display:none}tr{border-bottom:1px solid var(--line);padding:.6rem 0}td,td:first-child{border:0;padding:.1rem 0;width:auto}}
`;

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
