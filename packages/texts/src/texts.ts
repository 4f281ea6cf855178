import codes from 'texts:languages';
import type { Language, Messages } from './messages.d.ts';

export type { Language };

export const languages: readonly Language[] = codes;

/**
 * Returns the language of a code, tag or locale (`es`, `es-VE`, `es_VE.UTF-8`); undefined if the language has
 * no catalogue.
 */
export function languageOf(code: unknown): Language | undefined {
  const [primary] = String(code)
    .trim()
    .toLowerCase()
    .split(/[-_.@]/, 1);
  return languages.find((language) => language === primary);
}

/**
 * Returns the language of the user's locale (English if the language has no catalogue), and the variable that
 * sets the locale.
 */
export function localeIn(env: Readonly<Record<string, string | undefined>>) {
  // An empty variable counts as unset (POSIX, locale).
  const variable = ['LC_ALL', 'LC_MESSAGES', 'LANG'].find((name) => env[name]);
  return { code: languageOf(variable && env[variable]) ?? 'en', source: variable };
}

export type TextKey = keyof Messages;

export type KeyOf<Area extends string> = Extract<TextKey, `${Area}.${string}`>;

/**
 * Names of codes with texts: `NameIn<'diagnosis', 'reason'>` is `too_slow` for `diagnosis.too_slow.reason`.
 */
export type NameIn<Area extends string, Suffix extends string> = {
  [Key in TextKey]: Key extends `${Area}.${infer Name}.${Suffix}` ? Name : never;
}[TextKey];

export type PlainKey = { [Key in TextKey]: Messages[Key] extends undefined ? Key : never }[TextKey];

/** A text that is translated later, in its reader's language. */
export type LazyText = (t: Texts) => string;

/** Compiled messages of one language: strings, and functions for messages with values. */
export type Catalogue = Readonly<Record<string, string | ((values: never) => string)>>;

/** Returns the text of a key in one language: `t('session.row.webhooks', { count: 3 })`. */
export interface Texts {
  readonly lang: Language;
  <Key extends TextKey>(
    key: Key,
    ...values: Messages[Key] extends undefined ? [] : [values: Messages[Key]]
  ): string;
  /** Returns the text of a key that may not exist, such as one built from user input. */
  maybe(key: string, values?: object): string | undefined;
}

/** Returns the texts of `areas` in a language. The result throws for keys of other areas. */
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

/** Returns a function that returns the texts of `areas` in a language: `textsByLanguage(practice)(lang)`. */
export function textsByLanguage(
  ...areas: readonly Readonly<Record<Language, Catalogue>>[]
): (lang: Language) => Texts {
  const textsByCode = new Map<Language, Texts>();
  return (lang) => {
    const texts = textsByCode.get(lang) ?? textsIn(lang, ...areas.map((area) => area[lang]));
    textsByCode.set(lang, texts);
    return texts;
  };
}
