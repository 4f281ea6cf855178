import {
  differences,
  getAuthority,
  getFidelity,
  getOpenApi,
  openApiDocument,
  openPaymentPage,
  showStartPage,
} from '@svc-simulator/contract';
import { pickLanguage } from '@svc-simulator/server/http/language.ts';
import { noAuthority } from '@svc-simulator/server/http/refusals.ts';
import { type RequestContext, type Route, route } from '@svc-simulator/server/http/request-context.ts';
import type { Runtime } from '@svc-simulator/server/runtime.ts';
import type { ConstantAnswers } from '../kit/constant-answers.ts';
import { noSessionPage } from '../payment/payment-routes.ts';
import { documentTexts } from '../reference/document-texts.ts';
import { fidelityPage, landingPage } from './pages.ts';

/** Surfaces without a token: the first page, what leads to the payment page, differences from production, the OpenAPI document. */
export function publicRoutes(runtime: Runtime, constants: ConstantAnswers): readonly Route[] {
  const { settings, store } = runtime;
  return [
    route(showStartPage, ({ query, header }) => {
      if (query.id) return toPayment(query.id, query.lang, header);
      const language = pickLanguage(header('accept-language'), query.lang, 'en');
      const page = () => landingPage(runtime, language, query);
      // A local one tells of refused calls, and to whom a payment leads back, how it ended.
      const isConstant = settings.hosted && query.payment === undefined;
      return isConstant ? constants.of(`start ${language}`, header, page) : page();
    }),
    route(openPaymentPage, ({ params, query, header }) =>
      toPayment(params.session_id ?? '', query.lang, header),
    ),
    route(getOpenApi, ({ header, query }) => {
      const { publicUrl: serverUrl, version } = settings;
      const language = pickLanguage(header('accept-language'), query.lang, 'en');
      return constants.of(`openapi ${language} ${serverUrl}`, header, async () =>
        json(openApiDocument(await documentTexts(language), { serverUrl, version })),
      );
    }),
    route(getAuthority, () => {
      const { authority } = settings;
      if (!authority) return noAuthority();
      const file = 'attachment; filename="ca.pem"';
      // The type that phones offer to install.
      const headers = { 'content-type': 'application/x-x509-ca-cert', 'content-disposition': file };
      return new Response(authority, { headers });
    }),
    route(getFidelity, ({ header, query }) => {
      const language = pickLanguage(header('accept-language'), query.lang, 'en');
      const isPage = prefersHtml(header('accept'));
      return constants.of(`fidelity ${language} ${isPage}`, header, async () => {
        const list = differences(await documentTexts(language));
        const { status, title } = getFidelity;
        return isPage ? fidelityPage(list, language) : json({ status, title, data: { differences: list } });
      });
    }),
  ];

  /** To the payment page of a session that is there. */
  async function toPayment(
    id: string,
    lang: string | undefined,
    header: RequestContext<typeof openPaymentPage>['header'],
  ): Promise<Response> {
    const session = await store.get('session', id);
    if (!session) return noSessionPage(runtime, pickLanguage(header('accept-language'), lang));
    const query = lang === undefined ? '' : `?${new URLSearchParams({ lang })}`;
    const headers = { location: `/pay/${session.id}${query}`, 'cache-control': 'no-store' };
    return new Response(null, { status: 302, headers });
  }
}

function json(value: object): Response {
  const headers = {
    'content-type': 'application/json; charset=UTF-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return new Response(JSON.stringify(value), { headers });
}

export function prefersHtml(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false;
}
