import diagnosis from 'texts:diagnosis';
import field from 'texts:field';
import signature from 'texts:signature';
import view from 'texts:view';
import word from 'texts:word';
import { wordOf } from '@svc-simulator/contract';
import { type Texts, textsByLanguage } from '@svc-simulator/texts/texts.ts';

export const viewTexts = textsByLanguage(view, word, field, diagnosis, signature);

export function wordIn({ lang }: Texts, words: string, code: unknown): string {
  return wordOf(viewTexts(lang), words, String(code));
}
