import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const QUERY = '?bundled';
const SUFFIX = '.bundled';

export const modulesInPages = new Set();

/**
 * Makes `import script from './client/checkout.ts?bundled'`, or of a `.css`, the bundled text for a page. A
 * plugin for rolldown and for Vite, so that users compile nothing at startup.
 */
export function pageParts() {
  return {
    name: 'page-parts',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.endsWith(QUERY) ? resolve(dirname(importer), source.slice(0, -QUERY.length)) + SUFFIX : null,
    async load(id) {
      if (!id.endsWith(SUFFIX)) return null;
      const file = id.slice(0, -SUFFIX.length);
      const { text, sources } = await (file.endsWith('.css') ? styleOf(file) : scriptOf(file));
      const wrong = /<\/(?:script|style)|<!--|@import/i.exec(text);
      if (wrong) throw new Error(`${wrong[0]} may not stand inside a page: ${file}`);
      for (const source of sources) this.addWatchFile(source);
      return { code: `export default ${JSON.stringify(text)};`, moduleType: 'js' };
    },
  };
}

async function scriptOf(input) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input,
    platform: 'browser',
    tsconfig: false,
    onLog: (level, log, report) => report(level === 'warn' ? 'error' : level, log),
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  const [{ code, moduleIds }] = output;
  for (const id of moduleIds) modulesInPages.add(id);
  return { text: code, sources: moduleIds };
}

/** Inlines the imports of a style sheet, without its comments and indents. */
async function styleOf(file) {
  const sources = [file];
  let text = '';
  const css = (await readFile(file, 'utf8')).replace(/\/\*.*?\*\/\n?/gs, '').replace(/\n\s+/g, '\n');
  for (const part of css.split(/^(@import '[^']+';\n)/m)) {
    const path = /^@import '(.+)';\n$/.exec(part)?.[1];
    const imported = path && (await styleOf(resolve(dirname(file), path)));
    text += imported ? imported.text : part;
    if (imported) sources.push(...imported.sources);
  }
  return { text, sources };
}
