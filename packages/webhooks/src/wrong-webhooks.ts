import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { DAY_MS, MINUTE_MS, webhookHeaders } from '@svc-simulator/contract';
import {
  keyGuesses,
  keylessHashes,
  MAX_SEARCHED_BYTES,
  mistakeGuess,
  mistakeOf,
  type OtherSecrets,
  type SignatureGuess,
  type SignatureMistake,
  textGuesses,
} from './mistake-search.ts';
import type { MistakeCode } from './mistakes.ts';
import { rareKeyGuesses } from './rare-guesses.ts';
import { joinBytes, type SignatureInput, signedBytes, utf8BytesOf, utf16BytesOf } from './signature.ts';

/** A webhook that a receiver accepts only if the receiver makes certain mistakes. */
export interface WrongWebhook {
  readonly mistakes: readonly [SignatureMistake, ...SignatureMistake[]];
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Webhooks that reveal a more specific mistake. A receiver with that mistake accepts both webhooks, so
   * `narrower` is sent only after its owner was accepted.
   */
  readonly narrower?: readonly WrongWebhook[];
  /** Name in the lists of mistakes; by default, the code, or the code and the detail. */
  readonly listName?: string;
}

/** Returns true if two webhooks differ only in the digits of their signatures. */
export function differOnlyInDigits(
  headers: WrongWebhook['headers'],
  others: WrongWebhook['headers'],
): boolean {
  const names = Object.keys({ ...headers, ...others }).filter((name) => headers[name] !== others[name]);
  const lengths = [headers, others].map((each) => each[webhookHeaders.signature]?.length);
  return names.join() === webhookHeaders.signature && lengths[0] === lengths[1];
}

export interface WrongWebhookSource extends Omit<SignatureInput, 'timestamp'> {
  /** Headers of the valid webhook. */
  readonly headers: Readonly<Record<string, string>>;
  readonly otherSecrets: OtherSecrets;
  /** Offset of the time zone in which a receiver might read `svc-timestamp`. */
  readonly zoneMs: number;
  /** Language of the receiver, if its responses show it. */
  readonly language?: ReceiverLanguage | undefined;
}

const allLanguages = ['javascript', 'python', 'ruby', 'csharp', 'php', 'java', 'go'] as const;

export type ReceiverLanguage = (typeof allLanguages)[number];

const variants = (code: MistakeCode, ...details: readonly string[]) =>
  details.map((detail) => `${code} ${detail}`);

const ZONE_STEP_MS = 60 * MINUTE_MS;
const LIKELY_ZONES = 'time in likely zones';
const OTHER_ZONES = 'time in other zones';
/** Offsets from UTC, in hours, of the Americas and Spain, where receivers often run. */
const likelyZones = [-5, -3, -6];
const otherZones = [-4, -8, 1, 2, -7, 3, 8, 9, 5, 4, 6, 7, 10, 11, -2, -1, -9, -10, -11, 12, 13, -12, 14];

const modeMistakes = ['mode_timestamp', 'mode_body', 'mode_sha256'];
/** Mistakes by code, or by code and detail, that are tried on every receiver; the likeliest come first. */
const likelyMistakes: readonly string[] = [
  ...modeMistakes,
  ...['form', 'form A-F', 'padding', 'prefix', 'prefix t=…,v1='],
  ...variants('body_was_gone', '"{}"', '""', '"[object Object]"'),
  'rewritten_json',
  ...variants('separator', '""', 'body.timestamp'),
  ...variants('secret_changed', 'base64', '"…"', '"\\"…\\""', '"…\\n"'),
  ...['other_secret', 'timestamp', 'time', 'time_form ….000Z', 'time_form …+00:00', 'time_form'],
  ...['header_name', 'secret_missing ""'],
];
/** Mistakes that are tried last if the language of the receiver is known. */
const rareMistakes: readonly string[] = [
  ...variants('separator', 'v0:timestamp:body', 'idempotency-key.timestamp.body'),
  ...variants('no_hmac', 'SHA-512', 'SHA-256'),
  ...['white_space "\\n"', 'body_encoding Latin-1', 'body_base64'],
  ...['separator URL + body', 'secret_cut', 'no_hmac SHA-1'],
  ...variants('separator', '"|"', '"\\n"'),
  ...['form ab-cd', 'secret_cut -1', 'timestamp_missing ""', 'time_unit s − ms', OTHER_ZONES],
];
/**
 * Mistakes that mostly programs in some languages make; `…` replaces a time in the detail. They come first if
 * the receiver is written in one of these languages, and last or as in the lists above if its language is
 * unknown.
 */
const mistakeLanguages: Readonly<Record<string, readonly ReceiverLanguage[]>> = {
  'body_was_gone "undefined"': ['javascript'],
  'body_was_gone JSON.stringify(Buffer)': ['javascript'],
  'body_was_gone "[object Object]"': ['javascript'],
  'body_was_gone "{}"': ['javascript'],
  'secret_missing "undefined"': ['javascript'],
  'timestamp_missing "undefined"': ['javascript'],
  "body_literal b'…'": ['python'],
  "secret_changed b'…'": ['python'],
  'timestamp "…+00:00"': ['python'],
  'secret_missing "None"': ['python'],
  padding: ['java', 'csharp', 'go'],
  'form A-F': ['java', 'csharp', 'go'],
  'form ab-cd': ['csharp'],
  'white_space "\\n"': ['java', 'ruby'],
  'secret_missing "null"': ['java'],
  'timestamp_missing "null"': ['java'],
  'form [hex]': ['java', 'go'],
  'prefix t=…,v1=': ['javascript', 'php', 'ruby', 'python'],
  'time_form ….000Z': ['python', 'java', 'csharp'],
  'time_form …+00:00': ['python', 'java', 'csharp'],
  'secret_missing ""': ['javascript', 'php', 'ruby', 'go', 'csharp'],
  'body_encoding UTF-16LE': ['csharp'],
};
/** Mistakes that are tried after the likely ones if the receiver is written in one of these languages. */
const laterMistakes: typeof mistakeLanguages = {
  'separator "\\n"': ['ruby', 'javascript', 'php', 'go'],
  'other_secret "${WEBHOOK_SECRET}"': allLanguages,
  'secret_changed …;': ['javascript', 'php'],
  'secret_changed "… "': ['java', 'go', 'csharp', 'ruby'],
  'time_unit s − ms': allLanguages,
  'secret_cut -1': allLanguages,
  [LIKELY_ZONES]: allLanguages,
  'no_hmac SHA-1': ['javascript', 'python', 'php', 'ruby'],
  'timestamp_missing ""': ['php', 'ruby', 'go', 'csharp'],
  'timestamp_missing "None"': ['python'],
  'secret_changed base64(…)': allLanguages,
  'time_unit ms − s': ['javascript'],
  'secret_changed "…\\r"': ['javascript', 'python', 'php', 'java', 'ruby'],
  'form ffffff…': ['java'],
  'rewritten_json JSON.stringify(JSON.stringify())': ['javascript'],
  'body_was_gone "[]"': ['php'],
  'form base64url': allLanguages,
  'other_secret "$WEBHOOK_SECRET"': allLanguages,
  'separator ":"': allLanguages,
  'other_secret "your_webhook_secret"': allLanguages,
  'secret_changed WEBHOOK_SECRET=…': allLanguages,
  'form base64(hex)': ['python', 'php', 'ruby', 'java', 'javascript'],
  'secret_changed hex(SHA-256)': ['ruby', 'php', 'python', 'javascript'],
  'separator id:…;request-id:…;ts:…;': ['php', 'javascript', 'python'],
};
const namedMistakes = [...Object.keys(mistakeLanguages), ...Object.keys(laterMistakes)];
/** Length of a database column that cuts a secret. */
const COLUMN_LENGTH = 32;
/** Maximum number of webhooks with one of these mistakes. */
const MAX_VARIANTS = 6;

/**
 * Returns the valid webhook with each known mistake, the likeliest first; an empty list if its body is too
 * long.
 */
export function wrongWebhooks(source: WrongWebhookSource): readonly WrongWebhook[] {
  if (source.body.length > MAX_SEARCHED_BYTES) return [];
  const { language } = source;
  const ownIn = (languages: typeof mistakeLanguages) =>
    Object.keys(languages).filter((name) => language && languages[name]?.includes(language));
  const ownMistakes = ownIn(mistakeLanguages);
  const names = language
    ? [...modeMistakes, ...ownMistakes, ...likelyMistakes, ...ownIn(laterMistakes), ...rareMistakes].filter(
        (name) => !mistakeLanguages[name] || ownMistakes.includes(name),
      )
    : [...likelyMistakes, ...rareMistakes, ...Object.keys(laterMistakes), ...Object.keys(mistakeLanguages)];
  const webhooks = [
    ...webhooksWithOtherSignature(source),
    ...webhooksWithOtherTime(source),
    webhookWithOtherHeaders(source),
  ];
  const seenHeaders = new Set([JSON.stringify(source.headers)]);
  return [...new Set(names)]
    .flatMap((name) =>
      webhooks
        .filter((webhook) => tryName(webhook) === name)
        .slice(0, name === OTHER_ZONES ? otherZones.length : MAX_VARIANTS),
    )
    .filter(({ headers }) => {
      const key = JSON.stringify(headers);
      return !seenHeaders.has(key) && seenHeaders.add(key);
    });
}

/** Returns the name of a mistake in `likelyMistakes` or `mistakeLanguages`, or another name. */
function tryName({ mistakes: [{ code, detail = '' }], listName }: WrongWebhook): string {
  if (listName !== undefined) return listName;
  const name = `${code} ${detail.replace('whsec_…', '…').replace(/\d.*T.*\d(?=\+|\.000Z)/, '…')}`;
  return [...likelyMistakes, ...rareMistakes].includes(code) && !namedMistakes.includes(name) ? code : name;
}

function* webhooksWithOtherSignature(source: WrongWebhookSource): Generator<WrongWebhook> {
  const { headers, secret, body, mode, otherSecrets } = source;
  const timestamp = headers[webhookHeaders.timestamp] ?? '';
  const idempotencyKey = headers[webhookHeaders.idempotencyKey];
  const withSignature = (signature: string, ...mistakes: WrongWebhook['mistakes']): WrongWebhook => ({
    mistakes,
    headers: { ...headers, [webhookHeaders.signature]: signature },
  });
  const prefix = mode === 'sha256' ? 'sha256=' : '';
  const withDigest = (digest: Uint8Array, mistake: SignatureMistake) =>
    withSignature(prefix + bytesToHex(digest), mistake);
  const digestOf = (text: Uint8Array, key = utf8BytesOf(secret)) => hmac(sha256, key, text);
  const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
  const isStampedMode = mode === 'timestamp';
  const validText = signedBytes({ ...source, timestamp });
  const validDigest = digestOf(validText);

  for (const { value, mistake, detail, isStamped } of textGuesses({ ...source, timestamp, idempotencyKey })) {
    // `webhooksWithOtherTime` tries this form of the time.
    if (mistake === 'timestamp' && detail?.endsWith('.000Z"')) continue;
    const isOtherMode = isStamped !== undefined && isStamped !== isStampedMode;
    if (mistake && !isOtherMode) {
      const webhook = withDigest(digestOf(value), mistakeOf(mistake, detail));
      yield mistake === 'timestamp' ? { ...webhook, narrower: [withEarlierTime(webhook)] } : webhook;
    }
    if (mistake || !isOtherMode) continue;
    const modeMistake = (usedMode: string) => mistakeOf(`mode_${mode}`, usedMode);
    yield withSignature(bytesToHex(digestOf(value)), modeMistake(isStamped ? 'timestamp' : 'body'));
    if (!isStamped) {
      yield withSignature(`sha256=${bytesToHex(digestOf(value))}`, modeMistake('sha256'));
      yield withSignature(toBase64(digestOf(value)), mistakeOf('form', 'base64'), modeMistake('body'));
    }
  }
  const digits = bytesToHex(validDigest);
  const forms = {
    base64: toBase64(validDigest),
    'A-F': prefix + digits.toUpperCase(),
    base64url: toBase64(validDigest).replaceAll('+', '-').replaceAll('/', '_').replace('=', ''),
    'base64(hex)': btoa(digits),
    '[hex]': `[${prefix}${digits}]`,
    'ffffff…': prefix + digits.replace(/([89a-f].)|../g, (pair, high) => (high ? `ffffff${pair}` : pair)),
    'ab-cd': prefix + digits.toUpperCase().replace(/..(?!$)/g, '$&-'),
  };
  for (const [form, text] of Object.entries(forms)) yield withSignature(text, mistakeOf('form', form));
  yield withSignature(prefix + digits.replace(/0(.)|(..)/g, '$1$2'), mistakeOf('padding'));
  if (mode === 'sha256') yield withSignature(digits, mistakeOf('mode_sha256', 'body'));
  else yield withSignature(`sha256=${digits}`, mistakeOf('prefix', 'sha256='));
  const seconds = `${Date.parse(timestamp) / 1000}`;
  const stripeDigits = bytesToHex(digestOf(joinBytes(`${seconds}.`, body)));
  yield withSignature(`t=${seconds},v1=${stripeDigits},v1=${digits}`, mistakeOf('prefix', 't=…,v1='));
  const isNamed = ({ mistake, detail }: SignatureGuess) => namedMistakes.includes(`${mistake} ${detail}`);
  const cutKey = (length: number) =>
    mistakeGuess('secret_cut', secret.slice(0, length), `${length} / ${secret.length}`);
  const keys = [
    ...keyGuesses(secret, otherSecrets),
    ...rareKeyGuesses(secret).filter(isNamed),
    cutKey(COLUMN_LENGTH),
  ];
  const withKey = ({ value, mistake, detail }: SignatureGuess) =>
    mistake ? [withDigest(digestOf(validText, value), mistakeOf(mistake, detail))] : [];
  yield* keys.flatMap(withKey);
  for (const webhook of withKey(cutKey(secret.length - 1))) yield { ...webhook, listName: 'secret_cut -1' };
  const id = /"id":\s*"([^"]*)"/.exec(new TextDecoder().decode(body))?.[1] ?? '';
  const manifest = `id:${id};request-id:${idempotencyKey};ts:${timestamp};`;
  yield withDigest(digestOf(utf8BytesOf(manifest)), mistakeOf('separator', 'id:…;request-id:…;ts:…;'));
  const utf16Digest = digestOf(utf16BytesOf(validText), utf16BytesOf(utf8BytesOf(secret)));
  yield withDigest(utf16Digest, mistakeOf('body_encoding', 'UTF-16LE'));
  for (const hash of keylessHashes(secret, validText).slice(0, 2))
    yield withDigest(hash, mistakeOf('no_hmac', 'SHA-256'));
  for (const [name, hash] of Object.entries({ 'SHA-512': sha512, 'SHA-1': sha1 }))
    yield withDigest(hmac(hash, utf8BytesOf(secret), validText), mistakeOf('no_hmac', name));
}

function moveTime(timestamp: string, byMs: number): string {
  return new Date(Date.parse(timestamp) + byMs).toISOString().replace(/\.\d+/, '');
}

/** Returns a webhook that only a receiver accepts which signs its own clock instead of the timestamp. */
function withEarlierTime({ headers }: WrongWebhook): WrongWebhook {
  const timestamp = moveTime(headers[webhookHeaders.timestamp] ?? '', -EARLIER_MS);
  return {
    mistakes: [mistakeOf('timestamp', 'time()')],
    headers: { ...headers, [webhookHeaders.timestamp]: timestamp },
  };
}

/** Returns the valid webhook with a signature over another timestamp, in `svc-timestamp` as well. */
function signAt(source: WrongWebhookSource, otherTimestamp: string, mistake: SignatureMistake): WrongWebhook {
  const { headers, secret, mode } = source;
  const text = signedBytes({ ...source, timestamp: otherTimestamp });
  const digits = bytesToHex(hmac(sha256, utf8BytesOf(secret), text));
  const changedHeaders = {
    [webhookHeaders.timestamp]: otherTimestamp,
    [webhookHeaders.signature]: mode === 'sha256' ? `sha256=${digits}` : digits,
  };
  return { mistakes: [mistake], headers: { ...headers, ...changedHeaders } };
}

/** Returns the webhook of a few seconds ago, which a receiver accepts whose clock is slow. */
function earlierWebhook(source: WrongWebhookSource): WrongWebhook {
  const time = moveTime(source.headers[webhookHeaders.timestamp] ?? '', -EARLIER_MS);
  return signAt(source, time, mistakeOf('future', `-${EARLIER_MS / 1000} s`));
}

/** Returns webhooks with a valid signature but a different `svc-timestamp`. */
function webhooksWithOtherTime(source: WrongWebhookSource): readonly WrongWebhook[] {
  const { headers, zoneMs } = source;
  const timestamp = headers[webhookHeaders.timestamp] ?? '';
  const moveBy = (byMs: number, detail: string): WrongWebhook => ({
    ...signAt(source, moveTime(timestamp, byMs), mistakeOf('time', detail)),
    // A receiver whose clock is wrong rejects a webhook that is days old, or a few seconds in the future.
    narrower:
      byMs < 0
        ? [earlierWebhook(source), signAt(source, moveTime(timestamp, -3 * DAY_MS), mistakeOf('age'))]
        : [signAt(source, moveTime(timestamp, LATER_MS), mistakeOf('tolerance'))],
  });
  const nowMs = Date.parse(timestamp);
  const mixUnits = (timeMs: number, detail: string): WrongWebhook => ({
    ...signAt(source, new Date(timeMs).toISOString(), mistakeOf('time_unit', detail)),
    // A receiver whose age check is inverted also accepts a webhook that is days old.
    narrower: [signAt(source, moveTime(timestamp, -3 * DAY_MS), mistakeOf('age'))],
  });
  const zone = (hours: number, listName: string): WrongWebhook => ({
    ...moveBy(hours * ZONE_STEP_MS, zoneText(hours * ZONE_STEP_MS)),
    listName,
  });
  // A receiver that reformats the timestamp before it computes the signature accepts two webhooks: one with a
  // signature over the reformatted time, and one whose header has that format as well. Only the first reveals
  // the cause.
  const signWith = (otherTimestamp: string): WrongWebhook => {
    const mistake = mistakeOf('timestamp', JSON.stringify(otherTimestamp));
    const webhook = signAt(source, otherTimestamp, mistake);
    return { ...webhook, headers: { ...webhook.headers, [webhookHeaders.timestamp]: timestamp } };
  };
  const reformatted = (otherTimestamp: string): WrongWebhook => {
    const webhook = signAt(source, otherTimestamp, mistakeOf('time_form', otherTimestamp));
    const reformattedWebhook = signWith(otherTimestamp);
    return {
      ...webhook,
      narrower: [
        withEarlierTime(reformattedWebhook),
        reformattedWebhook,
        // A receiver that cuts the `Z` off accepts every form without a `Z`.
        signWith(timestamp.replace('Z', '')),
      ],
    };
  };
  return [
    // Receivers usually allow 5 minutes. A receiver that accepts a webhook moved by 10 minutes has a clock
    // that is wrong by 5 to 15.
    ...[10 * MINUTE_MS, -10 * MINUTE_MS].map((byMs) => moveBy(byMs, `≥ ${minutesText(byMs / 2)}`)),
    moveBy(-zoneMs, zoneText(-zoneMs)),
    ...likelyZones.map((hours) => zone(hours, LIKELY_ZONES)),
    ...otherZones.map((hours) => zone(hours, OTHER_ZONES)),
    mixUnits(nowMs / 1000, 's − ms'),
    mixUnits(nowMs * 1000, 'ms − s'),
    reformatted(timestamp.replace('Z', '.000Z')),
    reformatted(timestamp.replace('Z', '+00:00')),
    // Last, because a number makes some parsers throw an exception that stops the receiver.
    reformatted(`${Date.parse(timestamp) / 1000}`),
  ];
}

function zoneText(ms: number): string {
  const hours = ms / ZONE_STEP_MS;
  return Number.isInteger(hours) ? `UTC${hours < 0 ? '-' : '+'}${Math.abs(hours)}` : minutesText(ms);
}

function minutesText(ms: number): string {
  return `${ms < 0 ? '-' : '+'}${Math.abs(ms) / MINUTE_MS} min`;
}

/** Age of a webhook that a receiver accepts if its clock is a few seconds slow and it rejects later times. */
const EARLIER_MS = 20_000;
/** A receiver with nearly no tolerance accepts a webhook from the future. */
const LATER_MS = 2000;

const otherPrefixes = ['x-svc-', 'x-', '', 'x-webhook-'];

/** Returns the signature and the timestamp in headers with other names. */
function otherHeadersOf(headers: WrongWebhook['headers']): WrongWebhook['headers'] {
  const values = (['signature', 'timestamp'] as const).flatMap((name) =>
    otherPrefixes.map((prefix) => [prefix + name, headers[webhookHeaders[name]] ?? '']),
  );
  return Object.fromEntries(values);
}

/**
 * Returns a webhook that repeats its signature and timestamp in headers with other names, such as
 * `x-signature`. The names of its usual headers begin with capitals: `Svc-Signature`. It is a few seconds old,
 * so that a receiver with a slow clock accepts it too.
 */
function webhookWithOtherHeaders(source: WrongWebhookSource): WrongWebhook {
  const earlier = earlierWebhook(source);
  const otherHeaders = otherHeadersOf(source.headers);
  const capitalizedHeaders = Object.entries(earlier.headers).map(([name, value]) => [
    name.startsWith('svc-') ? name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()) : name,
    value,
  ]);
  const otherNames = Object.keys(otherHeaders).join(', ');
  return {
    mistakes: [mistakeOf('header_name', 'Svc-Signature')],
    headers: { ...Object.fromEntries(capitalizedHeaders), ...otherHeadersOf(earlier.headers) },
    narrower: [
      { mistakes: [mistakeOf('header_name', otherNames)], headers: { ...source.headers, ...otherHeaders } },
      earlier,
    ],
  };
}
