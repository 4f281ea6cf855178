import { createHash, createHmac, getHashes } from 'node:crypto';
import { type Message, message } from '@svc-simulator/texts/message.ts';
import {
  mistakeOf,
  type SignatureMistake,
  signatureMistakes,
  textGuesses,
} from '@svc-simulator/webhooks/mistake-search.ts';
import type { MistakeCode } from '@svc-simulator/webhooks/mistakes.ts';
import { rareGuesses } from '@svc-simulator/webhooks/rare-guesses.ts';
import { type SignatureInput, stampOf } from '@svc-simulator/webhooks/signature.ts';
import { quotedSignaturesIn } from '../webhooks/quoted-mistake.ts';
import {
  DIGITS,
  isSentSignature,
  parseAge,
  type RefusedWebhook,
  type ReturnedValues,
  TOLERANCE_S,
} from './returned-values.ts';

/** A mistake that a value in a response shows. */
export interface ReturnedMistake extends SignatureMistake {
  /** A sentence about the value. */
  readonly sentence?: Message;
  /** True if the sentence replaces the reason of the mistake. */
  readonly isExplained?: boolean;
}

/** Compares the values that a receiver returned with the webhook that it got. */
export function returnedMistakes(
  returnedValues: ReturnedValues,
  webhook: RefusedWebhook,
): readonly ReturnedMistake[] {
  const values = withoutUnsetValues(returnedValues);
  return [
    ...receivedMistakes(values, webhook),
    ...computedMistakes(values, webhook),
    ...ageMistakes(values, webhook),
  ];
}

const missingTexts = /^(|null|undefined|none|nil|false|nan|\[\]|\[null\]|<nil>)$/i;

/**
 * Leaves out values of a response that the code sent before it could compute them. If `computed` is also
 * missing, only a missing `received` shows a mistake.
 */
function withoutUnsetValues(values: ReturnedValues): ReturnedValues {
  const { received, signed, computed, age, ...others } = values;
  const isUnset = (value?: string) => value !== undefined && missingTexts.test(value.replace(/\}+$/, ''));
  if (isUnset(received) && (computed === undefined || isUnset(computed))) return { received };
  if (!isUnset(computed) || !isUnset(signed)) return values;
  return { received, ...others, ...(!isUnset(age) && { age }) };
}

/** Forms in which programs and proxies pass a header on. */
const repeatedForms = [
  ['twice', (text: string) => `${text}, ${text}`],
  ['twice', (text: string) => `${text},${text}`],
  ['list', (text: string) => `[${text}]`],
  ['list', (text: string) => `["${text}"]`],
  ['list', (text: string) => `['${text}']`],
] as const;

function receivedMistakes(
  { received, computed }: ReturnedValues,
  webhook: RefusedWebhook,
): readonly ReturnedMistake[] {
  if (received === undefined || received === computed) return [];
  // In the mode `sha256`, only one of them can begin with `sha256=`.
  if (isSentSignature(received, webhook))
    return isSentSignature(computed, webhook) ? [mistakeOf('mode_sha256', 'body')] : [];
  const value = quote(received);
  if (missingTexts.test(received))
    return [explained('header_name', message('examination.returned.missing', { value }))];
  const { headers, signature } = webhook;
  const header = Object.keys(headers).find((name) => headers[name] === received);
  if (header !== undefined)
    return [explained('header_name', message('examination.returned.header', { header }))];
  const [form] = repeatedForms.find(([, write]) => write(signature) === received) ?? [];
  if (form) return [explained('header_value', message(`examination.returned.${form}`, { value }))];
  const difference = differenceOf(received, signature);
  return [explained('header_value', message('examination.returned.received', { value, difference }))];
}

function explained(code: MistakeCode, sentence: Message): ReturnedMistake {
  return { ...mistakeOf(code), sentence, isExplained: true };
}

/** Finds mistakes in the text that the code signs, in its key and in the form of the result. */
function computedMistakes(values: ReturnedValues, webhook: RefusedWebhook): readonly ReturnedMistake[] {
  const { computed, isSignedCut = false } = values;
  const signedText = objectNameOf(values.signed ?? '') ? undefined : values.signed;
  const { input, otherSecrets } = webhook;
  if (isSentSignature(computed, webhook)) return [];
  const expected = stampOf(input) + webhook.body;
  const formMistakes =
    computed === undefined ? [] : formMistakesOf(computed, webhook, signedText ?? expected);
  if (signedText === undefined || (isSignedCut && expected.startsWith(signedText))) return formMistakes;
  if (signedText === expected)
    return formMistakes.length > 0 || computed === undefined
      ? formMistakes
      : keyMistakes(computed, values, webhook);
  // The HMAC of the returned text shows whether the key is right as well.
  const signedInput = { ...input, mode: 'body' as const, timestamp: '', body: Buffer.from(signedText) };
  const keys = computed ? signatureMistakes(computed, signedInput, otherSecrets, rareGuesses) : [];
  // Some programs return the text shortened or in another character set.
  const mistakes = keys ? undefined : signatureMistakes(computed ?? '', input, otherSecrets, rareGuesses);
  if (mistakes) return mistakes;
  const sentence = message('examination.returned.signed', {
    shape: shapeOf(signedText, webhook),
    expected: input.mode === 'timestamp' ? '{svc-timestamp}.{body}' : '{body}',
    difference: differenceOf(signedText.replaceAll(input.secret, SECRET_PLACEHOLDER), expected),
  });
  return [{ ...textMistakeOf(signedText, webhook), sentence }, ...formMistakes, ...(keys ?? [])];
}

/** Hashes with 64 digits that the search for mistakes doesn't try. */
const rareHashes = ['sha3-256', 'sha512-256', 'blake2s256', 'sm3'];

function hmacOf(text: string, { secret }: SignatureInput, hash = 'sha256') {
  return createHmac(hash, secret).update(text);
}

function keyMistakes(
  computed: string,
  { keyLength }: ReturnedValues,
  { body, input, otherSecrets }: RefusedWebhook,
): readonly ReturnedMistake[] {
  const mistakes = signatureMistakes(computed, input, otherSecrets, rareGuesses);
  if (mistakes) return mistakes;
  const text = stampOf(input) + body;
  const hash = rareHashes.find(
    (name) => getHashes().includes(name) && hmacOf(text, input, name).digest('hex') === computed,
  );
  if (hash) return [mistakeOf('no_hmac', hash)];
  for (const form of ['hex', 'base64'] as const) {
    const digest = hmacOf(text, input).digest(form);
    if (hmacOf(digest, input).digest('hex') === computed)
      return [mistakeOf('no_hmac', `HMAC(HMAC, ${form})`)];
    if (createHash('sha256').update(digest).digest('hex') === computed)
      return [mistakeOf('no_hmac', `SHA-256(HMAC, ${form})`)];
  }
  const { length: secretLength } = input.secret;
  const length = Number(keyLength ?? secretLength);
  const sentence =
    length === secretLength
      ? message('examination.returned.key')
      : message('examination.returned.key_length', { length, wanted: secretLength });
  return [explained('other_secret', sentence)];
}

/** Patterns of texts that programs write instead of the contents of an object. */
const objectNames: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^\[[BC]@[\da-f]+$/, 'byte[].toString()'],
  [/^System\.Byte\[\]$/, 'byte[].ToString()'],
  [/^<Buffer /, 'util.inspect(Buffer)'],
  [/^b(['"]).*\1$/s, 'str(bytes)'],
  [/^(\[object Promise\]|Promise \{.*)$/s, 'String(promise)'],
];

function objectNameOf(text: string): string | undefined {
  return objectNames.find(([pattern]) => pattern.test(text))?.[1];
}

const MIN_DIGITS = 16;
const MAX_COMPUTED_LENGTH = 120;

/** Finds a result that can't be compared with a signature: a part of it, bytes, or the name of an object. */
function formMistakesOf(
  computed: string,
  { signature, input }: RefusedWebhook,
  signedText: string,
): readonly ReturnedMistake[] {
  const isPart = computed.length >= MIN_DIGITS && computed.length < DIGITS && signature.includes(computed);
  const isOtherHash = computed.length === 96 || computed === hmacOf(signedText, input, 'md5').digest('hex');
  if (!isPart && (isOtherHash || quotedSignaturesIn(computed).length > 0)) return [];
  const value = quote(computed.slice(0, MAX_COMPUTED_LENGTH));
  const name = objectNameOf(computed);
  if (name)
    return [{ ...mistakeOf('form'), sentence: message('examination.returned.object', { value, name }) }];
  const sentence = message('examination.returned.result', { value, length: computed.length });
  return [{ ...mistakeOf('form'), sentence }];
}

const missingStamps = /^(|undefined|null|None|nil|false|\[object \w+\])$/;
const timeText = /^[\d:.,/TZ +-]{1,60}$|^\w{3},? .{1,60}$/;

/** Matches a short text with names of variables, such as `$timestamp.$body`. */
const variableNames = /^(?=.{3,100}$)[^"]*(\$|\$\{|#\{|\{)[a-z_][\w.]*\}?$/i;

/** Returns the mistake that leads to a signed text. */
function textMistakeOf(text: string, { body, input }: RefusedWebhook): SignatureMistake {
  const bytes = Buffer.from(text);
  const guesses = [...textGuesses(input), ...rareGuesses.texts(input)];
  const guess = guesses.find(({ value }) => bytes.equals(value));
  if (guess?.mistake) return mistakeOf(guess.mistake, guess.detail);
  if (guess || (input.mode !== 'timestamp' && text.includes(body) && text.trim() !== body))
    return mistakeOf(`mode_${input.mode}`, guess?.isStamped ? 'timestamp' : 'body');
  const start = stampOf(input);
  const stamp = text.slice(0, -body.length - 1);
  if (start && text === `${stamp}.${body}`) {
    if (missingStamps.test(stamp)) return mistakeOf('timestamp_missing');
    return mistakeOf(timeText.test(stamp) ? 'timestamp' : 'separator');
  }
  if (variableNames.test(text)) return mistakeOf('text_literal');
  if (!text.startsWith(start)) return mistakeOf('separator');
  return mistakeOf(bodyMistakeOf(text.slice(start.length), body));
}

function bodyMistakeOf(signedBody: string, body: string): MistakeCode {
  if (signedBody.trim() === body.trim()) return 'white_space';
  // JSON has no such characters between two values.
  if (signedBody.includes('}{"')) return 'body_joined';
  if (body.startsWith(signedBody) || signedBody.includes('\0')) return 'body_length';
  if (signedBody.includes(body)) return 'separator';
  // The text is a digest or an id.
  if (/^[\w+/=-]{22,}$/.test(signedBody)) return 'separator';
  const asciiTexts = [signedBody, body].map((text) => text.replace(/[^ -~]/g, ''));
  if (asciiTexts[0] === asciiTexts[1]) return 'body_encoding';
  return /^\s*([{"]|\[(?!object))/.test(signedBody) ? 'rewritten_json' : 'body_was_gone';
}

const SECRET_PLACEHOLDER = '{webhook_secret}';
const MAX_SHAPE_LENGTH = 80;
const MIN_PART_LENGTH = 4;

/** Returns a signed text with names instead of the values of the webhook: `POST {svc-timestamp}.{body}`. */
function shapeOf(signedText: string, { body, headers, input }: RefusedWebhook): string {
  const parts = { body, URL: input.url ?? '', ...headers };
  const shape = Object.entries(parts)
    .filter(([, value]) => value.length >= MIN_PART_LENGTH)
    .reduce(
      (text, [name, value]) => text.replaceAll(value, `{${name}}`),
      signedText.replaceAll(input.secret, SECRET_PLACEHOLDER),
    );
  return quote(shape.length > MAX_SHAPE_LENGTH ? `${shape.slice(0, MAX_SHAPE_LENGTH)}…` : shape);
}

const CONTEXT_LENGTH = 10;

function differenceOf(text: string, expected: string): Message {
  let at = 0;
  while (at < text.length && text[at] === expected[at]) at++;
  const partOf = (content: string) => quote(content.slice(at, at + CONTEXT_LENGTH));
  const parts = { found: partOf(text), wanted: partOf(expected) };
  if (at === text.length) return message('examination.difference.short', parts);
  if (at === expected.length) return message('examination.difference.long', parts);
  return message('examination.difference.other', { at: at + 1, ...parts });
}

function quote(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\ufffd]/gu, (character) => {
    const jsonText = JSON.stringify(character).slice(1, -1);
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return jsonText === character ? `\\u${code}` : jsonText;
  });
}

/** Time zones differ from UTC by a multiple of this. */
const ZONE_STEP_S = 15 * 60;
const MAX_ZONE_S = 14 * 60 * 60;
/** Time in which a webhook is sent and its age computed. */
const TRAVEL_S = 30;

const DAY_S = 86_400;

const ageMistakeCodes = {
  units: 'time_unit',
  unparsed: 'time_form',
  sign: 'future',
  zone: 'time',
  clock: 'time',
  wrong_clock: 'time',
  calculation: 'time_form',
  negative_seconds: 'age',
  month: 'time_form',
  january: 'time_form',
  minutes: 'time_form',
  swapped: 'time_form',
  twelve_hours: 'time_form',
  midnight: 'time_form',
  year: 'time_form',
} as const;

type AgeCause = keyof typeof ageMistakeCodes;

function ageMistakes(
  { age }: ReturnedValues,
  { nowMs, clockMs = Number.NaN, input }: RefusedWebhook,
): readonly ReturnedMistake[] {
  if (age === undefined) return [];
  const seconds = parseAge(age);
  if (seconds === undefined) return [];
  const cause = ageCauseOf(seconds, { nowMs, clockMs }, input.timestamp);
  if (cause === undefined) return [];
  const hours = Math.round(Math.abs(seconds) / ZONE_STEP_S) / 4;
  const causeText =
    cause === 'zone'
      ? message('examination.age_cause.zone', { hours })
      : message(`examination.age_cause.${cause}`);
  const sentence = message('examination.returned.age', { age: quote(age), cause: causeText });
  return [explained(ageMistakeCodes[cause], sentence)];
}

/** Returns the times that programs read from a timestamp by mistake, each with its cause. */
function misreadTimes(timestamp: string): readonly (readonly [cause: AgeCause, ms: number])[] {
  const time = new Date(timestamp);
  const [year, month, day] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()] as const;
  const [hour, minute] = [time.getUTCHours(), time.getUTCMinutes()] as const;
  const at = (...parts: readonly [number, number, number, number, number]) =>
    Date.UTC(...parts, time.getUTCSeconds());
  return [
    ['month', at(year, month + 1, day, hour, minute)],
    ['month', at(year, month - 1, day, hour, minute)],
    ['january', at(year, 0, day, hour, minute)],
    ['minutes', at(year, minute - 1, day, hour, 0)],
    ['swapped', at(year, day - 1, month + 1, hour, minute)],
    ['twelve_hours', at(year, month, day, hour % 12, minute)],
    ['midnight', Date.UTC(year, month, day)],
    ...[1900, 1970, 2000, year - 1, year + 1].map(
      (otherYear) => ['year', at(otherYear, month, day, hour, minute)] as const,
    ),
  ];
}

function ageCauseOf(
  seconds: number,
  { nowMs, clockMs }: Required<Pick<RefusedWebhook, 'nowMs' | 'clockMs'>>,
  timestamp: string,
): AgeCause | undefined {
  if (Number.isNaN(seconds)) return 'unparsed';
  const age = Math.abs(seconds);
  // The age of a new webhook can also be in milliseconds.
  if (age <= TOLERANCE_S) return seconds <= -1 ? 'sign' : undefined;
  const nowS = nowMs / 1000;
  const isNear = (other: number, tolerance = TRAVEL_S) => Math.abs(age - other) <= tolerance;
  if (isNear(nowMs - nowS, 1000 * TOLERANCE_S)) return 'units';
  // A time that a program can't parse becomes 0, or its year.
  const isZero = [0, Number.parseInt(timestamp, 10)].some(
    (zero) => isNear(nowS - zero) || isNear(nowMs - zero, 1000 * TRAVEL_S),
  );
  if (isZero) return 'unparsed';
  const clockOffS = Math.abs(clockMs - nowMs) / 1000;
  if (clockOffS > TOLERANCE_S) return isNear(clockOffS) ? 'wrong_clock' : 'clock';
  if (seconds < DAY_S && seconds > DAY_S - TRAVEL_S) return 'negative_seconds';
  const sentMs = Date.parse(timestamp);
  // Some programs compute the age in milliseconds.
  const misread = misreadTimes(timestamp).find(
    ([, ms]) =>
      ms !== sentMs &&
      [1, 1000].some((unit) => isNear(Math.abs(nowMs - ms) / unit, (1000 * TRAVEL_S) / unit)),
  );
  if (misread) return misread[0];
  if (age > nowS / 2) return 'units';
  const isZone = age < MAX_ZONE_S + TRAVEL_S && isNear(Math.round(age / ZONE_STEP_S) * ZONE_STEP_S);
  if (isZone) return 'zone';
  return Number.isNaN(clockOffS) ? 'clock' : 'calculation';
}
