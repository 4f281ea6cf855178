const MAX_READ_LENGTH = 2000;
const MAX_QUOTE_LENGTH = 120;

const jsonKey = /"(?:[^"\\]|\\.){1,100}"\s*:/g;
const timeValue = /"?\d{4}-\d\d-\d\d[T ]\d\d[^"',}\s]{0,40}"?/g;
const tag = /<(style|script)[\s\S]*?<\/\1>|<[^<>]*>/gi;

/** Returns the beginning of a response without tags. */
export function plainTextOf(body: string): string {
  return body.slice(0, MAX_READ_LENGTH).replace(tag, ' ').replace(/\s+/g, ' ').trim();
}

/** Returns what a refusal says: without tags, times, and the keys of JSON, such as `timestamp`. */
export function refusalTextOf(body: string): string {
  const text = plainTextOf(body);
  const plainText = /^[[{]/.test(text) ? text.replace(jsonKey, ' ') : text;
  return plainText
    .replace(timeValue, (value) => (value.startsWith('"') ? ' ' : '…'))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Signatures and ids say nothing to a reader. */
const longWord = /\S{32,}/g;
/** Words that repeat the status, in lowercase. */
const statusWords =
  /\b(unauthori[sz]ed|forbidden|bad request|unprocessable (entity|content)|not found|access denied|error|errors|invalid|failed|fail|rejected|denied|no|null|false|http|status|about:blank|type|title|code|undefined)\b|"\/[^"]*"|https?:\S+/g;

/** Returns the text of a refusal for a reader; an empty text if the refusal only repeats its status. */
export function quoteRefusal(body: string): string {
  const text = refusalTextOf(body).replace(longWord, '…');
  if (!/\p{L}{3}/u.test(text.toLowerCase().replace(statusWords, ' '))) return '';
  const words = /^[[{]/.test(text)
    ? text.replaceAll('\\"', "'").replace(/"\/[^"]*"|\b\d{3,}\b|[[\]{}",]+/g, ' ')
    : text;
  return words.replace(/\s+/g, ' ').trim().slice(0, MAX_QUOTE_LENGTH);
}
