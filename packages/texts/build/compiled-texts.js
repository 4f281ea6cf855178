import { join } from 'node:path';
import { fileOf, folder, languagesThere, messagesOf } from './catalogue.js';

const PREFIX = 'texts:';
/** The virtual directory of the compiled modules, from which their imports are resolved. */
const compiled = join(folder, 'compiled/');

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
      source.startsWith(PREFIX) ? `${compiled}${source.slice(PREFIX.length)}.js` : null,
    async load(id) {
      if (!id.startsWith(compiled)) return null;
      const languages = await languagesThere(catalogues);
      for (const one of languages) this.addWatchFile(fileOf(one, catalogues));
      if (id === `${compiled}languages.js`)
        return { code: `export default ${JSON.stringify(languages)};`, moduleType: 'js' };
      const [, area, language, isLate] = /^([\w-]+)(?:\/([\w-]+))?(\?by-language)?\.js$/.exec(
        id.slice(compiled.length),
      );
      const code = language
        ? await messages(area, language, catalogues)
        : languages.map((one) => (isLate ? late : together)(area, one)).join('\n') +
          `\nexport default { ${languages.map((one) => `'${one}': ${nameOf(one)}`).join(', ')} };`;
      return { code, moduleType: 'js' };
    },
  };
}

const nameOf = (language) => `in_${language.replace('-', '_')}`;
const together = (area, language) => `import ${nameOf(language)} from 'texts:${area}/${language}';`;
const late = (area, language) =>
  `const ${nameOf(language)} = () => import('texts:${area}/${language}').then((module) => module.default);`;

/** Returns the module of an area in a language: texts and functions by key. */
async function messages(area, language, catalogues) {
  const [own, english] = await Promise.all([messagesOf(language, catalogues), messagesOf('en', catalogues)]);
  const ofArea = Object.keys(english).filter((key) => key.startsWith(`${area}.`));
  if (ofArea.length === 0) throw new Error(`no key begins with ${area}.`);
  // Imported late, because installs without development dependencies load this file also.
  const [{ default: MessageFormat }, { default: compileModule }] = await Promise.all([
    import('@messageformat/core'),
    import('@messageformat/core/compile-module.js'),
  ]);
  const format = new MessageFormat(language);
  const code = compileModule(
    format,
    Object.fromEntries(ofArea.map((key) => [key, own[key] ?? english[key]])),
  );
  // Texts without values stay strings, so that nothing is formatted at start.
  return code.replace(/^( {2}.+?): \(\) => (".*",?)$/gm, '$1: $2');
}
