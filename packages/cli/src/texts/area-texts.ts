import diagnosis from 'texts:diagnosis';
import event from 'texts:event';
import field from 'texts:field';
import payer from 'texts:payer';
import signature from 'texts:signature';
import view from 'texts:view';
import word from 'texts:word';
import { wordOf } from '@svc-simulator/contract';
import { type Texts, textsByLanguage } from '@svc-simulator/texts/texts.ts';

export const traceTexts = textsByLanguage(diagnosis, signature, event, payer, word);

export const viewTexts = textsByLanguage(view, word, field, diagnosis, signature);

export function wordIn({ lang }: Texts, words: string, code: unknown): string {
  return wordOf(viewTexts(lang), words, String(code));
}
