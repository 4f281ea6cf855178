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
});
