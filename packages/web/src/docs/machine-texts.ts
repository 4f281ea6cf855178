import type { Language } from '@svc-simulator/texts/texts.ts';
import { docPages, groupsOf, partsOf } from './doc-pages.ts';
import { pageTexts } from './page-texts.ts';

/** A page as it was written, for programs that read; the tables that are made of the contract come as text. */
export async function markdownOf(language: Language, slug: string): Promise<string | undefined> {
  const page = (await docPages(language)).find((each) => each.slug === slug);
  if (!page) return undefined;
  const tables = partsOf({ html: page.tables ?? '' }).map(({ heading, text }) => `## ${heading}\n\n${text}`);
  return [page.markdown, ...tables].join('\n\n');
}

/** Returns a section of a page by the anchor of its heading, with its subsections. */
export function partOf(markdown: string, anchor: string): string | undefined {
  // A comment of code looks like a heading.
  const bare = markdown.replace(/^```[\s\S]*?^```/gm, (code) => code.replaceAll('\n#', '\n\0#'));
  const found = bare.split(/^(?=#{1,6} )/m).find((part) => anchorOf(part) === anchor);
  return found?.replaceAll('\0', '');
}

/** As the build makes it of a heading. */
function anchorOf(part: string): string {
  const [heading = ''] = part.split('\n', 1);
  const words = heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '');
  return words.trim().replace(/\s/g, '-');
}

/** Returns the Markdown of a page, or `/llms.txt` without a name; undefined for an unknown page. */
export async function machineAnswer(
  language: Language,
  base: string,
  file?: string,
): Promise<Response | undefined> {
  const text = file ? await markdownOf(language, file.replace(/\.md$/, '')) : await llmsText(language, base);
  const type = `text/${file ? 'markdown' : 'plain'}; charset=utf-8`;
  const headers = { 'content-type': type, 'x-content-type-options': 'nosniff' };
  return text === undefined ? undefined : new Response(text, { headers });
}

/** `/llms.txt` (llmstxt.org): what there is to read, for agents. */
async function llmsText(language: Language, base: string): Promise<string> {
  const t = pageTexts(language);
  const link = (title: string, path: string) => `- [${title}](${base}${path})`;
  const groups = groupsOf(await docPages(language)).map(({ title, pages }) =>
    [`## ${title}`, '', ...pages.map((page) => link(page.title, `/docs/${page.slug}.md`))].join('\n'),
  );
  const differences = link(t('kit.places.fidelity'), '/fidelidad');
  const own = ['## API', '', link('OpenAPI', '/openapi.json'), link('MCP', '/mcp'), differences];
  return `# svc-simulator\n\n> ${t('docs.llms.about')}\n\n${[...groups, own.join('\n')].join('\n\n')}\n`;
}
