import type { Language } from '@svc-simulator/server/http/language.ts';
import { english } from './texts-en.ts';
import { type SimulateTexts, spanish } from './texts-es.ts';

/** The texts of the page that simulates, and of the bar that tells of it, in one language. */
export function simulateTexts(lang: Language): SimulateTexts {
  return lang === 'en' ? english : spanish;
}
