import type { Messages } from './messages.d.ts';
import type { TextKey, Texts } from './texts.ts';

/**
 * A message without words yet: a key of a catalogue and its values. Values may be messages or lists of them.
 */
export interface Message<Key extends TextKey = TextKey> {
  readonly code: Key;
  readonly params?: Readonly<Record<string, string | number | Message | readonly Message[]>>;
}

/** The values of a message. */
type Params<Key extends TextKey> = {
  readonly [Name in keyof Messages[Key]]:
    | Messages[Key][Name]
    | (string | number extends Messages[Key][Name] ? Message | readonly Message[] : never);
};

/** Further arguments of functions that take a key. */
export type ParamsOf<Key extends TextKey> = Messages[Key] extends undefined ? [] : [params: Params<Key>];

export function message<Key extends TextKey>(code: Key, ...[params]: ParamsOf<Key>): Message<Key> {
  return params ? { code, params: params as NonNullable<Message['params']> } : { code };
}

/** Returns the words of a message in a language. */
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

/** Returns the words of a stored message, or a sentence from a snapshot. */
export function storedWords(t: Texts, storedText: unknown): string {
  return typeof storedText === 'object' && storedText !== null
    ? worded(t, storedText as Message)
    : String(storedText ?? '');
}
