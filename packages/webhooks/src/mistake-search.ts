import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type MistakeCode, type MistakeKind, mistakes } from './mistakes.ts';
import { fromHex, joinBytes, type SignatureInput, utf8BytesOf, utf16BytesOf } from './signature.ts';

/**
 * Maximum size of body, secret and timestamp together. Without a limit, a stranger could keep the receiver
 * busy with large bodies.
 */
export const MAX_SEARCHED_BYTES = 8192;

export interface SignatureMistake extends MistakeKind {
  readonly code: MistakeCode;
  /** Variant of the mistake, such as the name of a JSON library. For a wrong mode: the mode that was used. */
  readonly detail?: string;
}

/**
 * Returns the mistakes that explain a wrong signature; an empty list if it is right. Returns undefined if no
 * known mistake explains it, or if the webhook is too large. Doesn't use WebCrypto, whose calls take longer
 * than the digests. If a receiver computed the signature, `rare` contains rare secrets and texts; a verification
 * leaves them out, because the simulator never signs with them.
 */
export function signatureMistakes(
  signature: string,
  webhook: SignatureInput,
  otherSecrets: OtherSecrets = {},
  rare?: RareGuesses,
): readonly SignatureMistake[] | undefined {
  const hash = otherHashes[signature.length];
  if (hash && /^[0-9a-f]+$/.test(signature)) return [mistakeOf('no_hmac', hash)];
  // Some zeros are missing: the receiver wrote bytes below 16 with one digit.
  if (/^[0-9a-f]{55,63}$/.test(signature)) return [mistakeOf('padding')];
  if (isTooLong(webhook)) return undefined;
  const parsedSignature = parseSignature(signature);
  const keys = [...keyGuesses(webhook.secret, otherSecrets), ...(rare?.keys(webhook.secret) ?? [])];
  const texts = [...textGuesses(webhook), ...(rare?.texts(webhook) ?? [])];
  const match = parsedSignature.digest && findGuess(parsedSignature.digest, webhook.secret, keys, texts);
  return match && mistakesOfMatch(match, parsedSignature, webhook.mode);
}

/**
 * Searches for one mistake, then for a wrong secret combined with a wrong text, and for secrets and texts in
 * UTF-16. Yields undefined after each step without a match, so that the caller can do other work.
 */
export function* searchMistakes(
  signature: string,
  webhook: SignatureInput,
  otherSecrets: OtherSecrets,
  rare: RareGuesses,
): Generator<readonly SignatureMistake[] | undefined, undefined> {
  yield signatureMistakes(signature, webhook, otherSecrets, rare);
  const { digest, ...form } = parseSignature(signature);
  if (!digest || isTooLong(webhook)) return;
  const texts = textGuesses(webhook);
  const utf16Texts = texts.map((guess) => ({ ...guess, value: utf16BytesOf(guess.value) }));
  const utf16Key = mistakeGuess('body_encoding', utf16BytesOf(utf8BytesOf(webhook.secret)), 'UTF-16LE');
  const candidates = [
    ...keyGuesses(webhook.secret, otherSecrets).map((key) => [key, texts] as const),
    [utf16Key, utf16Texts] as const,
    [{ ...utf16Key, value: utf8BytesOf(webhook.secret) }, utf16Texts] as const,
  ];
  for (const [key, keyTexts] of candidates) {
    const text = keyTexts.find(({ value }) => isSameBytes(hmac(sha256, key.value, value), digest));
    yield text && mistakesOfMatch({ key, text }, form, webhook.mode);
  }
}

function isTooLong({ body, secret, timestamp }: SignatureInput): boolean {
  return body.length + secret.length + timestamp.length > MAX_SEARCHED_BYTES;
}

function mistakesOfMatch(
  match: { readonly key: SignatureGuess; readonly text: SignatureGuess },
  { prefix, form }: { readonly prefix: string; readonly form?: string },
  mode: SignatureInput['mode'],
): readonly SignatureMistake[] {
  const { isStamped } = match.text;
  const usedMode = isStamped ? 'timestamp' : prefix === 'sha256=' ? 'sha256' : 'body';
  const isPrefixOfMode = usedMode === 'sha256' && mode !== 'body';
  // In the mode `body`, a signature with `sha256=` counts as the mistake `prefix`, and not as the mode
  // `sha256`.
  const isOtherMode =
    isStamped !== undefined && usedMode !== mode && !(usedMode === 'sha256' && mode === 'body');
  return [
    ...(isOtherMode ? [mistakeOf(`mode_${mode}`, usedMode)] : []),
    ...[match.key, match.text].flatMap(({ mistake, detail }) =>
      mistake ? [mistakeOf(mistake, detail)] : [],
    ),
    ...(prefix && !isPrefixOfMode ? [mistakeOf('prefix', prefix)] : []),
    ...(form ? [mistakeOf('form', form)] : []),
  ];
}

export function mistakeOf(code: MistakeCode, detail?: string): SignatureMistake {
  return { code, ...mistakes[code], ...(detail !== undefined && { detail }) };
}

const otherHashes: Readonly<Record<number, string>> = {
  32: 'MD5',
  40: 'SHA-1',
  96: 'SHA-384',
  128: 'SHA-512',
};

function parseSignature(signature: string): {
  readonly digest?: Uint8Array;
  readonly prefix: string;
  readonly form?: string;
} {
  const [, prefix = '', digits = ''] = /^(sha256=|v1=)?(.*)$/s.exec(signature) ?? [];
  for (const [form, hexOf] of Object.entries(signatureForms)) {
    const hex = hexOf(digits);
    if (!/^[0-9a-f]{64}$/i.test(hex)) continue;
    const writtenForm = /[A-F]/.test(hex) ? `${form} A-F`.trim() : form;
    return { digest: fromHex(hex), prefix, ...(writtenForm && { form: writtenForm }) };
  }
  return { prefix };
}

/** Forms in which programs write a digest, each with a function that returns its hexadecimal digits. */
const signatureForms: Readonly<Record<string, (text: string) => string>> = {
  '': (text) => text,
  'ffffff…': (text) => (text.length > 64 ? text.replaceAll(/ffffff(?=[89a-f])/g, '') : ''),
  'ab-cd': (text) => text.replaceAll(/[-: ]/g, ''),
  '[171, …]': (text) =>
    bytesToHex(Uint8Array.from(/^\[[-\d,\s]+]$/.test(text) ? text.slice(1, -1).split(',') : [], Number)),
  'base64(hex)': (text) => decodeBase64(text).map(bytesToText).join(''),
  base64: (text) => decodeBase64(text).map(bytesToHex).join(''),
};

/**
 * Finds the key and the text with which a program computed the digest. Assumes that only one of them is
 * wrong: tries wrong texts with the right secret, and wrong secrets with an unchanged body.
 */
function findGuess(
  digest: Uint8Array,
  secret: string,
  keys: readonly SignatureGuess[],
  guesses: readonly SignatureGuess[],
): { readonly key: SignatureGuess; readonly text: SignatureGuess } | undefined {
  const plainTexts = guesses.filter(({ mistake }) => !mistake);
  for (const [index, key] of keys.entries()) {
    const text = (index === 0 ? guesses : plainTexts).find(({ value }) =>
      isSameBytes(hmac(sha256, key.value, value), digest),
    );
    if (text) return { key, text };
  }
  const keylessText = plainTexts.find(({ value }) =>
    keylessHashes(secret, value).some((hash) => isSameBytes(hash, digest)),
  );
  return keylessText && { key: { value: digest, mistake: 'no_hmac' }, text: keylessText };
}

/** Returns the HMAC with secret and text swapped, and plain hashes with and without the secret. */
export function keylessHashes(secret: string, text: Uint8Array): readonly Uint8Array[] {
  const messages = [joinBytes(secret, text), joinBytes('', text, secret), text];
  return [hmac(sha256, text, utf8BytesOf(secret)), ...messages.map((message) => sha256(message))];
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.reduce((differences, byte, index) => differences | (byte ^ (b[index] ?? 0)), 0) === 0;
}

export interface SignatureGuess {
  readonly value: Uint8Array;
  readonly mistake?: MistakeCode;
  /** Variant of the mistake, such as the name of a JSON library or the added character. */
  readonly detail?: string;
  /**
   * True if the signed text is timestamp, dot and body; false if it is the body alone; undefined for any
   * other text.
   */
  readonly isStamped?: boolean;
}

/** Secrets and texts that are too many or too rare to be tried on a receiver. */
export interface RareGuesses {
  readonly keys: (secret: string) => readonly SignatureGuess[];
  readonly texts: (webhook: SignatureInput) => readonly SignatureGuess[];
}

/** Other secrets of the account, by name, which a program could use by mistake. */
export type OtherSecrets = Readonly<Record<string, string>>;

/** Maximum members of the body that are tried as the signed text. */
const MAX_MEMBERS = 10;
/** Maximum depth of a body that is serialized again. */
const MAX_DEPTH = 20;
/** Secrets to which an editor, a shell or a variable added something. */
const secretForms = ['"…"', '…\n', "'…'", ' …', '…\r', '…\r\n', '… ', '\ufeff…'];
/** Texts that programs write for a missing value. */
const missingValueTexts = ['', 'undefined', 'null', 'None'];

export function textGuesses({
  timestamp,
  body,
  mode,
  idempotencyKey,
  url,
}: Omit<SignatureInput, 'secret'>): readonly SignatureGuess[] {
  const bodyTexts = bodyGuesses(body);
  const [time] = timestamp.split(/(\.\d+)?Z$/);
  const ms = Date.parse(timestamp);
  const stamps = [`${ms / 1000}`, `${ms}`, `${time}Z`, `${time}.000Z`, `${time}+00:00`];
  const prefixes = [
    [timestamp, quoteText('')],
    [`${idempotencyKey}.${timestamp}.`, 'idempotency-key.timestamp.body'],
    [`${url}`, 'URL + body'],
    [`v0:${timestamp}:`, 'v0:timestamp:body'],
    ...[':', ',', '\n', '|'].map((text) => [timestamp + text, quoteText(text)] as const),
  ] as const;
  return [
    ...stampTexts(bodyTexts, timestamp, mode === 'timestamp'),
    ...stampTexts(bodyTexts, timestamp, mode !== 'timestamp'),
    ...stamps.map((stamp) => mistakeGuess('timestamp', joinBytes(`${stamp}.`, body), quoteText(stamp))),
    ...missingValueTexts.map((stamp) =>
      mistakeGuess('timestamp_missing', joinBytes(`${stamp}.`, body), quoteText(stamp)),
    ),
    ...prefixes.map(([prefix, name]) => mistakeGuess('separator', joinBytes(prefix, body), name)),
    mistakeGuess('separator', joinBytes('', body, `.${timestamp}`), 'body.timestamp'),
  ];
}

export function keyGuesses(secret: string, otherSecrets: OtherSecrets): readonly SignatureGuess[] {
  const trimmedSecret = secret.trim().replace(/^(["'])(.*)\1$/, '$2');
  const secretWithoutPrefix = trimmedSecret.replace(/^whsec_/, '');
  const prefixChanges = [trimmedSecret, secretWithoutPrefix, `whsec_${secretWithoutPrefix}`].filter(
    (text) => text !== secret && secretWithoutPrefix !== '',
  );
  const decodedSecrets = [
    ...decodeBase64(secretWithoutPrefix).map((bytes) => mistakeGuess('secret_changed', bytes, 'base64')),
    ...(/^([0-9a-f]{2})+$/i.test(secretWithoutPrefix)
      ? [mistakeGuess('secret_changed', fromHex(secretWithoutPrefix), 'hex')]
      : []),
  ];
  return [
    { value: utf8BytesOf(secret) },
    ...Object.entries(otherSecrets).map(([name, otherSecret]) =>
      mistakeGuess('other_secret', otherSecret, name),
    ),
    ...missingValueTexts.map((text) => mistakeGuess('secret_missing', text, quoteText(text))),
    ...decodedSecrets,
    ...prefixChanges.map((text) =>
      mistakeGuess('secret_changed', text, quoteText(text.replace(secretWithoutPrefix, '…'))),
    ),
    ...secretForms.map((form) =>
      mistakeGuess('secret_changed', form.replace('…', trimmedSecret), quoteText(form)),
    ),
    mistakeGuess('secret_changed', btoa(bytesToText(utf8BytesOf(secret))), 'base64(…)'),
    mistakeGuess('secret_changed', pythonLiteral(trimmedSecret), "b'…'"),
    mistakeGuess('secret_changed', sha256(utf8BytesOf(secret)), 'SHA-256'),
  ];
}

export function stampTexts(guesses: readonly SignatureGuess[], timestamp: string, isStamped: boolean) {
  const start = isStamped ? `${timestamp}.` : '';
  return guesses.map((guess) => ({ ...guess, value: joinBytes(start, guess.value), isStamped }));
}

/** Returns the texts that a program might have signed instead of the body. */
export function bodyGuesses(body: Uint8Array): readonly SignatureGuess[] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const latin1Text = bytesToText(body);
  return [
    { value: body },
    mistakeGuess('white_space', text.trim(), 'trim'),
    ...['\n', '\r\n'].map((end) => mistakeGuess('white_space', text + end, quoteText(end))),
    mistakeGuess('white_space', `\ufeff${text}`, 'BOM'),
    ...serializations(text).map(([serialized, serializer]) =>
      mistakeGuess('rewritten_json', serialized, serializer),
    ),
    ...['[object Object]', '{}', '[]', ...missingValueTexts].map((replacement) =>
      mistakeGuess('body_was_gone', replacement, quoteText(replacement)),
    ),
    mistakeGuess(
      'body_was_gone',
      JSON.stringify({ type: 'Buffer', data: [...body] }),
      'JSON.stringify(Buffer)',
    ),
    mistakeGuess('body_literal', pythonLiteral(latin1Text), "b'…'"),
    mistakeGuess('body_encoding', bytesFromCodes(text), 'Latin-1'),
    mistakeGuess('body_encoding', latin1Text, 'Latin-1'),
    ...decodeBase64(text).map((bytes) => mistakeGuess('body_base64', bytes, 'base64')),
    mistakeGuess('body_base64', btoa(latin1Text), 'base64'),
  ];
}

/** Returns the text of a Python `bytes` object as an f-string inserts it: `b'{"event":…}'`. */
function pythonLiteral(latin1Text: string): string {
  const escapedText = latin1Text.replace(/[\\']/g, '\\$&').replace(/[\x80-\xff]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16)}`;
  });
  return `b'${escapedText}'`;
}

export function mistakeGuess(
  mistake: MistakeCode,
  value: string | Uint8Array,
  detail: string,
): SignatureGuess {
  return { mistake, value: typeof value === 'string' ? utf8BytesOf(value) : value, detail };
}

/** Decodes base64 or base64url; returns an empty list for other texts. */
export function decodeBase64(text: string): readonly Uint8Array[] {
  try {
    return [bytesFromCodes(atob(text.replace(/[\s"]/g, '').replaceAll('-', '+').replaceAll('_', '/')))];
  } catch {
    return [];
  }
}

export function bytesToText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

function bytesFromCodes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function quoteText(text: string): string {
  return JSON.stringify(text).replace(
    /[\p{Cf}\u00a0\u2028\u202f\u3000]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

interface Dialect {
  readonly name: string;
  readonly comma?: string;
  readonly colon?: string;
  readonly isSorted?: boolean;
  readonly indent?: number;
  /** True if the library parses every number as a double, and so writes 10 as 10.0. */
  readonly hasDoubles?: boolean;
  readonly quote?: (literal: string) => string;
}

const codeUnitHex = (character: string) => character.charCodeAt(0).toString(16).padStart(4, '0');
const escapeLower = (text: string, pattern: RegExp) =>
  text.replace(pattern, (match) => `\\u${codeUnitHex(match)}`);
const escapeUpper = (text: string, pattern: RegExp) =>
  text.replace(pattern, (match) => `\\u${codeUnitHex(match).toUpperCase()}`);
const nonAscii = /[\u0080-\uffff]/g;
const escapeSlashes = (text: string) => text.replaceAll('/', '\\/');

/** JSON libraries that receivers use. The first serializes as the simulator does. */
const dialects: readonly Dialect[] = [
  { name: 'JSON.stringify' },
  { name: 'Python json.dumps', comma: ', ', colon: ': ', quote: (text) => escapeLower(text, nonAscii) },
  { name: 'Python json.dumps(ensure_ascii=False)', comma: ', ', colon: ': ' },
  { name: "Python json.dumps(separators=(',', ':'))", quote: (text) => escapeLower(text, nonAscii) },
  { name: 'PHP json_encode', quote: (text) => escapeSlashes(escapeLower(text, nonAscii)) },
  { name: 'PHP json_encode(JSON_UNESCAPED_UNICODE)', quote: escapeSlashes },
  { name: 'Go json.Marshal', isSorted: true, quote: (text) => escapeLower(text, /[<>&]/g) },
  { name: 'C# JsonSerializer', quote: (text) => escapeUpper(text, /[\u0080-\uffff<>&'+`]/g) },
  { name: 'Java Gson', quote: (text) => escapeLower(text, /[<>&='\u2028\u2029]/g) },
  { name: 'Java Gson (Map)', hasDoubles: true, quote: (text) => escapeLower(text, /[<>&='\u2028\u2029]/g) },
  { name: 'JSON.stringify(…, null, 2)', indent: 2 },
  { name: 'JSON.stringify(…, null, 4)', indent: 4 },
];

/** Returns all serializations that differ from the original body; an empty list if the body isn't JSON. */
function serializations(body: string): readonly (readonly [text: string, by: string])[] {
  try {
    const value: unknown = JSON.parse(body);
    const members = Object.entries(Object(value)).slice(0, MAX_MEMBERS);
    const memberTexts = members.map(([name, part]) => [JSON.stringify(part), name] as const);
    const serializedTexts = dialects.map((dialect) => [serialize(value, dialect), dialect.name] as const);
    const doublyQuoted = [JSON.stringify(body), 'JSON.stringify(JSON.stringify())'] as const;
    return [...serializedTexts, doublyQuoted, ...memberTexts].filter(([text]) => text !== body);
  } catch {
    return [];
  }
}

function serialize(value: unknown, dialect: Dialect, depth = 0): string {
  if (depth > MAX_DEPTH) throw new RangeError('deeper than a webhook');
  const { comma = ',', colon = ':', isSorted, indent, hasDoubles, quote = (text) => text } = dialect;
  if (indent) return JSON.stringify(value, null, indent);
  if (typeof value === 'string') return quote(JSON.stringify(value));
  if (hasDoubles && Number.isInteger(value)) return `${value}.0`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${value.map((item) => serialize(item, dialect, depth + 1)).join(comma)}]`;
  const members = Object.entries(value);
  if (isSorted) members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${quote(JSON.stringify(name))}${colon}${serialize(member, dialect, depth + 1)}`).join(comma)}}`;
}
