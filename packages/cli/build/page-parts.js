import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const QUERY = '?bundled';
const SUFFIX = '.bundled';

export const modulesInPages = new Set();

/**
 * Plugin for rolldown and Vite: `import script from './client/checkout.ts?bundled'` imports the bundled script
 * as text for a page. It also bundles `.css` files. So nothing has to be bundled at startup.
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

/** Returns a style sheet with its imports inlined, without comments, indentation and most line breaks. */
async function styleOf(file) {
  const sources = [file];
  let text = '';
  const css = (await readFile(file, 'utf8')).replace(/\/\*.*?\*\/\n?/gs, '').replace(/\n\s+/g, '\n');
  for (const part of css.split(/^(@import '[^']+';\n)/m)) {
    const path = /^@import '(.+)';\n$/.exec(part)?.[1];
    const imported = path && (await styleOf(resolve(dirname(file), path)));
    text += imported ? imported.text : part.replace(/(?<=[{};,])\n+/g, '');
    if (imported) sources.push(...imported.sources);
  }
  return { text, sources };
}
