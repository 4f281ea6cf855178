import type { Language } from '@svc-simulator/server/http/language.ts';
import { english } from './texts-en.ts';
import { spanish } from './texts-es.ts';

export function terminalsTexts(lang: Language): typeof spanish {
  return lang === 'en' ? english : spanish;
}
