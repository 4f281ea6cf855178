import type { OtherSecrets } from '@svc-simulator/webhooks/mistake-search.ts';
import type { SignatureInput } from '@svc-simulator/webhooks/signature.ts';
import { quotedSignaturesIn } from '../webhooks/quoted-mistake.ts';

/** Values that a receiver's code returned in the response, so that the doctor finds its mistake. */
export interface ReturnedValues {
  /** The signature header as the code read it. */
  readonly received?: string | undefined;
  /** The text that the code passed to HMAC. */
  readonly signed?: string | undefined;
  /** The signature that the code computed. */
  readonly computed?: string | undefined;
  /** The age of the webhook that the code computed. */
  readonly age?: string | undefined;
  readonly keyLength?: string | undefined;
  /** True if the end of `signed` can be missing. */
  readonly isSignedCut?: boolean;
}

type Role = Exclude<keyof ReturnedValues, 'isSignedCut'>;
type MutableValues = { -readonly [Name in keyof ReturnedValues]: ReturnedValues[Name] };

/** A webhook that a receiver refused. */
export interface RefusedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signature: string;
  /** The parts of the signed text, and the secret. */
  readonly input: SignatureInput;
  readonly otherSecrets: OtherSecrets;
  readonly nowMs: number;
  /** The time in the response's `Date` header; NaN if it has none. */
  readonly clockMs?: number;
}

/** Returns true if a text is the signature that was sent, with or without its prefix. */
export function isSentSignature(text: string | undefined, { signature }: RefusedWebhook): boolean {
  return text !== undefined && text.length >= DIGITS && signature.endsWith(text);
}

/** Returns the first signature in a text that is neither the one that was sent nor the one that the code read. */
export function wrongSignatureIn(
  text: string,
  { received }: ReturnedValues,
  { signature }: RefusedWebhook,
): string | undefined {
  return quotedSignaturesIn(text).find((each) => !signature.endsWith(each) && each !== received);
}

const signatureWord = '(svc)?(signature|sig|firma|hmac|mac|digest|hash|hex|header|value)?';
/** Names of each value in lowercase without separators, in English and Spanish. */
const roleNames: Readonly<Record<Role | 'signature' | 'text', RegExp>> = {
  received: new RegExp(
    `^(firma)?(received|recibid[ao]|got|given|provided|incoming)${signatureWord}$|^svcsignature$|^(signature|sig)(header|received)$`,
  ),
  computed: new RegExp(
    `^(our|my|local|firma)?(computed|calculated|calculad[ao]|calc|expected|esperad[ao]|exp|generated|hmac|digest|mac)${signatureWord}$`,
  ),
  signed:
    /^(signed|firmado|tosign|stringtosign|signing)(text|texto|string|payload|content|data|body|message|input)?$/,
  age: /^(time|timestamp)?(age|edad|antiguedad|diff|difference|diferencia|delta|skew|drift)(seconds|secs?|s|ms)?$/,
  keyLength: /^(key|secret)(len|length|size)$/,
  // Names that are used for two values. The value decides.
  signature: /^(signature|sig|firma|actual)$/,
  text: /^(payload|message|msg|text|texto|mensaje|manifest|content|input|canonical|base|basestring|raw)$/,
};

/** Age up to which receivers accept a webhook: 5 minutes. */
export const TOLERANCE_S = 300;
/** Number of hexadecimal digits in a signature. */
export const DIGITS = 64;
/** Length of a response from which on it can be cut off. */
const KEPT_BYTES = 4090;
const MAX_VALUE_DEPTH = 4;
const MAX_NAME_LENGTH = 40;
/** A name before `:`, `=` or `=>`, or a number after a name. The name can be in quotes. */
const labelPattern = new RegExp(
  `(?<![\\w\\\\])["'[]?([a-z_][\\w-]{0,${MAX_NAME_LENGTH}})["'\\]]?(?:\\s{0,2}(?:=>|[:=])[ \\t]?|\\s(?=-?\\d))`,
  'gi',
);

/**
 * Reads the values that a receiver returned in a response, as JSON, as a form, or as text with the names of
 * the values. A response can be cut off. A signature without a name is the one that the code computed, which is
 * the one that was sent if `isHmacRight`.
 */
export function readReturnedValues(
  response: string,
  webhook: RefusedWebhook,
  isHmacRight = false,
): ReturnedValues {
  const values: MutableValues = {};
  const text = decodePage(response.trimStart());
  const json = jsonOf(text) ?? fieldsOfForm(text) ?? text;
  collectValues(json, { name: '', depth: 0 }, (name, value, isCut) => {
    const role = roleOf(name, value, values, webhook);
    // A validation error names a field and says what is wrong with it.
    if (role !== 'signed' && sentence.test(value)) return;
    if (!role || values[role] !== undefined) return;
    values[role] = role === 'age' && /ms$/i.test(name) ? `${value} ms` : value;
    if (role === 'signed') values.isSignedCut = isCut || Buffer.byteLength(response) >= KEPT_BYTES;
  });
  const namedValues = isAboutSignature(values) ? values : {};
  const computed = isHmacRight ? webhook.signature : wrongSignatureIn(response, namedValues, webhook);
  return { ...(computed && { computed }), ...namedValues };
}

/**
 * Returns false for values of other errors: the types in a validation error (`expected: string, received:
 * undefined`), times, numbers and texts.
 */
function isAboutSignature({ received = '', computed, signed }: ReturnedValues): boolean {
  if (computed !== undefined && signed === undefined)
    return !/^[a-z ]{1,20}$|^\d{1,13}$|^\d{4}-\d\d-\d\d/i.test(computed);
  return signed !== undefined || received === '' || /^\S{32,}$/.test(received);
}

const sentence = /^(?!b'|<Buffer|\[object)(.*[a-z\u00e0-\u00ff]{3,} [a-z\u00e0-\u00ff]{2,}|\s*\[\s*".* )/is;

type OnValue = (name: string, value: string, isCut: boolean) => void;

function collectValues(
  value: unknown,
  { name, depth }: { readonly name: string; readonly depth: number },
  onValue: OnValue,
): void {
  if (typeof value === 'string') {
    const role = nameRole(name);
    const isMessage = !role || role === 'text';
    const json = isMessage && /^\s*[[{]/.test(value) ? jsonOf(value) : undefined;
    if (typeof json === 'object' && depth < MAX_VALUE_DEPTH)
      collectValues(json, { name: '', depth: depth + 1 }, onValue);
    else if (isMessage) collectLabels(value, onValue);
    if (role) onValue(name, decodeBytes(value), false);
  } else if (typeof value !== 'object' || value === null) onValue(name, String(value), false);
  else if (depth > MAX_VALUE_DEPTH || nameRole(name))
    onValue(name, bytesText(value) ?? JSON.stringify(value), false);
  else
    for (const [memberName, member] of Object.entries(value))
      collectValues(member, { name: memberName, depth: depth + 1 }, onValue);
}

/** Finds values after their names in a text. A value ends where the next name begins. */
function collectLabels(text: string, onValue: OnValue): void {
  const labels = [...text.matchAll(labelPattern)].filter(
    ([label, name = '']) =>
      (/\s$/.test(label) && !/[:=]/.test(label) ? nameRole(name) === 'age' : nameRole(name)) ||
      /^(length|len|bytes)$/i.test(name),
  );
  for (const [index, { 0: label, 1: name = '', index: start }] of labels.entries()) {
    const valueText = text.slice(start + label.length, labels[index + 1]?.index);
    const [, quote, quotedText] = /^(["'])((?:(?!\1)[^\\]|\\[\s\S])*)\1/.exec(valueText) ?? [];
    if (quotedText !== undefined) onValue(name, unescapeText(quotedText, quote ?? ''), false);
    else if (nameRole(name) !== 'signed' && nameRole(name) !== 'text')
      onValue(name, trimEnd(valueText.replace(/^["']/, '')), false);
    else if (valueText.startsWith('"'))
      onValue(name, unescapeText(valueText.slice(1).replace(/\\(u[\da-f]{0,3})?$/i, ''), '"'), true);
    else onValue(name, valueText.replace(/^'|\s{1,20}\)\s{1,20}$/g, '').trimEnd(), false);
  }
}

/** Removes what comes after a value in a text. */
function trimEnd(text: string): string {
  const value = text.replace(/[\s,;&|]{1,20}$/, '');
  return /[([{]/.test(value) ? value : value.replace(/[\s)\]}]{1,20}$/, '');
}

function unescapeText(text: string, quote: string): string {
  const jsonText = quote === '"' ? text : text.replaceAll("\\'", "'").replace(/(?<!\\)"/g, '\\"');
  return String(jsonOf(`"${jsonText}"`) ?? text);
}

function nameRole(name: string): Role | 'signature' | 'text' | undefined {
  const plainName = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  const match = Object.entries(roleNames).find(([, pattern]) => pattern.test(plainName));
  return match?.[0] as Role | undefined;
}

function roleOf(
  name: string,
  value: string,
  values: ReturnedValues,
  { input, signature }: RefusedWebhook,
): Role | undefined {
  const role = nameRole(name);
  if (role === 'text') {
    // A message can mention the time, and a payload that is only the body often repeats the request.
    const [start = ''] = /^\S{1,200}/.exec(value) ?? [];
    const parts = [input.timestamp, input.idempotencyKey].filter((part) => part && start.includes(part));
    const isSignedText = parts.some((part) => part !== start) && !quotedSignaturesIn(start).length;
    return isSignedText ? 'signed' : undefined;
  }
  if (role !== 'signature') return role;
  const isReceived = value === signature || values.computed !== undefined;
  return isReceived ? 'received' : 'computed';
}

/** Returns the text of bytes that were written as JSON: as Node's Buffer, or as a list of numbers. */
function bytesText(value: object): string | undefined {
  const bytes: unknown = 'data' in value ? value.data : value;
  const isBytes = Array.isArray(bytes) && bytes.length > 0 && bytes.every((byte) => Number.isInteger(byte));
  // A signature as a list of numbers stays a list.
  return isBytes && bytes.length !== 32 ? Buffer.from(bytes).toString() : undefined;
}

/** Decodes text in base64, as which Go and C# write bytes in JSON. Short values can be signatures. */
function decodeBytes(text: string): string {
  if (text.length < 120 || !/^[\w+/-]+={0,2}$/.test(text) || /^[\da-f]+$/i.test(text)) return text;
  return Buffer.from(text, 'base64').toString();
}

function decodePage(text: string): string {
  if (!text.startsWith('<')) return text;
  const plainText = text.replace(/<[^<>]{0,500}>/g, ' ').trim();
  return decodeQuotes(plainText).replaceAll('&amp;', '&');
}

/** Decodes the entities of quotation marks, which pages use in a program's text. */
export function decodeQuotes(text: string): string {
  return text.replace(/&(quot|#34);/g, '"').replace(/&(#0?39|#x27);/g, "'");
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOfForm(text: string): unknown {
  const isForm = /^[\w-]{1,40}=\S*$/.test(text) && /%[\da-f]{2}/i.test(text) && text.includes('&');
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : undefined;
}

const CLOCK_AGE = /^(?:(-?\d{1,6})(?: days?,? |\.))?(-?)(\d{1,6}):(\d\d):(\d\d(?:\.\d+)?)$/;
const UNIT_AGE = /^(-?)(?:PT)?(?:(-?\d{1,6})h)?(?:(-?\d{1,6})m)?(?:(-?[\d.]{1,12})s)?$/i;
/** A number before a unit, or before other words such as `> 300`. */
const NUMBER_AGE = /^(-?\d{1,24}(?:\.\d{1,24})?(?:e[+-]?\d{1,3})?)\s?(ms|milli)?(?![\w.:-])/i;
const MISSING_AGE = /^(NaN|null|undefined|none|nil|false|invalid date|\?|)$/i;

/**
 * Returns an age in seconds, also of a duration as Python, C#, Go and Java print it. Returns NaN for a missing
 * age, and undefined for another text.
 */
export function parseAge(age: string): number | undefined {
  if (MISSING_AGE.test(age)) return Number.NaN;
  const [isClock, days = 0, clockSign, ...clock] = CLOCK_AGE.exec(age) ?? [];
  if (isClock) return Number(days) * 86_400 + (clockSign ? -1 : 1) * secondsOf(clock);
  const [isUnits, sign, ...parts] = UNIT_AGE.exec(age) ?? [];
  const isNegative = sign && parts.every((part) => !part?.startsWith('-'));
  if (isUnits && parts.some(Boolean)) return (isNegative ? -1 : 1) * secondsOf(parts);
  const [, number, isMs] = NUMBER_AGE.exec(age.replace(/(?<=\d)\s?(s|secs?|seconds)\b/i, '')) ?? [];
  return number === undefined ? undefined : Number(number) / (isMs ? 1000 : 1);
}

function secondsOf(parts: readonly (string | undefined)[]): number {
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  return hours * 3600 + minutes * 60 + seconds;
}
