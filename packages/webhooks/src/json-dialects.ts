/** How a library writes JSON, in what differs from the others. */
interface Dialect {
  readonly name: string;
  readonly comma?: string;
  readonly colon?: string;
  readonly sorted?: boolean;
  readonly indent?: number;
  /** What it makes of a text, which comes quoted, and escaped as JavaScript does. */
  readonly quote?: (quoted: string) => string;
}

const unit = (character: string) => character.charCodeAt(0).toString(16).padStart(4, '0');
const lower = (text: string, what: RegExp) => text.replace(what, (found) => `\\u${unit(found)}`);
const upper = (text: string, what: RegExp) =>
  text.replace(what, (found) => `\\u${unit(found).toUpperCase()}`);
const nonAscii = /[\u0080-\uffff]/g;
const slashes = (text: string) => text.replaceAll('/', '\\/');

/** Those of the libraries that receivers use; the first is what is sent. */
const dialects: readonly Dialect[] = [
  { name: 'JSON.stringify' },
  { name: 'Python json.dumps', comma: ', ', colon: ': ', quote: (text) => lower(text, nonAscii) },
  { name: 'Python json.dumps(ensure_ascii=False)', comma: ', ', colon: ': ' },
  { name: "Python json.dumps(separators=(',', ':'))", quote: (text) => lower(text, nonAscii) },
  { name: 'PHP json_encode', quote: (text) => slashes(lower(text, nonAscii)) },
  { name: 'PHP json_encode(JSON_UNESCAPED_UNICODE)', quote: slashes },
  { name: 'Go json.Marshal', sorted: true, quote: (text) => lower(text, /[<>&]/g) },
  { name: 'C# JsonSerializer', quote: (text) => upper(text, /[\u0080-\uffff<>&'+`]/g) },
  { name: 'Java Gson', quote: (text) => lower(text, /[<>&='\u2028\u2029]/g) },
  { name: 'JSON.stringify(…, null, 2)', indent: 2 },
  { name: 'JSON.stringify(…, null, 4)', indent: 4 },
];

/** A body that was parsed and written anew, in every way that differs from the body itself; none when it is no JSON. */
export function rewritten(body: string): readonly (readonly [text: string, by: string])[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return [];
  }
  const parts = Object.entries(Object(value)).map(([name, part]) => [JSON.stringify(part), name] as const);
  const texts = dialects.map((dialect) => [written(value, dialect), dialect.name] as const);
  const twice = [JSON.stringify(body), 'JSON.stringify(JSON.stringify())'] as const;
  return [...texts, twice, ...parts].filter(([text]) => text !== body);
}

function written(value: unknown, dialect: Dialect): string {
  const { comma = ',', colon = ':', sorted, indent, quote = (text) => text } = dialect;
  if (indent) return JSON.stringify(value, null, indent);
  if (typeof value === 'string') return quote(JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => written(item, dialect)).join(comma)}]`;
  const members = Object.entries(value);
  if (sorted) members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${quote(JSON.stringify(name))}${colon}${written(member, dialect)}`).join(comma)}}`;
}
