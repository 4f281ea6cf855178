import foreign from 'texts:foreign';
import { type Catalogue, type Texts, textsIn } from '@svc-simulator/texts/texts.ts';

/** Stands in a message for each of its values. */
const MARK = '\u0001';
const marks = new Proxy({}, { get: (_values, name) => `${MARK}${String(name)}${MARK}` });

/** The area's messages by the form of what they say in English; what has more words of its own comes first. */
const forms = (english: Catalogue): readonly (readonly [form: RegExp, key: string])[] =>
  Object.entries(english)
    .map(([key, message]) => [key, typeof message === 'string' ? message : message(marks as never)] as const)
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([key, text]) => [formOf(text), key]);

function formOf(text: string): RegExp {
  const parts = text.split(MARK).map((part, at) => (at % 2 ? `(?<${part}>.*?)` : literal(part)));
  return new RegExp(`^${parts.join('')}$`, 's');
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/**
 * What the simulator's start, its store and the parsers of JSON and YAML have put into English, in the language of the reader: it is
 * known by the catalogue's English, and what stands in it is translated as well.
 */
export function saidInWordsOf(t: Texts, text: string): string {
  if (t.lang === 'en') return text;
  for (const [form, key] of forms(foreign.en)) {
    const found = form.exec(text);
    if (!found) continue;
    const values = Object.entries(found.groups ?? {}).map(([name, value]) => [name, saidInWordsOf(t, value)]);
    return textsIn(t.lang, foreign[t.lang]).maybe(key, Object.fromEntries(values)) ?? text;
  }
  return text;
}
