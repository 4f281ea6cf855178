/** Reason why a JSON text costs more than its length: its depth, array items, or member names. */
export type JsonExcess = 'deep' | 'long' | 'names';

/** A shorter text is parsed faster than scanned. */
const SHORT = 2048;
/** Names are only counted in longer texts. */
const NAMES_FROM = 65_536;
/** Limit on distinct names, because a parser takes microseconds for each. */
export const JSON_NAMES_MAX = 5000;
/** Limit on the items of all arrays, above a snapshot of records. */
export const JSON_ITEMS_MAX = 120_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/**
 * Scans a text in one pass before it is parsed; undefined if it is at most `levels` deep and has neither too
 * many items nor names. Syntax errors are left to the parser.
 */
export function jsonExcessIn(text: string, levels: number): JsonExcess | undefined {
  if (text.length <= SHORT) return undefined;
  const names = text.length > NAMES_FROM ? new Set<string>() : null;
  /** True for each open array, false for each open object. */
  const open: boolean[] = [];
  let items = 0;
  /** The last complete text, which a following colon makes a name. */
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

function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH && at - 1 - slashes >= from) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

/**
 * Formats JSON with line breaks; other texts, and JSON that would become many times as long, stay the same.
 */
export function prettyJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return indentsIn(text) <= 4 * text.length + SHORT ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}

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
