import faults from 'texts:fault';
import problems from 'texts:problem';
import shared from 'texts:word';
import { type Message, wordsOf } from '@svc-simulator/texts/message.ts';
import { textsIn } from '@svc-simulator/texts/texts.ts';

export const inEnglish = textsIn('en', faults.en, problems.en, shared.en);

/** The English words of a fault or refusal, or of an issue as a schema has it. */
export function words(reason: Message | string): string {
  return wordsOf(inEnglish, typeof reason === 'string' ? JSON.parse(reason) : reason);
}
