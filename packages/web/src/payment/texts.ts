import type { Language } from '@svc-simulator/server/http/language.ts';
import { english } from './texts-en.ts';
import { spanish, type Texts } from './texts-es.ts';

export type { Texts };

const texts: Readonly<Record<Language, Texts>> = { es: spanish, en: english };

/** Every text of the payment page in one language. */
export function textsOf(lang: Language): Texts {
  return texts[lang];
}
