import { readdirSync, readFileSync } from 'node:fs';
import words from 'texts:word';
import late from 'texts:word?by-language';
import { describe, expect, it } from 'vitest';
import { languagesThere, messagesOf } from '../build/catalogue.js';
import { valuesOf } from '../build/values.js';
import { textsIn } from './texts.ts';

describe('texts', () => {
  it.each([
    ['en', 'Spanish'],
    ['es', 'español'],
  ] as const)('of %s are said in it', async (lang, wanted) => {
    const t = textsIn(lang, words[lang]);
    expect(t.lang).toBe(lang);
    expect(t('word.language.es')).toBe(wanted);
    expect(textsIn(lang, await late[lang]())('word.language.es')).toBe(wanted);
  });

  it('are a fault of whoever asks for an area that it did not load', () => {
    expect(() => textsIn('en', {})('word.language.en')).toThrow('no text is loaded for word.language.en');
  });
});

describe('catalogues', async () => {
  const english = await messagesOf('en');

  it.each(await languagesThere())('%s has every key, and no other', async (language) => {
    expect(Object.keys(await messagesOf(language)).sort()).toEqual(Object.keys(english).sort());
  });

  it.each(await languagesThere())('%s takes the values that English takes', async (language) => {
    const messages = await messagesOf(language);
    const differing = Object.keys(english).filter(
      (key) =>
        String([...valuesOf(messages[key]).keys()].sort()) !==
        String([...valuesOf(english[key]).keys()].sort()),
    );
    expect(differing).toEqual([]);
  });

  it('have nothing that nobody says', () => {
    const said = keysSaid();
    const unsaid = Object.keys(english).filter((key) => checked.test(key) && !said(key));
    expect(unsaid).toEqual([]);
  });
});

/** The areas whose keys stand in the sources; of the others some are put together of codes that stand elsewhere. */
const checked = /^(cli|console|help|kit|landing|machine|payment|relay|terminal|testing)\./;

/** Whether the sources say a key: as it is, or put together, as in `word.status.${status}`. */
function keysSaid(): (key: string) => boolean {
  const packages = new URL('../..', import.meta.url).pathname;
  const literals = new Set<string>();
  const forms = new Set<string>();
  for (const file of readdirSync(packages, { recursive: true, encoding: 'utf8' })) {
    if (!/^[\w-]+\/src\/.*(?<!\.test)(?<!\.d)\.tsx?$/.test(file)) continue;
    const source = readFileSync(`${packages}${file}`, 'utf8');
    for (const [, key = ''] of source.matchAll(/['"`]([a-z]+(?:\.[\w-]+)+)['"`]/g)) literals.add(key);
    for (const [, form = ''] of source.matchAll(/`((?:[a-z]+\.|\$\{\w+\}\.\w{4})[^`\s]*)`/g)) forms.add(form);
    for (const [, area = ''] of source.matchAll(/textsOf\('([\w.]+)'/g)) forms.add(`${area}.\${name}`);
  }
  const made = [...forms].map(
    (form) => new RegExp(`^${form.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '.+')}$`),
  );
  return (key) => literals.has(key) || made.some((form) => form.test(key));
}
