import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const QUERY = '?bundled';
const SUFFIX = '.bundled';

/** The modules that went into pages so far, dependencies among them, whose licences the package has to pass on. */
export const modulesInPages = new Set();

/**
 * Makes `import script from './client/checkout.ts?bundled'`, or of a `.css`, the text that stands inside a page: bundled
 * with what it imports. A plugin of rolldown for what ships, and of Vite for the tests, so that nothing is compiled at a user's start
 * and no generated code is kept.
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
  // Late, since an install without development dependencies loads this file too.
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

/** A style with those that it imports in their places, as a browser would read them; comments and indents are for whoever reads the source. */
async function styleOf(file) {
  const sources = [file];
  let text = '';
  const own = (await readFile(file, 'utf8')).replace(/\/\*.*?\*\/\n?/gs, '').replace(/\n\s+/g, '\n');
  for (const part of own.split(/^(@import '[^']+';\n)/m)) {
    const path = /^@import '(.+)';\n$/.exec(part)?.[1];
    const imported = path && (await styleOf(resolve(dirname(file), path)));
    text += imported ? imported.text : part;
    if (imported) sources.push(...imported.sources);
  }
  return { text, sources };
}
