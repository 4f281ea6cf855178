import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const QUERY = '?pages';
const SUFFIX = '.pages';

/**
 * Plugin for rolldown and Vite: `import pages from '../../../../docs/en?pages'` imports the rendered pages of
 * `docs/en` and `docs/es`: `{ en: [{ slug, title, html, markdown }], es: … }`. They are imported as compressed
 * JSON in base64; uncompressed, they would be a tenth of the package.
 *
 * A link to another page becomes `doc:SLUG#PART`, because only the server knows the URL. A relative link to
 * another file becomes its text. `quality` is the quality of Brotli compression; the best takes two seconds.
 */
export function docPages(quality) {
  return {
    name: 'doc-pages',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.endsWith(QUERY) ? resolve(dirname(importer), source.slice(0, -QUERY.length)) + SUFFIX : null,
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null;
      const pages = {};
      for (const language of ['en', 'es']) {
        const folder = join(dirname(id), language);
        const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
        pages[language] = await Promise.all(names.map((name) => renderPage(join(folder, name))));
        for (const name of names) this.addWatchFile(join(folder, name));
      }
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
      const compressed = brotliCompressSync(JSON.stringify(pages), { params }).toString('base64');
      return { code: `export default ${JSON.stringify(compressed)};`, moduleType: 'js' };
    },
  };
}

async function renderPage(file) {
  const { Marked } = await import('marked');
  const pictures = new Map();
  const source = await readFile(file, 'utf8');
  for (const [, path] of source.matchAll(/!\[[^\]]*\]\(([^)]+\.svg)\)/g))
    pictures.set(path, await readFile(join(dirname(file), path), 'base64'));
  const renderer = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchorOf(inner)}">${inner}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const [, slug, part = ''] = /^(?:([\w-]+)\.md)?(#[\w-]+)?$/.exec(href) ?? [];
        if (slug) return `<a href="doc:${slug}${part}">${inner}</a>`;
        if (part) return `<a href="${part}">${inner}</a>`;
        return /^(?:https?:|\/)/.test(href) ? `<a href="${href}">${inner}</a>` : inner;
      },
      image: ({ href, text }) =>
        `<img src="data:image/svg+xml;base64,${pictures.get(href)}" alt="${text.replaceAll('"', '&quot;')}">`,
      table(token) {
        const cells = (row, tag) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>\n`).join('');
        return `<table><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>${rows}</tbody></table>\n`;
      },
    },
  });
  const html = await renderer.parse(source);
  const title = /^# (.+)$/m.exec(source)?.[1].replaceAll('`', '');
  if (!title) throw new Error(`${file} has no heading of the first level`);
  return { slug: file.replace(/^.*[\\/]|\.md$/g, ''), title, html, markdown: source };
}

/** Follows GitHub's rule, so that a link to a heading works on GitHub and on the rendered page. */
function anchorOf(html) {
  return html
    .replace(/<[^>]+>|&\w+;|&#\d+;/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}
