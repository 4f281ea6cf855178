import { join } from 'node:path';
import { fileOf, folder, languagesThere, messagesOf } from './catalogue.js';

const PREFIX = 'texts:';
/** Where the compiled modules would stand, so that what they import is found. */
const compiled = join(folder, 'compiled/');

/**
 * Makes of the catalogues, which are ICU messages, modules that format without parsing. For rolldown and for Vite.
 *
 * - `texts:AREA` is what begins with `AREA.`, in every language: `{ en, es }`.
 * - `texts:AREA?by-language` is the same, each language loaded when it is asked for: `{ en: () => Promise, … }`.
 * - `texts:languages` is the codes of the languages that there are.
 *
 * What a language does not say, it says in English. `catalogues` is the folder with a file a language.
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

/** The module of an area in a language: texts and functions of the values in them, by key. */
async function messages(area, language, catalogues) {
  const [own, english] = await Promise.all([messagesOf(language, catalogues), messagesOf('en', catalogues)]);
  const ofArea = Object.keys(english).filter((key) => key.startsWith(`${area}.`));
  if (ofArea.length === 0) throw new Error(`no key begins with ${area}.`);
  // Late, since an install without development dependencies loads this file too.
  const [{ default: MessageFormat }, { default: compileModule }] = await Promise.all([
    import('@messageformat/core'),
    import('@messageformat/core/compile-module.js'),
  ]);
  const format = new MessageFormat(language);
  const code = compileModule(
    format,
    Object.fromEntries(ofArea.map((key) => [key, own[key] ?? english[key]])),
  );
  // A text without values is no function: nothing is made of it at start.
  return code.replace(/^( {2}.+?): \(\) => (".*",?)$/gm, '$1: $2');
}
