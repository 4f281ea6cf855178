import type { Language } from '@svc-simulator/texts/texts.ts';
import { extractSection, readMarkdown } from '@svc-simulator/web/docs/machine-texts.ts';
import { searchPages } from '@svc-simulator/web/docs/search.ts';

const MAX_TEXT_CHARACTERS = 12_000;
const HITS = 6;

/** Searches the documentation. `docText` accepts the `page` of each result. */
export async function docHits(language: Language, question: string) {
  const hits = await searchPages(language, question);
  return hits
    .slice(0, HITS)
    .map(({ slug, anchor, heading, excerpt }) => ({
      page: anchor === undefined ? slug : `${slug}#${anchor}`,
      heading,
      excerpt,
    }));
}

/** Returns the text of a page, or of one section (`webhooks#verify`). */
export async function docText(language: Language, name: string): Promise<string | undefined> {
  const [slug = '', anchor] = name.replace(/^doc:|\.md$/g, '').split('#');
  const markdown = await readMarkdown(language, slug);
  const text = markdown && anchor ? extractSection(markdown, anchor) : markdown;
  if (text === undefined) return undefined;
  return text.length > MAX_TEXT_CHARACTERS ? `${text.slice(0, MAX_TEXT_CHARACTERS)} …` : text;
}
