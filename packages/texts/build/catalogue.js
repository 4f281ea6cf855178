import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const folder = fileURLToPath(new URL('..', import.meta.url));

/** Returns the languages with a catalogue; English, the fallback, comes last. */
export async function listLanguages(catalogues = folder) {
  const names = (await readdir(catalogues)).filter((name) => /^[a-z]{2,3}(-[A-Za-z]+)?\.json$/.test(name));
  const codes = names.map((name) => name.slice(0, -'.json'.length)).sort();
  return [...codes.filter((code) => code !== 'en'), 'en'];
}

export const fileOf = (language, catalogues = folder) => join(catalogues, `${language}.json`);

/** Returns a language's messages by key, such as `session.status.paid`. */
export async function messagesOf(language, catalogues = folder) {
  return JSON.parse(await readFile(fileOf(language, catalogues), 'utf8'));
}
