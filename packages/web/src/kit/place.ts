import { pickLanguage } from '@svc-simulator/texts/pick-language.ts';
import type { Language } from '@svc-simulator/texts/texts.ts';

/** Where a page is shown. It has the language that was chosen, never the text that asked for it, which may be anything. */
export interface Place {
  readonly language: Language;
  /** The address asks for a language, so links keep it. */
  readonly asked: boolean;
}

/** Returns the place of a page: in Spanish, like the console and the payment page, unless its reader asks for another language. */
export function placeOf(acceptLanguage: string | undefined, lang: string | undefined): Place {
  return { language: pickLanguage(acceptLanguage, lang), asked: lang !== undefined };
}

/** Returns the query that keeps the language in a link to another page of the place. */
export function queryOf({ asked, language }: Place): { readonly lang?: Language } {
  return asked ? { lang: language } : {};
}
