import { type Language, pickLanguage } from '@svc-simulator/server/http/language.ts';
import type { ConstantAnswers } from '../kit/constant-answers.ts';
import { type Place, showHits, showPage } from './doc-document.tsx';
import { docPages, START } from './doc-pages.ts';
import { search } from './search.ts';

export interface DocRequest {
  /** Undefined: the start page, at `/docs` itself. */
  readonly slug: string | undefined;
  /** The question of a search, which is the page `search`. */
  readonly question: string | undefined;
  readonly lang: string | undefined;
}

/** A page of the documentation; undefined where there is none. */
export async function docAnswer(
  constants: ConstantAnswers,
  header: (name: string) => string | undefined,
  { slug, question = '', lang }: DocRequest,
): Promise<Response | undefined> {
  const language: Language = pickLanguage(header('accept-language'), lang, 'en');
  const place: Place = {
    language,
    asked: lang !== undefined && pickLanguage(null, lang, language) === language,
    base: slug === undefined ? 'docs/' : '',
  };
  const pages = await docPages(language);
  if (slug === 'search') return showHits(place, pages, { question, hits: await search(language, question) });
  const page = pages.find((each) => each.slug === (slug ?? START));
  return (
    page &&
    constants.of(`docs ${page.slug} ${JSON.stringify(place)}`, header, () => showPage(place, pages, page))
  );
}
