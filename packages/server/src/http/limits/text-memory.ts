/** Characters beyond Latin-1. Of a text that V8 keeps as one byte a character it knows without looking that it has none. */
const WIDE = /[\u0100-\uffff]/;

/** Bytes of memory that the characters of a text take: one with a single wide character takes two for each of them. */
export function memoryOf(text: string): number {
  return WIDE.test(text) ? 2 * text.length : text.length;
}
