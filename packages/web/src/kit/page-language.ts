import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';

/** The language of a page, and whether the URL requested it. Never contains raw text of the request. */
export interface PageLanguage {
  readonly language: Language;
  readonly isLanguageRequested: boolean;
}

/** Chooses the language of a page: Spanish unless the URL or the browser prefers another. */
export function choosePageLanguage(
  acceptLanguage: string | undefined,
  lang: string | undefined,
): PageLanguage {
  return { language: pickLanguage(acceptLanguage, lang), isLanguageRequested: lang !== undefined };
}

export function languageQueryOf({ isLanguageRequested, language }: PageLanguage): {
  readonly lang?: Language;
} {
  return isLanguageRequested ? { lang: language } : {};
}
