/**
 * Why a JSON text is too expensive to parse. `deep`: it has too many levels; `long`: its arrays have too many
 * items; `names`: its objects have too many distinct names.
 */
export type JsonExcess = 'deep' | 'long' | 'names';

/** Texts up to this length aren't scanned: parsing takes little time, whatever they contain. */
const SCAN_FROM = 2048;
/** Characters of indentation that `prettyJson` may always add. A short text can get mostly indentation. */
const INDENT_ALLOWANCE = 2048;
/** Names are counted only in longer texts. Shorter texts can't have many more names than are allowed. */
const NAMES_FROM = 65_536;
/** Maximum distinct names, because a parser takes microseconds for each. */
export const JSON_NAMES_MAX = 5000;
/** Maximum items of all arrays together, more than any snapshot has. */
export const JSON_ITEMS_MAX = 120_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/** Returns why a JSON text is too expensive to parse; undefined if it isn't. Ignores syntax errors. */
export function jsonExcessIn(text: string, maxLevels: number): JsonExcess | undefined {
  if (text.length <= SCAN_FROM) return undefined;
  const distinctNames = text.length > NAMES_FROM ? new Set<string>() : null;
  /** True for each open array, false for each open object. */
  const openContainers: boolean[] = [];
  let itemCount = 0;
  /** Range of the latest string. If a colon follows, the string is a name. */
  let [from, end] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      from = index + 1;
      end = endOfText(text, from);
      index = end;
    } else if (code === COLON) {
      if (distinctNames && distinctNames.add(text.slice(from, end)).size > JSON_NAMES_MAX) return 'names';
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      if (openContainers.push(code === OPEN_ARRAY) > maxLevels) return 'deep';
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      openContainers.pop();
    } else if (code === COMMA && openContainers[openContainers.length - 1] && ++itemCount >= JSON_ITEMS_MAX) {
      return 'long';
    }
  }
  return undefined;
}

function endOfText(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slashCount = 0;
    while (text.charCodeAt(quote - 1 - slashCount) === BACKSLASH && quote - 1 - slashCount >= from)
      slashCount++;
    if (slashCount % 2 === 0) return quote;
  }
  return text.length;
}

/**
 * Indents JSON. Returns invalid JSON unchanged, and also deeply nested JSON, which would become many times
 * longer.
 */
export function prettyJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return indentsIn(text) <= 4 * text.length + INDENT_ALLOWANCE ? JSON.stringify(value, null, 2) : text;
  } catch {
    return text;
  }
}

function indentsIn(text: string): number {
  let [depth, indents] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfText(text, index + 1);
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) indents += 2 * ++depth;
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) indents += 2 * --depth;
    else if (code === COMMA) indents += 2 * depth;
  }
  return indents;
}
