import { type Catalogue, type Language, languages, type Texts, textsIn } from '@svc-simulator/texts/texts.ts';

/** What speaks the languages of the pages, with the messages of these areas. */
export function textsByLanguage(
  ...areas: readonly Readonly<Record<Language, Catalogue>>[]
): (lang: Language) => Texts {
  const spoken = new Map(languages.map((lang) => [lang, textsIn(lang, ...areas.map((area) => area[lang]))]));
  return (lang) => spoken.get(lang) as Texts;
}
