import type { ConstantAnswers } from '../kit/constant-answers.ts';
import { choosePageLanguage } from '../kit/page-language.ts';
import { apiDocument } from './api/api-document.ts';
import { showApi, showHits, showPage } from './doc-document.tsx';
import { docPagesIn } from './doc-pages.ts';
import { searchPages } from './search.ts';

export interface DocRequest {
  /** The path after `/docs/`, for example `webhooks`, `search`, `api` or `api/createButtonSession`. */
  readonly slug: string;
  readonly searchText: string | undefined;
  readonly lang: string | undefined;
}

export async function docAnswer(
  constants: ConstantAnswers,
  header: (name: string) => string | undefined,
  { slug, searchText = '', lang }: DocRequest,
): Promise<Response | undefined> {
  const pageLanguage = choosePageLanguage(header('accept-language'), lang);
  const { language } = pageLanguage;
  const respondOnce = (show: () => Response) =>
    constants.getOrCreate(`docs ${slug}`, pageLanguage, header, show);
  if (slug === 'api' || slug.startsWith('api/')) {
    const document = await apiDocument(language);
    const operation = document.operations.find(({ id }) => slug === `api/${id}`);
    return slug === 'api' || operation
      ? respondOnce(() => showApi(pageLanguage, document, operation))
      : undefined;
  }
  const pages = await docPagesIn(language);
  if (slug === 'search')
    return showHits(pageLanguage, pages, { searchText, hits: await searchPages(language, searchText) });
  const page = pages.find((other) => other.slug === slug);
  return (
    page &&
    (searchText
      ? showPage(pageLanguage, pages, page, searchText)
      : respondOnce(() => showPage(pageLanguage, pages, page)))
  );
}
