import diagnosis from 'texts:diagnosis';
import event from 'texts:event';
import field from 'texts:field';
import payer from 'texts:payer';
import signature from 'texts:signature';
import view from 'texts:view';
import word from 'texts:word';
import { wordOf } from '@svc-simulator/contract';
import { type Texts, textsByLanguage } from '@svc-simulator/texts/texts.ts';

/** What says, in a language, what happened, and why a delivery failed. */
export const traceTexts = textsByLanguage(diagnosis, signature, event, payer, word);

/** What says, in a language, how things stand, and what their fields are called. */
export const viewTexts = textsByLanguage(view, word, field, diagnosis, signature);

/** What people call a code of the API: `wordIn(t, 'status', 'paid')`. */
export function wordIn({ lang }: Texts, words: string, code: unknown): string {
  return wordOf(viewTexts(lang), words, String(code));
}
