import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { memoize } from '@svc-simulator/core';
import { type Language, languages } from '@svc-simulator/texts/texts.ts';
import { payloadTables } from './api/payload-tables.tsx';

/** A page of the documentation; its links to others are `doc:SLUG`, with `#PART` where they go to a part. */
export interface DocPage {
  readonly slug: string;
  readonly title: string;
  readonly html: string;
  /** As it was written. */
  readonly markdown: string;
  readonly tables?: string;
  readonly lang?: 'en';
}

export const START = 'index';

/** The page whose tables are made of the contract. */
const PAYLOADS = 'payloads';

/** The pages are written in fewer languages than there are catalogues. */
interface Written extends Readonly<Record<string, readonly DocPage[]>> {
  readonly en: readonly DocPage[];
}

let written: Promise<Written> | undefined;

/** All pages in a language, or in English where they are not written in it, in the order in which the start page names them. */
export const docPages = memoize(languages.length, unpacked);

async function unpacked(language: Language): Promise<readonly DocPage[]> {
  written ??= writtenPages();
  const { [language]: own, en } = await written;
  const tables = await payloadTables(own ? language : 'en');
  const there = own ?? en.map((page): DocPage => ({ ...page, lang: 'en' }));
  const pages = there.map((page) =>
    page.slug === PAYLOADS ? { ...page, tables, html: page.html + tables } : page,
  );
  const start = pages.find(({ slug }) => slug === START)?.html ?? '';
  const place = ({ slug }: DocPage) => (slug === START ? -1 : start.indexOf(`"doc:${slug}"`));
  return pages.toSorted((one, other) => place(one) - place(other));
}

/** The pages as the start page groups them, each with its heading there. */
export function groupsOf(pages: readonly DocPage[]) {
  const start = pages.find(({ slug }) => slug === START)?.html ?? '';
  return start
    .split(/<h2 id="[^"]*">/)
    .slice(1)
    .map((part) => ({
      title: textOf(part.slice(0, part.indexOf('</h2>'))),
      pages: pages.filter(({ slug }) => part.includes(`"doc:${slug}"`)),
    }));
}

async function writtenPages(): Promise<Written> {
  const { default: base64 } = await import('../../../../docs/en?pages');
  const json = await promisify(brotliDecompress)(Buffer.from(base64, 'base64'));
  return JSON.parse(json.toString());
}

export interface DocPart {
  readonly anchor: string | undefined;
  readonly heading: string;
  readonly text: string;
}

/** Down to headings of this level. */
export function partsOf({ html }: Pick<DocPage, 'html'>, level = 3): readonly DocPart[] {
  return html
    .split(new RegExp(`(?=<h[1-${level}] id=)`))
    .filter((part) => part.startsWith('<h'))
    .map((part) => {
      const [, ofLevel, id, heading = '', body = ''] =
        /^<h(\d) id="([^"]*)">(.*?)<\/h\d>(.*)$/s.exec(part) ?? [];
      return { anchor: ofLevel === '1' ? undefined : id, heading: textOf(heading), text: textOf(body) };
    });
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };

function textOf(html: string): string {
  return html
    .replace(/<\/?(?:a|code|em|strong)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(#?\w+);/g, (whole, name) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim();
}
