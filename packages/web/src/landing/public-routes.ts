import * as api from '@svc-simulator/contract';
import { type Difference, differences, openApiDocument } from '@svc-simulator/contract';
import type { PaymentPageService } from '@svc-simulator/server/pages/payment-page-service.js';
import type { StartPage } from '@svc-simulator/server/pages/start-page.ts';
import { notFoundWith } from '@svc-simulator/server/refusals.ts';
import { type RequestContext, route } from '@svc-simulator/server/route.ts';
import { message } from '@svc-simulator/texts/message.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';
import type { ConstantAnswers } from '../kit/constant-answers.ts';
import { choosePageLanguage } from '../kit/page-language.ts';
import { noSessionPage } from '../payment/payment-routes.ts';

/**
 * Creates routes that need no token: the start page, redirects to the payment page, the OpenAPI document, the
 * CA certificate, and the differences from production.
 */
export function publicRoutes(service: PaymentPageService, startPage: StartPage, constants: ConstantAnswers) {
  const { settings } = service;
  const differencesByLanguage: Partial<Record<Language, Promise<readonly Difference[]>>> = {};
  return [
    route(api.showStartPage, async ({ query, header }) => {
      // A session can have the start page as its `success_url`. Payers who return here see their receipt.
      const session = query.id ?? query.session_id;
      if (session) return redirectToPayment(session, query.lang, header);
      const { homePage } = await import('./home-page.tsx');
      const pageLanguage = choosePageLanguage(header('accept-language'), query.lang);
      const page = () => homePage(startPage, pageLanguage);
      // The page of a local simulator shows its state, so it isn't constant.
      return settings.hosted ? constants.getOrCreate('start', pageLanguage, header, page) : page();
    }),
    route(api.openPaymentPage, ({ params, query, header }) =>
      redirectToPayment(params.session_id ?? '', query.lang, header),
    ),
    route(api.getOpenApi, ({ header, query }) => {
      const { publicUrl: serverUrl, version } = settings;
      const language = pickLanguage(header('accept-language'), query.lang, 'en');
      return constants.getOrCreate(
        `openapi ${serverUrl}`,
        { language, isLanguageRequested: false },
        header,
        async () => jsonResponse(openApiDocument(await documentTextsIn(language), { serverUrl, version })),
      );
    }),
    route(api.getAuthority, () => {
      const { authority } = settings;
      if (!authority) return notFoundWith(message('problem.no_authority'));
      const file = 'attachment; filename="ca.pem"';
      // With this content type, phones offer to install the certificate.
      const headers = { 'content-type': 'application/x-x509-ca-cert', 'content-disposition': file };
      return new Response(authority, { headers });
    }),
    route(api.getFidelity, ({ header, query }) => {
      const isPage = prefersHtml(header('accept'));
      const page = choosePageLanguage(header('accept-language'), query.lang);
      // The default language is Spanish for browsers and English for programs.
      const language = isPage ? page.language : pickLanguage(header('accept-language'), query.lang, 'en');
      const pageLanguage = { ...page, language };
      const answer = async () => {
        const { fidelityPage, filterDifferences } = await import('./fidelity-page.tsx');
        differencesByLanguage[language] ??= documentTextsIn(language).then(differences);
        const list = await differencesByLanguage[language];
        if (isPage) return fidelityPage(list, pageLanguage, query);
        const { status, title } = api.getFidelity;
        return jsonResponse({ status, title, data: { differences: filterDifferences(list, query) } });
      };
      const isUnfiltered = !query.q && !query.area && !query.provenance;
      return isUnfiltered
        ? constants.getOrCreate(`fidelity ${isPage}`, pageLanguage, header, answer)
        : answer();
    }),
  ];

  async function redirectToPayment(
    id: string,
    lang: string | undefined,
    header: RequestContext<typeof api.openPaymentPage>['header'],
  ): Promise<Response> {
    const visit = await service.visit(id);
    if (!visit) return noSessionPage(service, pickLanguage(header('accept-language'), lang));
    const query = lang === undefined ? '' : `?${new URLSearchParams({ lang })}`;
    const headers = { location: `/pay/${visit.session.id}${query}`, 'cache-control': 'no-store' };
    return new Response(null, { status: 302, headers });
  }
}

async function documentTextsIn(language: Language) {
  const { openApiTexts: documentTexts } = await import('../docs/api/document-texts.ts');
  return documentTexts(language);
}

function jsonResponse(value: object): Response {
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
