import { memoize } from '@svc-simulator/core';
import { type Language, languages } from '@svc-simulator/texts/texts.ts';
import MiniSearch from 'minisearch';
import { apiDocument } from './api/api-document.ts';
import { docPages, partsOf } from './doc-pages.ts';
import { pageTexts } from './page-texts.ts';

export interface Hit {
  readonly slug: string;
  readonly anchor: string | undefined;
  readonly page: string;
  readonly heading: string;
  readonly excerpt: string;
}

const MAX_HITS = 12;
const EXCERPT = 180;
const MOST_ASKED = 200;
const WORD = /[\p{L}\p{N}]+/gu;

const empty: Readonly<Record<string, string>> & { readonly en: string } = {
  en: 'a an and are as at be but by can cannot do does for from get has have how i in into is it its me my no not of on or so that the their there this to was what when where which who why will with without you your',
  es: 'a al algo como con cual cuales cuando de del desde donde e el ella en es esta este esto estan hacer hago hay la las le lo los me mi mis muy no o para pero por porque que quien se ser si sin sobre son su sus te tiene tengo tu un una uno y ya',
};

/** The parts of pages that answer a question best; made on the machine itself, in tens of milliseconds at the first search. */
export async function search(language: Language, question: string): Promise<readonly Hit[]> {
  const asked = question.slice(0, MOST_ASKED);
  const found = (await indexOf(language)).search(asked);
  const isSought = soughtIn(language, asked);
  return found
    .slice(0, MAX_HITS)
    .map(({ slug, anchor, page, heading, text }) => ({
      slug,
      anchor,
      page,
      heading,
      excerpt: excerptOf(text, isSought),
    }));
}

function excerptOf(text: string, isSought: (word: string) => boolean): string {
  const first = [...text.matchAll(WORD)].find(([word]) => isSought(word))?.index ?? 0;
  const start = first < EXCERPT / 2 ? 0 : text.lastIndexOf(' ', first - EXCERPT / 4) + 1;
  const shown = text.slice(start, start + EXCERPT);
  const isCut = start + EXCERPT < text.length;
  return `${start > 0 ? '… ' : ''}${isCut ? `${shown.replace(/\s\S*$/, '')} …` : shown}`;
}

/** HTML with the words of a question marked in what is read of it. */
export function withMarks(html: string, language: Language, question: string): string {
  const isSought = soughtIn(language, question.slice(0, MOST_ASKED));
  return html.replace(/<[^>]*>|&#?\w+;|[\p{L}\p{N}]+/gu, (part) =>
    isSought(part) ? `<mark>${part}</mark>` : part,
  );
}

function soughtIn(language: Language, question: string): (word: string) => boolean {
  const termOf = termsIn(language);
  const terms = (question.match(WORD) ?? []).flatMap((word) => termOf(word) ?? []);
  return (word) => {
    const term = termOf(word);
    return term !== null && terms.some((one) => term === one || (one.length > 3 && term.startsWith(one)));
  };
}

/** Returns the search term of a word; null for a word without meaning. */
function termsIn(language: Language): (word: string) => string | null {
  const without = new Set((empty[language] ?? empty.en).split(' '));
  return (word) => {
    const plain = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
    return without.has(plain) ? null : stemOf(plain);
  };
}

const indexOf = memoize(languages.length, async (language: Language): Promise<MiniSearch> => {
  const [pages, { operations }] = await Promise.all([docPages(language), apiDocument(language)]);
  const index = new MiniSearch({
    fields: ['heading', 'page', 'text'],
    storeFields: ['slug', 'anchor', 'page', 'heading', 'text'],
    processTerm: termsIn(language),
    searchOptions: {
      boost: { heading: 3, page: 1.5 },
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
      weights: { prefix: 0.3, fuzzy: 0.2 },
      // Its hundred tables match nearly every word.
      boostDocument: (id) => (/^(payloads#|api\/)/.test(String(id)) ? 0.5 : 1),
    },
  });
  for (const page of pages)
    for (const part of partsOf(page))
      index.add({ id: `${page.slug}#${part.anchor ?? ''}`, slug: page.slug, page: page.title, ...part });
  const page = pageTexts(language)('kit.places.api');
  for (const { id, method, path, summary, description } of operations)
    index.add({
      id: `api/${id}`,
      slug: `api/${id}`,
      page,
      heading: withoutMarks(summary),
      text: `${method} ${path} ${withoutMarks(description)}`,
    });
  return index;
});

/** Removes backticks, since results are plain text. */
function withoutMarks(text: string): string {
  return text.replaceAll('`', '');
}

/** Rough, and the same for every language: plurals, and the commonest ends of verbs. */
function stemOf(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|e|o|a)$/, '') : word;
}
