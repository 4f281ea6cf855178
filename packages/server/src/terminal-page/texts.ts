import type { Language } from '../pages/language.ts';
import { english } from './texts-en.ts';
import { spanish, type Texts } from './texts-es.ts';

export type { Texts };

/** Every text of the virtual terminal in one language. */
export function textsOf(lang: Language): Texts {
  return lang === 'en' ? english : spanish;
}
