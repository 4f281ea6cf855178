import { openApiDocument } from '@svc-simulator/contract';
import { getOperatorDocument, operatorOperations } from '@svc-simulator/contract/operator/operator.ts';
import { type Route, route } from '@svc-simulator/server/route.ts';
import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import { openApiTexts } from '../docs/api/document-texts.ts';

interface DocumentSettings {
  /** The URL is known only once the simulator listens, so it is read at each request, not at creation. */
  readonly publicUrl: string;
  readonly version: string;
}

export function operatorDocumentRoute(settings: DocumentSettings): Route {
  return route(getOperatorDocument, async ({ header, query }) => {
    const { publicUrl: serverUrl, version } = settings;
    const t = await openApiTexts(pickLanguage(header('accept-language'), query.lang, 'en'));
    const document = openApiDocument(t, { serverUrl, version, ownOperations: operatorOperations });
    return Response.json(document, { headers: { 'cache-control': 'no-store' } });
  });
}
