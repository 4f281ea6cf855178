import template from 'texts:template';
import type { Language } from '@svc-simulator/texts/texts.ts';

/** The words of `examples` by the English ones, which stand in the files; `sim init` writes them, and the console shows some. */
const keys = new Map(Object.entries(template.en).map(([key, text]) => [text, key]));

/** A comment or a text of a file of `examples` in a language; what the catalogue has not got stays as it is. */
export function templateText(lang: Language, english: string): string {
  const text = template[lang][keys.get(english) ?? ''];
  return typeof text === 'string' ? text : english;
}

/** A file of `examples/verify` with its comments in a language. */
export function withComments(lang: Language, code: string): string {
  return code.replace(/(?<=^\s*(?:\/\/|#) ).+$/gm, (comment) => templateText(lang, comment));
}
