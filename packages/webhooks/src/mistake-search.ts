import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { type Mistake, type MistakeCode, mistakes } from './mistakes.ts';
import { bytesOf, fromHex, joinBytes, type Signed } from './signature.ts';

/** Limit of the search, so a stranger can't make a receiver compute much. */
const SEARCHED_BYTES = 8192;

export interface SignatureMistake extends Mistake {
  readonly code: MistakeCode;
  /** Distinguishes mistakes with the same code; for a mode, the mode that was used. */
  readonly detail?: string;
}

/**
 * Returns the mistakes of signer or verifier that explain the difference from the expected signature: none if
 * they are equal, undefined if unknown or too large to search. Computes some hundred digests; WebCrypto is
 * avoided because each call costs more than a digest.
 */
export function signatureMistakes(
  signature: string,
  signed: Signed,
  otherSecrets: OtherSecrets = {},
): readonly SignatureMistake[] | undefined {
  const hash = otherHashes[signature.length];
  if (hash && /^[0-9a-f]+$/.test(signature)) return [found('no_hmac', hash)];
  if (signed.body.length + signed.secret.length + signed.timestamp.length > SEARCHED_BYTES) return undefined;
  const { digest, prefix, form } = read(signature);
  const made = digest && search(digest, signed, otherSecrets);
  if (!made) return undefined;
  const { isStamped } = made.text;
  const mode = isStamped ? 'timestamp' : prefix === 'sha256=' ? 'sha256' : 'body';
  const isPrefixOfMode = mode === 'sha256' && signed.mode !== 'body';
  const isOtherMode =
    isStamped !== undefined && mode !== signed.mode && !(mode === 'sha256' && signed.mode === 'body');
  return [
    ...(isOtherMode ? [found(`mode_${signed.mode}`, mode)] : []),
    ...[made.key, made.text].flatMap(({ mistake, detail }) => (mistake ? [found(mistake, detail)] : [])),
    ...(prefix && !isPrefixOfMode ? [found('prefix', prefix)] : []),
    ...(form ? [found('form', form)] : []),
  ];
}

function found(code: MistakeCode, detail: string | undefined): SignatureMistake {
  return { code, ...mistakes[code], ...(detail !== undefined && { detail }) };
}

const otherHashes: Readonly<Record<number, string>> = { 32: 'MD5', 40: 'SHA-1', 128: 'SHA-512' };

/** Parses a signature in any notation to its bytes; none if it can't be an HMAC-SHA256. */
function read(signature: string): {
  readonly digest?: Uint8Array;
  readonly prefix: string;
  readonly form?: string;
} {
  const [, prefix = '', digits = ''] = /^(sha256=|v1=)?(.*)$/s.exec(signature) ?? [];
  if (/^[0-9a-f]{64}$/i.test(digits)) {
    return { digest: fromHex(digits), prefix, ...(/[A-F]/.test(digits) && { form: 'A-F' }) };
  }
  const [digest] = decoded(digits);
  return digest?.length === 32 ? { digest, prefix, form: 'base64' } : { prefix };
}

/** Finds the combination of text and key mistakes that gives this digest. */
function search(
  digest: Uint8Array,
  { secret, ...signed }: Signed,
  others: OtherSecrets,
): { readonly key: Guess; readonly text: Guess } | undefined {
  const guesses = texts(signed);
  const plain = guesses.filter(({ mistake }) => !mistake);
  for (const [at, key] of keys(secret, others).entries()) {
    const text = (at === 0 ? guesses : plain).find(({ value }) =>
      isSame(hmac(sha256, key.value, value), digest),
    );
    if (text) return { key, text };
  }
  const keyless = plain.find(({ value }) => withoutKey(secret, value).some((hash) => isSame(hash, digest)));
  return keyless && { key: { value: digest, mistake: 'no_hmac' }, text: keyless };
}

/** Returns plain hashes with and without the secret, and the HMAC with the secret as its message. */
function withoutKey(secret: string, text: Uint8Array): readonly Uint8Array[] {
  const messages = [text, joinBytes(secret, text), joinBytes('', text, secret)];
  return [hmac(sha256, text, bytesOf(secret)), ...messages.map((message) => sha256(message))];
}

/** Compares in constant time. */
function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.reduce((differences, byte, at) => differences | (byte ^ (b[at] ?? 0)), 0) === 0;
}

export interface Guess {
  readonly value: Uint8Array;
  readonly mistake?: MistakeCode;
  /** Distinguishes the same mistake by a library or a character. */
  readonly detail?: string;
  /** For a text: true if it is joined as in the mode `timestamp`. */
  readonly isStamped?: boolean;
}

/** Secrets that a program may have confused with the right one, by their usual names. */
export type OtherSecrets = Readonly<Record<string, string>>;

/** Most members of a body that are tried as the signed text; a webhook has fewer. */
const PARTS = 10;
/** Most levels of a body that is serialized again; a webhook has fewer. */
const DEPTH = 20;
/** Texts that programs produce for a missing value. */
const nothings = ['', 'undefined', 'null', 'None'];

export function texts({ timestamp, body, mode }: Omit<Signed, 'secret'>): readonly Guess[] {
  const changed = bodies(body);
  const ofBodies = (isStamped: boolean) =>
    changed.map((guess) => ({
      ...guess,
      value: joinBytes(isStamped ? `${timestamp}.` : '', guess.value),
      isStamped,
    }));
  const [time] = timestamp.split(/(\.\d+)?Z$/);
  const ms = Date.parse(timestamp);
  const stamps = [`${ms}`, `${ms / 1000}`, `${time}Z`, `${time}.000Z`, `${time}+00:00`, ...nothings];
  const separators = ['', ':', ',', '\n', '|'];
  return [
    ...ofBodies(mode === 'timestamp'),
    ...ofBodies(mode !== 'timestamp'),
    ...stamps.map((stamp) => wrong('timestamp', joinBytes(`${stamp}.`, body), quoted(stamp))),
    ...separators.map((text) => wrong('separator', joinBytes(timestamp + text, body), quoted(text))),
    wrong('separator', joinBytes('', body, `.${timestamp}`), 'body.timestamp'),
  ];
}

export function keys(secret: string, others: OtherSecrets): readonly Guess[] {
  const whole = secret.trim().replace(/^(["'])(.*)\1$/, '$2');
  const bare = whole.replace(/^whsec_/, '');
  const changed = [whole, bare, `whsec_${bare}`, `"${whole}"`, `'${whole}'`, ` ${whole}`]
    .concat(['\n', '\r', ' '].map((end) => whole + end))
    .filter((text) => text !== secret && bare !== '');
  return [
    { value: bytesOf(secret) },
    ...Object.entries(others).map(([name, other]) => wrong('other_secret', other, name)),
    ...nothings.map((text) => wrong('secret_missing', text, quoted(text))),
    ...changed.map((text) => wrong('secret_changed', text, quoted(text.replace(bare, '…')))),
    ...decoded(bare).map((bytes) => wrong('secret_changed', bytes, 'base64')),
  ];
}

/** Returns the body in the forms that it may have had before or after a change. */
function bodies(body: Uint8Array): readonly Guess[] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const ofBytes = Array.from(body, (byte) => String.fromCharCode(byte)).join('');
  return [
    { value: body },
    wrong('white_space', text.trim(), 'trim'),
    ...['\n', '\r\n'].map((end) => wrong('white_space', text + end, quoted(end))),
    wrong('white_space', `\ufeff${text}`, 'BOM'),
    ...rewritten(text).map(([other, by]) => wrong('rewritten_json', other, by)),
    ...[...nothings, '{}', '[object Object]'].map((other) => wrong('body_was_gone', other, quoted(other))),
    wrong('body_encoding', ofCodes(text), 'Latin-1'),
    wrong('body_encoding', ofBytes, 'Latin-1'),
    ...decoded(text).map((bytes) => wrong('body_base64', bytes, 'base64')),
    wrong('body_base64', btoa(ofBytes), 'base64'),
  ];
}

function wrong(mistake: MistakeCode, value: string | Uint8Array, detail: string): Guess {
  return { mistake, value: typeof value === 'string' ? bytesOf(value) : value, detail };
}

/** Decodes base64 of both alphabets; returns nothing for other texts. */
export function decoded(text: string): readonly Uint8Array[] {
  try {
    return [ofCodes(atob(text.replace(/[\s"]/g, '').replaceAll('-', '+').replaceAll('_', '/')))];
  } catch {
    return [];
  }
}

function ofCodes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

interface Dialect {
  readonly name: string;
  readonly comma?: string;
  readonly colon?: string;
  readonly sorted?: boolean;
  readonly indent?: number;
  /** Converts a text that is already quoted and escaped as in JavaScript. */
  readonly quote?: (quoted: string) => string;
}

const unit = (character: string) => character.charCodeAt(0).toString(16).padStart(4, '0');
const lower = (text: string, what: RegExp) => text.replace(what, (found) => `\\u${unit(found)}`);
const upper = (text: string, what: RegExp) =>
  text.replace(what, (found) => `\\u${unit(found).toUpperCase()}`);
const nonAscii = /[\u0080-\uffff]/g;
const slashes = (text: string) => text.replaceAll('/', '\\/');

/** Libraries that receivers use; the first one matches the sent form. */
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

/**
 * Returns a parsed body in every serialization that differs from the original; none if it isn't a webhook's
 * JSON.
 */
function rewritten(body: string): readonly (readonly [text: string, by: string])[] {
  try {
    const value: unknown = JSON.parse(body);
    const members = Object.entries(Object(value)).slice(0, PARTS);
    const parts = members.map(([name, part]) => [JSON.stringify(part), name] as const);
    const texts = dialects.map((dialect) => [written(value, dialect), dialect.name] as const);
    const twice = [JSON.stringify(body), 'JSON.stringify(JSON.stringify())'] as const;
    return [...texts, twice, ...parts].filter(([text]) => text !== body);
  } catch {
    return [];
  }
}

function written(value: unknown, dialect: Dialect, depth = 0): string {
  if (depth > DEPTH) throw new RangeError('deeper than a webhook');
  const { comma = ',', colon = ':', sorted, indent, quote = (text) => text } = dialect;
  if (indent) return JSON.stringify(value, null, indent);
  if (typeof value === 'string') return quote(JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => written(item, dialect, depth + 1)).join(comma)}]`;
  const members = Object.entries(value);
  if (sorted) members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${quote(JSON.stringify(name))}${colon}${written(member, dialect, depth + 1)}`).join(comma)}}`;
}
