import start from 'texts:start';
import { type Message, worded } from './message.ts';
import { type KeyOf, type Texts, textsByLanguage } from './texts.ts';

/** What says why a simulator cannot start, or go on. */
export const startTexts = textsByLanguage(start);

/** Why a simulator cannot start, or go on. */
export type StartReason = Message<KeyOf<'start'>>;

/** An error that is put into words by whoever tells it, in the language of its reader; as `message` it has the English ones. */
export class SaidError extends Error {
  readonly said: Message;

  constructor(said: StartReason, options?: ErrorOptions, english: Texts = startTexts('en')) {
    super(worded(english, said), options);
    this.said = said;
  }
}
