import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { bundlingWith } from '../../packages/cli/build/settings.js';
import { listLanguages, messagesOf } from '../../packages/texts/build/catalogue.js';
import { changeWords } from '../../packages/texts/build/change-words.js';

/** Greek: `Intl` supports it, and its words contain no Latin letters. */
export const PSEUDO = 'el';

const latin = 'abcdefghijklmnopqrstuvwxyz';
const others = 'αβψδεφγηιξκλμνοπθρστυвωχζж';

function pseudoText(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const other = others[latin.indexOf(letter.toLowerCase())] ?? letter;
    return letter === letter.toLowerCase() ? other : other.toUpperCase();
  });
}

/** Creates a directory with the existing catalogs and the catalog of the pseudo-language. */
async function catalogues(folder: string): Promise<string> {
  const write = (language: string, messages: object) =>
    writeFile(join(folder, `${language}.json`), JSON.stringify(messages));
  await mkdir(folder);
  for (const language of await listLanguages()) await write(language, await messagesOf(language));
  const english = Object.entries<string>(await messagesOf('en'));
  await write(
    PSEUDO,
    Object.fromEntries(english.map(([key, message]) => [key, changeWords(message, pseudoText)])),
  );
  return folder;
}

/**
 * Bundles `sim` and a test module with the catalog of the pseudo-language, and returns the directory. The
 * format is ES modules, because only ES modules can import vitest.
 */
export async function bundledWithPseudoLanguage(folder: string, module: string): Promise<string> {
  const { onLog: _, external, ...settings } = bundlingWith(await catalogues(join(folder, 'texts')));
  const bundle = await rolldown({
    ...settings,
    external: [...(external as readonly string[]), 'vitest'],
    input: { sim: 'packages/cli/src/run-sim.ts', module },
    // The test module imports statically what the commands import dynamically, which is a warning.
    checks: { ...settings.checks, ineffectiveDynamicImport: false },
  });
  const names = { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name].mjs' };
  await bundle.write({ ...names, format: 'es', dir: join(folder, 'dist') });
  await bundle.close();
  return `${folder}/`;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Returns the texts of a page, visible or for screen readers, except code and parts in another language. */
export function listPageTexts(page: string): readonly string[] {
  const prose = page
    .replace(/<(script|style|code|pre|kbd|samp|textarea|option)\b[^>]*>.*?<\/\1>/gs, '')
    .replace(/<html[^>]*>/, '')
    .replace(/<(\w+)[^>]* (?:lang="\w+"|translate="no")[^>]*>.*?<\/\1>/gs, '');
  return [...prose.matchAll(/>([^<]+)<|\s(?:title|placeholder|aria-label|alt)="([^"]+)"/g)]
    .map(([, said, label]) => said ?? label ?? '')
    .map((text) => text.replace(/&(#?\w+);/g, (match, name) => entities[name] ?? match).trim());
}

/**
 * Returns the Latin words of a text that are neither code, such as options, URLs, or field names, nor known
 * words.
 */
export function latinIn(text: string, knownWords: ReadonlySet<string>): readonly string[] {
  const words = text
    .replace(/`[^`]*`|"[^"]*"|(?<![\p{L}\d])\/\S+/gu, ' ')
    .match(/[\w$./:@%+…-]*[A-Za-z]{2}[\w$./:@%+-]*/g);
  return (words ?? []).filter(
    (word) =>
      !/[_/:@=…\d]|^[-.]|\w\.\w|^(?:x|svc|idempotency|content)-|^[A-Z]+$/.test(word) &&
      !knownWords.has(word.replace(/[.:-]+$/, '')),
  );
}
