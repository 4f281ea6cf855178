import { memoize } from '@svc-simulator/core';
import { type Language, languages } from '@svc-simulator/texts/texts.ts';
import MiniSearch from 'minisearch';
import { apiDocument } from './api/api-document.ts';
import { docPagesIn, docParts } from './doc-pages.ts';
import { docsTexts } from './page-texts.ts';

export interface Hit {
  readonly slug: string;
  readonly anchor: string | undefined;
  readonly pageTitle: string;
  readonly heading: string;
  readonly excerpt: string;
}

const MAX_HITS = 12;
const EXCERPT_CHARACTERS = 180;
const MAX_SEARCH_CHARACTERS = 200;
const WORD_PATTERN = /[\p{L}\p{N}]+/gu;

const stopWordsByLanguage: Readonly<Record<string, string>> & { readonly en: string } = {
  en: 'a an and are as at be but by can cannot do does for from get has have how i in into is it its me my no not of on or so that the their there this to was what when where which who why will with without you your',
  es: 'a al algo como con cual cuales cuando de del desde donde e el ella en es esta este esto estan hacer hago hay la las le lo los me mi mis muy no o para pero por porque que quien se ser si sin sobre son su sus te tiene tengo tu un una uno y ya',
};

/** Finds the sections that match best. The first search also builds the index, in tens of milliseconds. */
export async function searchPages(language: Language, searchText: string): Promise<readonly Hit[]> {
  const query = searchText.slice(0, MAX_SEARCH_CHARACTERS);
  const hits = (await indexOf(language)).search(query);
  const isMatch = wordMatcher(language, query);
  return hits
    .slice(0, MAX_HITS)
    .map(({ slug, anchor, pageTitle, heading, text }) => ({
      slug,
      anchor,
      pageTitle,
      heading,
      excerpt: buildExcerpt(text, isMatch),
    }));
}

function buildExcerpt(text: string, isMatch: (word: string) => boolean): string {
  const firstMatch = [...text.matchAll(WORD_PATTERN)].find(([word]) => isMatch(word))?.index ?? 0;
  const start =
    firstMatch < EXCERPT_CHARACTERS / 2 ? 0 : text.lastIndexOf(' ', firstMatch - EXCERPT_CHARACTERS / 4) + 1;
  const excerpt = text.slice(start, start + EXCERPT_CHARACTERS);
  const isCut = start + EXCERPT_CHARACTERS < text.length;
  return `${start > 0 ? '… ' : ''}${isCut ? `${excerpt.replace(/\s\S*$/, '')} …` : excerpt}`;
}

export function highlightMatches(html: string, language: Language, searchText: string): string {
  const isMatch = wordMatcher(language, searchText.slice(0, MAX_SEARCH_CHARACTERS));
  return html.replace(/<[^>]*>|&#?\w+;|[\p{L}\p{N}]+/gu, (part) =>
    isMatch(part) ? `<mark>${part}</mark>` : part,
  );
}

function wordMatcher(language: Language, searchText: string): (word: string) => boolean {
  const toTerm = createTermNormalizer(language);
  const terms = (searchText.match(WORD_PATTERN) ?? []).flatMap((word) => toTerm(word) ?? []);
  return (word) => {
    const term = toTerm(word);
    return (
      term !== null &&
      terms.some((queryTerm) => term === queryTerm || (queryTerm.length > 3 && term.startsWith(queryTerm)))
    );
  };
}

function createTermNormalizer(language: Language): (word: string) => string | null {
  const stopWords = new Set((stopWordsByLanguage[language] ?? stopWordsByLanguage.en).split(' '));
  return (word) => {
    const normalizedWord = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
    return stopWords.has(normalizedWord) ? null : stemWord(normalizedWord);
  };
}

const indexOf = memoize(languages.length, async (language: Language): Promise<MiniSearch> => {
  const [pages, { operations }] = await Promise.all([docPagesIn(language), apiDocument(language)]);
  const index = new MiniSearch({
    fields: ['heading', 'pageTitle', 'text'],
    storeFields: ['slug', 'anchor', 'pageTitle', 'heading', 'text'],
    processTerm: createTermNormalizer(language),
    searchOptions: {
      boost: { heading: 3, pageTitle: 1.5 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
      weights: { prefix: 0.3, fuzzy: 0.2 },
      // Tables of fields and pages of operations contain nearly every word, so they count half.
      boostDocument: (id) => (/^(payloads#|api\/)/.test(String(id)) ? 0.5 : 1),
    },
  });
  for (const page of pages)
    for (const part of docParts(page))
      index.add({ id: `${page.slug}#${part.anchor ?? ''}`, slug: page.slug, pageTitle: page.title, ...part });
  const pageTitle = docsTexts(language)('kit.places.api');
  for (const { id, method, path, summary, description } of operations)
    index.add({
      id: `api/${id}`,
      slug: `api/${id}`,
      pageTitle,
      heading: withoutBackticks(summary),
      text: `${method} ${path} ${withoutBackticks(description)}`,
    });
  return index;
});

function withoutBackticks(text: string): string {
  return text.replaceAll('`', '');
}

/** Removes plural and common verb endings of English and Spanish words alike. */
function stemWord(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|e|o|a)$/, '') : word;
}
