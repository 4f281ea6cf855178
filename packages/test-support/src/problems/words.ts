import faults from 'texts:fault';
import problems from 'texts:problem';
import shared from 'texts:word';
import { type Message, messageText } from '@svc-simulator/texts/message.ts';
import { textsIn } from '@svc-simulator/texts/texts.ts';

export const inEnglish = textsIn('en', faults.en, problems.en, shared.en);

/** Returns the English text of a fault or a refusal. The message of a schema's issue is its JSON. */
export function words(reason: Message | string): string {
  return messageText(inEnglish, typeof reason === 'string' ? JSON.parse(reason) : reason);
}
