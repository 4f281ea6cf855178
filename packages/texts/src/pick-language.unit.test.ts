import { describe, expect, it } from 'vitest';
import { pickLanguage } from './pick-language.ts';

describe('pickLanguage', () => {
  it.each([
    [undefined, undefined, 'es'],
    [null, null, 'es'],
    ['', '', 'es'],
    ['en', undefined, 'en'],
    ['en-GB,en;q=0.9', undefined, 'en'],
    ['es-VE,es;q=0.9,en;q=0.8', undefined, 'es'],
    ['en;q=0.8,es;q=0.9', undefined, 'es'],
    ['es;q=0.2, en;q=0.7', undefined, 'en'],
    ['fr-FR, de;q=0.9', undefined, 'es'],
    ['fr, en;q=0.1', undefined, 'en'],
    ['*', undefined, 'es'],
    ['*;q=0.9, en;q=0.5', undefined, 'es'],
    ['en;q=0', undefined, 'es'],
    ['en;q=5', undefined, 'es'],
    ['en;q=x, es;q=0.1', undefined, 'en'],
    ['english', undefined, 'es'],
    ['EN_us', undefined, 'en'],
    ['es', 'en', 'en'],
    ['en', 'es', 'es'],
    ['en', 'es-VE', 'es'],
    ['en', 'fr', 'en'],
    ['es', '"><script>', 'es'],
    [`${'fr,'.repeat(100_000)}en`, undefined, 'es'],
  ] as const)('returns the language for the header %j and ?lang=%j: %s', (header, query, expected) => {
    expect(pickLanguage(header, query)).toBe(expected);
  });

  it.each([
    [undefined, 'en'],
    ['*', 'en'],
    ['fr, *;q=0.5', 'en'],
    ['es-VE, *;q=0.5', 'es'],
    ['es;q=0.2, *', 'en'],
  ] as const)('returns the language for the header %j if English is the default: %s', (header, expected) => {
    expect(pickLanguage(header, null, 'en')).toBe(expected);
  });
});
