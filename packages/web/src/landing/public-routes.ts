import {
  differences,
  getAuthority,
  getFidelity,
  getHealth,
  getOpenApi,
  openApiDocument,
} from '@svc-simulator/contract';
import { noAuthority, outOfOrder } from '@svc-simulator/server/http/refusals.ts';
import { reply, replyJson } from '@svc-simulator/server/http/reply.ts';
import { type Route, route } from '@svc-simulator/server/http/request-context.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import { html } from 'hono/html';
import { plainDocument } from './document.ts';

/** Surfaces without a token: liveness, differences from production, the OpenAPI document. */
export function publicRoutes(runtime: Runtime): readonly Route[] {
  const { clock, settings, store } = runtime;
  const startedAt = clock.now();
  let document: { readonly serverUrl: string; readonly json: string } | undefined;
  return [
    route(getHealth, ({ now }) => {
      const { broken } = store.integrity;
      if (broken) return outOfOrder(broken);
      const { version, dataDirectory } = settings;
      const uptime_s = Math.floor((now - startedAt) / 1000);
      const data = dataDirectory === undefined ? {} : { data_directory: dataDirectory };
      return reply({ status: 'ok', version, uptime_s, ...data });
    }),
    route(getOpenApi, () => {
      const { publicUrl: serverUrl, version } = settings;
      // Tens of milliseconds to make, and always the same.
      if (document?.serverUrl !== serverUrl) {
        document = { serverUrl, json: JSON.stringify(openApiDocument({ serverUrl, version })) };
      }
      return replyJson(document.json);
    }),
    route(getAuthority, () => {
      const { authority } = settings;
      if (!authority) return noAuthority();
      const file = 'attachment; filename="ca.pem"';
      // The type that phones offer to install.
      const headers = { 'content-type': 'application/x-x509-ca-cert', 'content-disposition': file };
      return new Response(authority, { headers });
    }),
    route(getFidelity, ({ header }) => {
      const list = differences();
      if (!prefersHtml(header('accept'))) return reply({ differences: list });
      return plainDocument(
        'Fidelidad: differences from production',
        html`<h1>Differences from production</h1>
<p>What this simulator does that the specification does not state: <span class="chip">field</span> is what integrations
already in the field send or read, <span class="chip">decided</span> was decided here, <span class="chip">spec</span> is
a difference that the specification itself names.</p>
<table><thead><tr><th>Where</th><th>What</th><th>Source</th></tr></thead><tbody>
${list.map(
  ({ operation, summary, provenance }) =>
    html`<tr><td>${operation ? html`<code>${operation}</code>` : html`<span class="soft">everywhere</span>`}</td><td>${withCode(summary)}</td><td><span class="chip">${provenance}</span></td></tr>`,
)}
</tbody></table>`,
      );
    }),
  ];
}

/** A sentence whose parts between backticks are code. */
function withCode(sentence: string) {
  return sentence.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

/** The first page of the simulator: where everything is. */
export function landingPage({ settings }: Runtime): Response {
  const links = [
    ['/console', 'The console: what your integration did, why a webhook failed, what to try next'],
    ['/terminal', 'A virtual card terminal, to develop a till with no device on the desk'],
    ['/docs', 'API reference: every operation, to read and to try out'],
    ['/openapi.json', 'OpenAPI 3.1 document of every operation and webhook'],
    ['/fidelidad', 'Differences from production, and who decided them'],
    ['/health', 'Liveness probe'],
  ] as const;
  return plainDocument(
    'svc simulator',
    html`<h1>The payment service, on your machine</h1>
<p class="soft">svc-simulator ${settings.version} serves the merchant API, payment sessions, signed webhooks and the
payment page. ${settings.hosted ? html`<a href="/console/register">Make an account</a> to begin.` : 'The terminal that started it shows the demo account’s credentials.'}</p>
<h2>Try it</h2>
<table><tbody>
<tr><td><code>npx svc-simulator session create</code></td><td>makes a payment session and shows its payment page</td></tr>
<tr><td><code>npx svc-simulator relay --port 3000</code></td><td>brings webhooks to a program on a local port</td></tr>
<tr><td><code>npx svc-simulator trace --follow</code></td><td>shows everything that happens, live</td></tr>
</tbody></table>
<h2>Look around</h2>
<table><tbody>${links.map(([path, what]) => html`<tr><td><a href="${path}">${path}</a></td><td>${what}</td></tr>`)}</tbody></table>`,
  );
}

export function prefersHtml(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false;
}
