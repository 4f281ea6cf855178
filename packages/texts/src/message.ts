import type { Messages } from './messages.d.ts';
import type { TextKey, Texts } from './texts.ts';

/** A text key with its values. A value may itself be a message or a list of messages. */
export interface Message<Key extends TextKey = TextKey> {
  readonly code: Key;
  readonly params?: Readonly<Record<string, string | number | Message | readonly Message[]>>;
}

type Params<Key extends TextKey> = {
  readonly [Name in keyof Messages[Key]]:
    | Messages[Key][Name]
    | (string | number extends Messages[Key][Name] ? Message | readonly Message[] : never);
};

export type ParamsOf<Key extends TextKey> = Messages[Key] extends undefined ? [] : [params: Params<Key>];

export function message<Key extends TextKey>(code: Key, ...[params]: ParamsOf<Key>): Message<Key> {
  return params ? { code, params: params as NonNullable<Message['params']> } : { code };
}

export function messageText(t: Texts, { code, params = {} }: Message): string {
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value !== 'object'
      ? value
      : [value]
          .flat()
          .map((part) => messageText(t, part))
          .join('; '),
  ]);
  return t.maybe(code, Object.fromEntries(values)) ?? code;
}

/** Returns the words of a stored message. Instead of a message, a snapshot may contain a finished text. */
export function storedMessageText(t: Texts, storedText: unknown): string {
  return typeof storedText === 'object' && storedText !== null
    ? messageText(t, storedText as Message)
    : String(storedText ?? '');
}
