import template from 'texts:template';
import type { Language } from '@svc-simulator/texts/texts.ts';

/** Text keys by the English texts in the files of `examples`, which `sim init` and the console translate. */
const keysByEnglish = new Map(Object.entries(template.en).map(([key, text]) => [text, key]));

/** Translates a comment or text of a file of `examples`; texts without a translation stay. */
export function templateText(lang: Language, english: string): string {
  const text = template[lang][keysByEnglish.get(english) ?? ''];
  return typeof text === 'string' ? text : english;
}

export function translateComments(lang: Language, code: string): string {
  return code.replace(/(?<=^\s*(?:\/\/|#) ).+$/gm, (comment) => templateText(lang, comment));
}
