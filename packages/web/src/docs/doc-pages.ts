import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { memoize } from '@svc-simulator/core';
import { type Language, languages } from '@svc-simulator/texts/texts.ts';
import { payloadTables } from './api/payload-tables.tsx';

export interface DocPage {
  readonly slug: string;
  readonly title: string;
  /** Links to other pages have the form `doc:SLUG` or `doc:SLUG#ANCHOR`. */
  readonly html: string;
  readonly markdown: string;
  /**
   * HTML of the tables that are created from the contract. `html` contains these tables, but `markdown`
   * doesn't.
   */
  readonly tables?: string;
  /** Set to 'en' if the page isn't translated into the reader's language. */
  readonly lang?: 'en';
}

export const START_PAGE = 'index';

const PAYLOADS_PAGE = 'payloads';

/** English pages always exist. Another language of the console can have no documentation. */
type PagesByLanguage = Readonly<Record<string, readonly DocPage[]>> & Readonly<{ en: readonly DocPage[] }>;

let loadingPages: Promise<PagesByLanguage> | undefined;

/** Returns all pages, in the order in which the start page links to them. */
export const docPagesIn = memoize(languages.length, loadPages);

async function loadPages(language: Language): Promise<readonly DocPage[]> {
  loadingPages ??= unpackPages();
  const { [language]: translatedPages, en } = await loadingPages;
  const tables = await payloadTables(translatedPages ? language : 'en');
  const availablePages = translatedPages ?? en.map((page): DocPage => ({ ...page, lang: 'en' }));
  const pages = availablePages.map((page) =>
    page.slug === PAYLOADS_PAGE ? { ...page, tables, html: page.html + tables } : page,
  );
  const start = pages.find(({ slug }) => slug === START_PAGE)?.html ?? '';
  const position = ({ slug }: DocPage) => (slug === START_PAGE ? -1 : start.indexOf(`"doc:${slug}"`));
  return pages.toSorted((a, b) => position(a) - position(b));
}

export function pageGroups(pages: readonly DocPage[]) {
  const start = pages.find(({ slug }) => slug === START_PAGE)?.html ?? '';
  return start
    .split(/<h2 id="[^"]*">/)
    .slice(1)
    .map((part) => ({
      title: plainText(part.slice(0, part.indexOf('</h2>'))),
      pages: pages.filter(({ slug }) => part.includes(`"doc:${slug}"`)),
    }));
}

async function unpackPages(): Promise<PagesByLanguage> {
  const { default: base64 } = await import('../../../../docs/en?pages');
  const json = await promisify(brotliDecompress)(Buffer.from(base64, 'base64'));
  return JSON.parse(json.toString());
}

export type DocPart = Readonly<{ anchor: string | undefined; heading: string; text: string }>;

export function docParts({ html }: Pick<DocPage, 'html'>, maxLevel = 3): readonly DocPart[] {
  return html
    .split(new RegExp(`(?=<h[1-${maxLevel}] id=)`))
    .filter((part) => part.startsWith('<h'))
    .map((part) => {
      const [, headingLevel, id, heading = '', body = ''] =
        /^<h(\d) id="([^"]*)">(.*?)<\/h\d>(.*)$/s.exec(part) ?? [];
      return {
        anchor: headingLevel === '1' ? undefined : id,
        heading: plainText(heading),
        text: plainText(body),
      };
    });
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };

function plainText(html: string): string {
  return html
    .replace(/<\/?(?:a|code|em|strong)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(#?\w+);/g, (match, name) => entities[name] ?? match)
    .replace(/\s+/g, ' ')
    .trim();
}
