import type { Language } from '@svc-simulator/texts/texts.ts';
import { markdownOf, partOf } from '@svc-simulator/web/docs/machine-texts.ts';
import { search } from '@svc-simulator/web/docs/search.ts';

/** Longest text of a page or a part that is answered. */
const LONGEST = 12_000;
const HITS = 6;

/** Parts of the documentation that answer a question; `page` is what `docText` takes. */
export async function docHits(language: Language, question: string) {
  const hits = await search(language, question);
  return hits
    .slice(0, HITS)
    .map(({ slug, anchor, heading, excerpt }) => ({
      page: anchor === undefined ? slug : `${slug}#${anchor}`,
      heading,
      excerpt,
    }));
}

/** The text of a page, or of one part of it (`webhooks#verify`). */
export async function docText(language: Language, name: string): Promise<string | undefined> {
  const [slug = '', anchor] = name.replace(/^doc:|\.md$/g, '').split('#');
  const whole = await markdownOf(language, slug);
  const text = whole && anchor ? partOf(whole, anchor) : whole;
  if (text === undefined) return undefined;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
}
