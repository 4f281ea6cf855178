import type { ConstantAnswers } from '../kit/constant-answers.ts';
import { choosePlace } from '../kit/place.ts';
import { apiDocument } from './api/api-document.ts';
import { showApi, showHits, showPage } from './doc-document.tsx';
import { docPagesIn } from './doc-pages.ts';
import { searchPages } from './search.ts';

export interface DocRequest {
  /** `api` and `api/OPERATION` are the reference, `search` is the search. */
  readonly slug: string;
  readonly question: string | undefined;
  readonly lang: string | undefined;
}

export async function docAnswer(
  constants: ConstantAnswers,
  header: (name: string) => string | undefined,
  { slug, question = '', lang }: DocRequest,
): Promise<Response | undefined> {
  const place = choosePlace(header('accept-language'), lang);
  const { language } = place;
  const constant = (show: () => Response) => constants.of(`docs ${slug}`, place, header, show);
  if (slug === 'api' || slug.startsWith('api/')) {
    const document = await apiDocument(language);
    const operation = document.operations.find(({ id }) => slug === `api/${id}`);
    return slug === 'api' || operation ? constant(() => showApi(place, document, operation)) : undefined;
  }
  const pages = await docPagesIn(language);
  if (slug === 'search')
    return showHits(place, pages, { question, hits: await searchPages(language, question) });
  const page = pages.find((other) => other.slug === slug);
  return (
    page && (question ? showPage(place, pages, page, question) : constant(() => showPage(place, pages, page)))
  );
}
