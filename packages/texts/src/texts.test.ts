import { readdirSync, readFileSync } from 'node:fs';
import words from 'texts:word';
import late from 'texts:word?by-language';
import { parse, type Token } from '@messageformat/parser';
import { english as englishWords } from '@svc-simulator/test-support/english.ts';
import { describe, expect, it } from 'vitest';
import { listLanguages, messagesOf } from '../build/catalogue.js';
import { valuesOf } from '../build/values.js';
import { textsIn } from './texts.ts';

describe('texts', () => {
  it.each([
    ['en', 'Spanish'],
    ['es', 'español'],
  ] as const)('formats the texts of %s in that language', async (lang, expectedText) => {
    const t = textsIn(lang, words[lang]);
    expect(t.lang).toBe(lang);
    expect(t('word.language.es')).toBe(expectedText);
    expect(textsIn(lang, await late[lang]())('word.language.es')).toBe(expectedText);
  });

  it("throws for an area that wasn't loaded", () => {
    expect(() => textsIn('en', {})('word.language.en')).toThrow('no text is loaded for word.language.en');
  });
});

describe('a catalog of texts', async () => {
  const english = await messagesOf('en');

  it.each(await listLanguages())('has in %s the same keys as in English', async (language) => {
    expect(Object.keys(await messagesOf(language)).sort()).toEqual(Object.keys(english).sort());
  });

  it.each(await listLanguages())(
    'uses in %s the same placeholders as the English texts',
    async (language) => {
      const messages = await messagesOf(language);
      const differing = Object.keys(english).filter(
        (key) =>
          String([...valuesOf(messages[key]).keys()].sort()) !==
          String([...valuesOf(english[key]).keys()].sort()),
      );
      expect(differing).toEqual([]);
    },
  );

  it('contains no English words in the Spanish texts', async () => {
    const keys = Object.entries<string>(await messagesOf('es')).filter(
      ([key]) => !key.startsWith('cli.init.'),
    );
    const words = keys.map(
      ([key, text]) => [key, wordsOf(parse(text)).replace(/`[^`]*`|\?\S+/g, '')] as const,
    );
    expect(words.filter(([, text]) => englishWords.test(text))).toEqual([]);
  });

  it('has no unused texts', () => {
    const isSaid = createUsageCheck();
    const unsaid = Object.keys(english).filter((key) => !isSaid(key, english[key]));
    expect(unsaid).toEqual([]);
  });
});

/** Returns the words of a message without the names of its values and cases. */
function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'content') return token.value;
      return 'cases' in token ? token.cases.map((each) => wordsOf(each.tokens)).join(' ') : ' ';
    })
    .join('');
}

/** Areas whose keys are composed of codes, so that they never appear as a whole in the sources. */
const composedAreas = /^(api|diagnosis|payer|word)\./;

/**
 * Returns a function that returns true if the sources use a key: as a whole, or composed as in
 * `word.status.${status}`. A text of the area `template` must appear in the examples instead.
 */
function createUsageCheck(): (key: string, text: string) => boolean {
  const literals = new Set<string>();
  const forms = new Set<string>();
  const names = new Set<string>();
  for (const source of filesIn('../..', /^[\w-]+\/src\/.*(?<!\.test)(?<!\.d)\.tsx?$/)) {
    for (const [, key = ''] of source.matchAll(/['"`]([a-z]+(?:\.[\w-]+)+)['"`]/g)) literals.add(key);
    for (const [, form = ''] of source.matchAll(/`((?:[a-z]+\.|\$\{\w+\}\.\w{4})[^`\s]*)`/g)) forms.add(form);
    for (const [, area = ''] of source.matchAll(/partTexts\('([\w.]+)'/g)) forms.add(`${area}.\${name}`);
    for (const [name] of source.matchAll(/[\w-]+/g)) names.add(name);
    for (const [, text = ''] of source.matchAll(/['"`]([^'"`\n]+)['"`]/g)) names.add(nameOf(text));
  }
  const examples = filesIn('../../../examples', /^(?!.*node_modules)/).join('\n');
  const keys = [...forms].map(
    (form) => new RegExp(`^${form.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '.+')}$`),
  );
  const isName = (part: string) => names.has(part) || part.split(/[-_ ]/).every((piece) => names.has(piece));
  return (key, text) => {
    if (literals.has(key)) return true;
    if (key.startsWith('template.')) return examples.includes(text.replaceAll(/'([{}])'/g, '$1'));
    const [, ...parts] = key.split('.');
    return (composedAreas.test(key) || keys.some((form) => form.test(key))) && parts.every(isName);
  };
}

function filesIn(folder: string, pattern: RegExp): readonly string[] {
  const { pathname } = new URL(`${folder}/`, import.meta.url);
  return readdirSync(pathname, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath.replace(/\/?$/, '/')}${name}`)
    .filter((file) => pattern.test(file.slice(pathname.length)))
    .map((file) => readFileSync(file, 'utf8'));
}

/** Returns a text's key from its English words: `no_answer` for `no answer`. */
function nameOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
}
