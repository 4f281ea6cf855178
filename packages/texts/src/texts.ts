import codes from 'texts:languages';
import type { Language, Messages } from './messages.d.ts';

export type { Language };

/** The languages that people read: each that there is a catalogue of. */
export const languages: readonly Language[] = codes;

/** The language of a code such as `es`, of a tag or a locale such as `es-VE` and `es_VE.UTF-8`; undefined when there is no catalogue of it. */
export function languageOf(code: unknown): Language | undefined {
  const [primary] = String(code)
    .trim()
    .toLowerCase()
    .split(/[-_.@]/, 1);
  return languages.find((language) => language === primary);
}

/** The language of a user's locale, English where there is no catalogue of it, and the variable that says it. */
export function localeIn(env: Readonly<Record<string, string | undefined>>) {
  // An empty variable is as good as none (POSIX, locale).
  const from = ['LC_ALL', 'LC_MESSAGES', 'LANG'].find((name) => env[name]);
  return { code: languageOf(from && env[from]) ?? 'en', from };
}

/** What names a text of the catalogues, such as `session.status.paid`. */
export type TextKey = keyof Messages;

/** The keys that begin with an area's name. */
export type KeyOf<Area extends string> = Extract<TextKey, `${Area}.${string}`>;

/** What a code is called that there are texts of: `NameIn<'diagnosis', 'reason'>` is `too_slow` for `diagnosis.too_slow.reason`. */
export type NameIn<Area extends string, What extends string> = {
  [Key in TextKey]: Key extends `${Area}.${infer Name}.${What}` ? Name : never;
}[TextKey];

/** The keys of texts without values. */
export type PlainKey = { [Key in TextKey]: Messages[Key] extends undefined ? Key : never }[TextKey];

/** A text that is said later, in the language of whoever reads it. */
export type Said = (t: Texts) => string;

/** Messages of some areas in one language, as they are compiled: texts, and functions of the values in them. */
export type Catalogue = Readonly<Record<string, string | ((values: never) => string)>>;

/**
 * What speaks one language. It is called with a key and what the text of that key wants, and answers the text:
 * `t('session.row.webhooks', { count: 3 })`.
 */
export interface Texts {
  readonly lang: Language;
  <Key extends TextKey>(
    key: Key,
    ...values: Messages[Key] extends undefined ? [] : [values: Messages[Key]]
  ): string;
  /** The text of a key that need not be there, as one that is made of what somebody typed. */
  maybe(key: string, values?: object): string | undefined;
}

/** What speaks a language with the messages of these areas; a key of any other is a fault of whoever asks. */
export function textsIn(lang: Language, ...areas: readonly Catalogue[]): Texts {
  const messages: Catalogue = areas.length === 1 ? (areas[0] ?? {}) : Object.assign({}, ...areas);
  const maybe = (key: string, values?: object): string | undefined => {
    const message = Object.hasOwn(messages, key) ? messages[key] : undefined;
    return typeof message === 'function' ? message(values as never) : message;
  };
  const t = (key: string, values?: object): string => {
    const text = maybe(key, values);
    if (text === undefined) throw new Error(`no text is loaded for ${key}`);
    return text;
  };
  return Object.assign(t, { lang, maybe });
}

/** What speaks each language with the messages of these areas: `textsByLanguage(practice)(lang)`. */
export function textsByLanguage(
  ...areas: readonly Readonly<Record<Language, Catalogue>>[]
): (lang: Language) => Texts {
  const spoken = new Map(languages.map((lang) => [lang, textsIn(lang, ...areas.map((area) => area[lang]))]));
  return (lang) => spoken.get(lang) as Texts;
}
