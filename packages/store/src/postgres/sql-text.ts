// A backslash, what PostgreSQL's text refuses (NUL), what UTF-8 cannot hold (lone surrogates), and the separator of tags.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const UNSAFE = /[\\\0\x1f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ESCAPED = /\\(\\|[0-9a-f]{4})/g;

/** Stands between the tags of a record on their way into the database. */
export const TAG_SEPARATOR = '\x1f';

/** Any text as one that PostgreSQL stores and finds: two that differ stay different. */
export function toSqlText(text: string): string {
  return text.replace(UNSAFE, (unit) =>
    unit === '\\' ? '\\\\' : `\\${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Undoes `toSqlText`. */
export function fromSqlText(text: string): string {
  return text.replace(ESCAPED, (_, unit: string) =>
    unit === '\\' ? '\\' : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}
