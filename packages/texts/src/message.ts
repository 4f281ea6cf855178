import type { Messages } from './messages.d.ts';
import type { TextKey, Texts } from './texts.ts';

/**
 * A text that no words are put to yet: the key of a catalogue, and what stands in that text. A value that is such a text, or
 * a list of them, gets its words with it.
 */
export interface Message<Key extends TextKey = TextKey> {
  readonly code: Key;
  readonly params?: Readonly<Record<string, string | number | Message | readonly Message[]>>;
}

/** What a text of this key wants. */
type Params<Key extends TextKey> = {
  readonly [Name in keyof Messages[Key]]:
    | Messages[Key][Name]
    | (string | number extends Messages[Key][Name] ? Message | readonly Message[] : never);
};

/** The rest of the arguments of what takes a key. */
export type ParamsOf<Key extends TextKey> = Messages[Key] extends undefined ? [] : [params: Params<Key>];

export function message<Key extends TextKey>(code: Key, ...[params]: ParamsOf<Key>): Message<Key> {
  return params ? { code, params: params as NonNullable<Message['params']> } : { code };
}

/** The words of a message in a language. */
export function worded(t: Texts, { code, params = {} }: Message): string {
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value !== 'object'
      ? value
      : [value]
          .flat()
          .map((each) => worded(t, each))
          .join('; '),
  ]);
  return t.maybe(code, Object.fromEntries(values)) ?? code;
}

/** The words of what is stored: of a message, or the sentence that a snapshot has there. */
export function storedWords(t: Texts, stored: unknown): string {
  return typeof stored === 'object' && stored !== null ? worded(t, stored as Message) : String(stored ?? '');
}
