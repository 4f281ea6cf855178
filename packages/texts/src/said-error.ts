import start from 'texts:start';
import { type Message, worded } from './message.ts';
import { type KeyOf, type Texts, textsByLanguage } from './texts.ts';

/** Texts that say why a simulator can't start or continue. */
export const startTexts = textsByLanguage(start);

/** The reason why a simulator can't start or continue. */
export type StartReason = Message<KeyOf<'start'>>;

/** An error with a message in the reader's language; its `message` is in English. */
export class SaidError extends Error {
  readonly said: Message;

  constructor(reason: StartReason, options?: ErrorOptions, english: Texts = startTexts('en')) {
    super(worded(english, reason), options);
    this.said = reason;
  }
}
