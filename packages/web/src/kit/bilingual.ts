import type { Language } from '@svc-simulator/server/http/language.ts';

/** The texts of an area of the pages, by the page's language. */
export function bilingual<Texts>(spanish: Texts, english: Texts): (lang: Language) => Texts {
  return (lang) => (lang === 'en' ? english : spanish);
}
