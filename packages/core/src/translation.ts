/** Sentences of a language by the English ones. `{0}`, `{1}` … stand for the values in them. */
export type Catalogue = Readonly<Record<string, string>>;

export interface Language {
  /** As in `Accept-Language`. */
  readonly code: 'en' | 'es';
  /** Of our own sentences. */
  readonly sentences: Catalogue;
  /** Of sentences that others put together, such as the parser of the command line; they are known by their pattern. */
  readonly foreign: Catalogue;
}

export const english: Language = { code: 'en', sentences: {}, foreign: {} };

/** A process of the command line has one reader, so it has one language; a server must not ask for it. */
let spoken = english;

/** The language that `t` answers in. */
export function language(): Language['code'] {
  return spoken.code;
}

/** Chooses the language of a process for good. */
export function speak(own: Language): void {
  spoken = own;
}

/** An English sentence in the language of its reader: t`listening on ${url}` is looked up as `listening on {0}`. */
export function t(parts: TemplateStringsArray, ...values: readonly unknown[]): string {
  const key = parts.reduce((text, part, at) => `${text}{${at - 1}}${part}`);
  return filled(translated(key), values);
}

/** A sentence without values, such as a description of a command, by its English one. */
export function translated(sentence: string): string {
  return spoken.sentences[sentence] ?? sentence;
}

/** What others said in English, in the language of its reader where the pattern is known. */
export function translatedForeign(text: string): string {
  for (const [pattern, sentence] of Object.entries(spoken.foreign)) {
    const values = patternOf(pattern).exec(text)?.slice(1);
    if (values) return filled(sentence, values.map(translatedForeign));
  }
  return text;
}

function patternOf(sentence: string): RegExp {
  const literals = sentence.split(/\{\d\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${literals.join('(.*?)')}$`, 's');
}

function filled(sentence: string, values: readonly unknown[]): string {
  return values.length === 0
    ? sentence
    : sentence.replace(/\{(\d)\}/g, (_, at) => String(values[Number(at)]));
}
