import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';

/** The language of a page. It contains no text from the request, so it can be part of a cache key. */
export interface PageLanguage {
  readonly language: Language;
  /**
   * True if the URL has `?lang=`. The links of the page then need the parameter, so that the language stays.
   */
  readonly isLanguageRequested: boolean;
}

/** Chooses the language of a page: Spanish unless the URL or the browser requests another language. */
export function choosePageLanguage(acceptLanguage?: string, lang?: string): PageLanguage {
  return { language: pickLanguage(acceptLanguage, lang), isLanguageRequested: lang !== undefined };
}

export function languageQueryOf({ isLanguageRequested, language }: PageLanguage): { lang?: Language } {
  return isLanguageRequested ? { lang: language } : {};
}
