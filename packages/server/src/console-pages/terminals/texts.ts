import type { Language } from '../../pages/language.ts';
import { english } from './texts-en.ts';
import { spanish } from './texts-es.ts';

export function terminalsTexts(lang: Language): typeof spanish {
  return lang === 'en' ? english : spanish;
}
