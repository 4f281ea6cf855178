import {
  differences,
  getAuthority,
  getFidelity,
  getHealth,
  getOpenApi,
  openApiDocument,
} from '@svc-simulator/contract';
import { pickLanguage } from '@svc-simulator/server/http/language.ts';
import { noAuthority, outOfOrder } from '@svc-simulator/server/http/refusals.ts';
import { reply, replyJson } from '@svc-simulator/server/http/reply.ts';
import { type Route, route } from '@svc-simulator/server/http/request-context.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import { fidelityPage } from './pages.ts';

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
    route(getFidelity, async ({ header, query }) => {
      const language = pickLanguage(header('accept-language'), query.lang, 'en');
      const english = differences();
      const list = language === 'es' ? (await import('./fidelity-es/index.ts')).inSpanish(english) : english;
      return prefersHtml(header('accept')) ? fidelityPage(list, language) : reply({ differences: list });
    }),
  ];
}

export function prefersHtml(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false;
}
