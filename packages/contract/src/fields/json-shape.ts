/** What makes a JSON text cost more than its length: how deep it is, how many items its arrays have, or how many names its members. */
export type JsonExcess = 'deep' | 'long' | 'names';

/** A shorter text is parsed sooner than it is looked through. */
const SHORT = 2048;
/** Names are counted in what is longer. */
const NAMES_FROM = 65_536;
/** So many different ones; a parser takes microseconds for each. */
export const JSON_NAMES_MAX = 5000;
/** So many items of all its arrays: more than a snapshot of records has. */
export const JSON_ITEMS_MAX = 120_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/**
 * Looks through a text before it is parsed, in one pass: undefined where it is no deeper than `levels`, and neither long nor of many
 * names. What is no JSON is for the parser to find.
 */
export function jsonExcessIn(text: string, levels: number): JsonExcess | undefined {
  if (text.length <= SHORT) return undefined;
  const names = text.length > NAMES_FROM ? new Set<string>() : null;
  /** Whether each that is open is an array. */
  const open: boolean[] = [];
  let items = 0;
  /** The text that has ended last, which a colon behind it makes a name. */
  let [from, end] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      from = at + 1;
      end = endOfText(text, from);
      at = end;
    } else if (code === COLON) {
      if (names && names.add(text.slice(from, end)).size > JSON_NAMES_MAX) return 'names';
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      if (open.push(code === OPEN_ARRAY) > levels) return 'deep';
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      open.pop();
    } else if (code === COMMA && open[open.length - 1] && ++items >= JSON_ITEMS_MAX) {
      return 'long';
    }
  }
  return undefined;
}

/** Where the quote stands that ends a text. */
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH && at - 1 - slashes >= from) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/** JSON with line breaks; anything else, and what would become many times as long by them, as it is. */
export function prettyJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return indentsIn(text) <= 4 * text.length + SHORT ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}

/** How many characters line breaks add. */
function indentsIn(text: string): number {
  let [depth, added] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfText(text, at + 1);
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) added += 2 * ++depth;
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) added += 2 * --depth;
    else if (code === COMMA) added += 2 * depth;
  }
  return added;
}
