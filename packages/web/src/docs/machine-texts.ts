import type { Language } from '@svc-simulator/texts/texts.ts';
import { docPagesIn, docParts, pageGroups } from './doc-pages.ts';
import { docsTexts } from './page-texts.ts';

/**
 * Returns the Markdown source of a page with the tables that are created from the contract; undefined if
 * there is no such page.
 */
export async function readMarkdown(language: Language, slug: string): Promise<string | undefined> {
  const page = (await docPagesIn(language)).find((other) => other.slug === slug);
  if (!page) return undefined;
  const tables = docParts({ html: page.tables ?? '' }).map(({ heading, text }) => `## ${heading}\n\n${text}`);
  return [page.markdown, ...tables].join('\n\n');
}

export function extractSection(markdown: string, anchor: string): string | undefined {
  // A line such as `# comment` in a code block is not a heading, so it is escaped until the text is split.
  const escapedMarkdown = markdown.replace(/^```[\s\S]*?^```/gm, (code) => code.replaceAll('\n#', '\n\0#'));
  const section = escapedMarkdown.split(/^(?=#{1,6} )/m).find((part) => headingAnchor(part) === anchor);
  return section?.replaceAll('\0', '');
}

/**
 * Returns the anchor of a heading: `## The relay` → `the-relay`. `packages/cli/build/doc-pages.js` must
 * return the same for the HTML.
 */
function headingAnchor(part: string): string {
  const [heading = ''] = part.split('\n', 1);
  const words = heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '');
  return words.trim().replace(/\s/g, '-');
}

/** Returns the page `file`, for example `webhooks.md`; if `file` is undefined, returns `/llms.txt`. */
export async function agentTextResponse(language: Language, base: string, file?: string) {
  const text = file
    ? await readMarkdown(language, file.replace(/\.md$/, ''))
    : await llmsText(language, base);
  const type = `text/${file ? 'markdown' : 'plain'}; charset=utf-8`;
  const headers = { 'content-type': type, 'x-content-type-options': 'nosniff' };
  return text === undefined ? undefined : new Response(text, { headers });
}

/** Lists the pages for agents, in the format of llmstxt.org. */
async function llmsText(language: Language, base: string): Promise<string> {
  const t = docsTexts(language);
  const link = (title: string, path: string) => `- [${title}](${base}${path})`;
  const groups = pageGroups(await docPagesIn(language)).map(({ title, pages }) =>
    [`## ${title}`, '', ...pages.map((page) => link(page.title, `/docs/${page.slug}.md`))].join('\n'),
  );
  const differences = link(t('kit.places.fidelity'), '/fidelidad');
  const apiSection = ['## API', '', link('OpenAPI', '/openapi.json'), link('MCP', '/mcp'), differences];
  return `# svc-simulator\n\n> ${t('docs.llms.about')}\n\n${[...groups, apiSection.join('\n')].join('\n\n')}\n`;
}
