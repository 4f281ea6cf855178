import {
  differences,
  getAuthority,
  getFidelity,
  getHealth,
  getOpenApi,
  openApiDocument,
} from '@svc-simulator/contract';
import { type Language, pickLanguage } from '@svc-simulator/server/http/language.ts';
import { noAuthority, outOfOrder } from '@svc-simulator/server/http/refusals.ts';
import { reply, replyJson } from '@svc-simulator/server/http/reply.ts';
import { type Route, route } from '@svc-simulator/server/http/request-context.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import { fidelityPage } from './pages.ts';

/** Surfaces without a token: liveness, differences from production, the OpenAPI document. */
export function publicRoutes(runtime: Runtime): readonly Route[] {
  const { clock, settings, store } = runtime;
  const startedAt = clock.now();
  let documents: { readonly serverUrl: string; en?: string; es?: string } = { serverUrl: settings.publicUrl };
  return [
    route(getHealth, ({ now }) => {
      const { broken } = store.integrity;
      if (broken) return outOfOrder(broken);
      const { version, dataDirectory } = settings;
      const uptime_s = Math.floor((now - startedAt) / 1000);
      const data = dataDirectory === undefined ? {} : { data_directory: dataDirectory };
      return reply({ status: 'ok', version, uptime_s, ...data });
    }),
    route(getOpenApi, async ({ header, query }) => {
      const { publicUrl: serverUrl, version } = settings;
      const language = pickLanguage(header('accept-language'), query.lang, 'en');
      if (documents.serverUrl !== serverUrl) documents = { serverUrl };
      // Tens of milliseconds to make, and always the same.
      documents[language] ??= JSON.stringify(
        await documentIn(language, openApiDocument({ serverUrl, version })),
      );
      return replyJson(documents[language]);
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
      if (prefersHtml(header('accept'))) return fidelityPage(list, language);
      return reply({ differences: list });
    }),
  ];
}

async function documentIn(language: Language, document: ReturnType<typeof openApiDocument>): Promise<object> {
  return language === 'es'
    ? (await import('../reference/openapi-es/index.ts')).inSpanish(document)
    : document;
}

export function prefersHtml(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false;
}
