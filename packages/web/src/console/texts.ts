import type { Language } from '@svc-simulator/server/http/language.ts';
import { english } from './texts-en.ts';
import { spanish, type Texts } from './texts-es.ts';

/** The texts that the console's pages share, in one language; each page has its own beside it. */
export function textsOf(lang: Language): Texts {
  return lang === 'en' ? english : spanish;
}
