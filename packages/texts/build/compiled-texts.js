import { join } from 'node:path';
import { fileOf, folder, listLanguages, messagesOf } from './catalogue.js';

const PREFIX = 'texts:';
/** A directory that doesn't exist. Ids of compiled modules are paths in it, so that their imports resolve. */
const compiledDirectory = join(folder, 'compiled/');

/**
 * Compiles the ICU messages of the catalogues into modules that format without parsing, for rolldown and
 * Vite.
 *
 * - `texts:AREA` exports the texts that begin with `AREA.` in every language: `{ en, es }`.
 * - `texts:AREA?by-language` exports loaders: `{ en: () => Promise, … }`.
 * - `texts:languages` exports the language codes.
 *
 * Missing texts fall back to English. `catalogues` is the directory with a file for each language.
 */
export function compiledTexts(catalogues = folder) {
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    resolveId: (source) =>
      source.startsWith(PREFIX) ? `${compiledDirectory}${source.slice(PREFIX.length)}.js` : null,
    async load(id) {
      if (!id.startsWith(compiledDirectory)) return null;
      const languages = await listLanguages(catalogues);
      for (const code of languages) this.addWatchFile(fileOf(code, catalogues));
      if (id === `${compiledDirectory}languages.js`)
        return { code: `export default ${JSON.stringify(languages)};`, moduleType: 'js' };
      const [, area, language, isLazy] = /^([\w-]+)(?:\/([\w-]+))?(\?by-language)?\.js$/.exec(
        id.slice(compiledDirectory.length),
      );
      if (language) return { code: await areaModule(area, language, catalogues), moduleType: 'js' };
      const imports = languages.map((code) => (isLazy ? importLazily : importEagerly)(area, code));
      const members = languages.map((code) => `'${code}': ${moduleVariableOf(code)}`);
      const code = `${imports.join('\n')}\nexport default { ${members.join(', ')} };`;
      return { code, moduleType: 'js' };
    },
  };
}

const moduleVariableOf = (language) => `in_${language.replace('-', '_')}`;
const importEagerly = (area, language) =>
  `import ${moduleVariableOf(language)} from 'texts:${area}/${language}';`;
const importLazily = (area, language) =>
  `const ${moduleVariableOf(language)} = () => import('texts:${area}/${language}').then((module) => module.default);`;

/** Returns the module of an area in a language: texts and functions by key. */
async function areaModule(area, language, catalogues) {
  const [texts, english] = await Promise.all([
    messagesOf(language, catalogues),
    messagesOf('en', catalogues),
  ]);
  const areaKeys = Object.keys(english).filter((key) => key.startsWith(`${area}.`));
  if (areaKeys.length === 0) throw new Error(`no key begins with ${area}.`);
  // Imported lazily, because installs without development dependencies also load this file.
  const [{ default: MessageFormat }, { default: compileModule }] = await Promise.all([
    import('@messageformat/core'),
    import('@messageformat/core/compile-module.js'),
  ]);
  const format = new MessageFormat(language);
  const code = compileModule(
    format,
    Object.fromEntries(areaKeys.map((key) => [key, texts[key] ?? english[key]])),
  );
  // A text without values needs no function: `key: () => "text"` becomes `key: "text"`.
  return code.replace(/^( {2}.+?): \(\) => (".*",?)$/gm, '$1: $2');
}
