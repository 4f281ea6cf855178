import start from 'texts:start';
import { type Message, messageText } from './message.ts';
import { type KeyOf, type Texts, textsByLanguage } from './texts.ts';

export const startTexts = textsByLanguage(start);

export type StartReason = Message<KeyOf<'start'>>;

/** An error with a translatable reason; its `message` is in English. */
export class TranslatedError extends Error {
  readonly reason: Message;

  constructor(startReason: StartReason, options?: ErrorOptions, english: Texts = startTexts('en')) {
    super(messageText(english, startReason), options);
    this.reason = startReason;
  }
}
