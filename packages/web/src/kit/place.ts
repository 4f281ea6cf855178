import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';

/** Where a page appears. It stores the chosen language, never the raw text of the request. */
export interface PagePlace {
  readonly language: Language;
  readonly isLanguageRequested: boolean;
}

/** Chooses the language of a page: Spanish unless the URL or the browser prefers another. */
export function choosePlace(acceptLanguage: string | undefined, lang: string | undefined): PagePlace {
  return { language: pickLanguage(acceptLanguage, lang), isLanguageRequested: lang !== undefined };
}

/** Returns the query that keeps the language in a link to another page of the place. */
export function languageQueryOf({ isLanguageRequested, language }: PagePlace): { readonly lang?: Language } {
  return isLanguageRequested ? { lang: language } : {};
}
