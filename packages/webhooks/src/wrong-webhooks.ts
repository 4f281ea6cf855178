import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { MINUTE_MS, webhookHeaders } from '@svc-simulator/contract';
import {
  keyGuesses,
  keylessHashes,
  MAX_SEARCHED_BYTES,
  mistakeOf,
  type OtherSecrets,
  type SignatureMistake,
  textGuesses,
} from './mistake-search.ts';
import type { MistakeCode } from './mistakes.ts';
import { joinBytes, type SignatureInput, utf8BytesOf, utf16BytesOf } from './signature.ts';

/** A webhook that a receiver accepts only if the receiver makes certain mistakes. */
export interface WrongWebhook {
  readonly mistakes: readonly [SignatureMistake, ...SignatureMistake[]];
  readonly headers: Readonly<Record<string, string>>;
  /** True if only the digits of the signature differ from those of the valid webhook. */
  readonly differsOnlyInSignature: boolean;
  /**
   * Webhook that reveals a more specific mistake. A receiver with that mistake accepts both webhooks, so
   * `narrower` is sent only after its owner was accepted.
   */
  readonly narrower?: WrongWebhook;
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

export type ReceiverLanguage = 'javascript' | 'python' | 'ruby' | 'csharp';

/** Maximum number of webhooks for each mistake; the likeliest mistakes come first. */
const maxWebhooks: Readonly<Record<MistakeCode, number>> = {
  mode_timestamp: 2,
  mode_body: 2,
  mode_sha256: 2,
  form: 3,
  padding: 1,
  prefix: 2,
  body_was_gone: 2,
  body_literal: 0,
  rewritten_json: 6,
  separator: 5,
  secret_changed: 4,
  other_secret: 2,
  timestamp: 2,
  time: 3,
  time_form: 3,
  header_name: 1,
  secret_missing: 1,
  white_space: 1,
  body_encoding: 1,
  no_hmac: 2,
  body_base64: 1,
  timestamp_missing: 0,
  secret_cut: 0,
  tolerance: 0,
};
const codesInOrder = Object.keys(maxWebhooks);
/**
 * Mistakes that only programs in one language make, by code and detail; `…` replaces a time in the detail.
 * They don't count as one of `maxWebhooks`, but come last if the language is unknown.
 */
const mistakeLanguages: Readonly<Record<string, ReceiverLanguage>> = {
  'body_was_gone "[object Object]"': 'javascript',
  'secret_missing "undefined"': 'javascript',
  'body_was_gone JSON.stringify(Buffer)': 'javascript',
  "body_literal b'…'": 'python',
  "secret_changed b'…'": 'python',
  'timestamp "…+00:00"': 'python',
  'body_encoding UTF-16LE': 'csharp',
};

/**
 * Returns the valid webhook with each known mistake, the likeliest first; an empty list if its body is too
 * long.
 */
export function wrongWebhooks(source: WrongWebhookSource): readonly WrongWebhook[] {
  if (source.body.length > MAX_SEARCHED_BYTES) return [];
  const seenHeaders = new Set([JSON.stringify(source.headers)]);
  const counts = new Map<string, number>();
  const signatureWebhooks = [...webhooksWithOtherSignature(source)];
  const hasConvertedTime = ({ mistakes: [{ code, detail }] }: WrongWebhook) =>
    code === 'timestamp' && detail?.includes('T');
  const rankOf = (webhook: WrongWebhook) =>
    codesInOrder.indexOf(webhook.mistakes[0].code) +
    (!source.language && languageOf(webhook) ? codesInOrder.length : 0);
  const convertedTimeWebhooks = signatureWebhooks.filter(hasConvertedTime);
  // A receiver that reformats the timestamp before it computes the signature accepts two webhooks: one with a
  // signature over the reformatted time, and one whose header has that format as well. Only the first reveals
  // the cause.
  const timeWebhooks = webhooksWithOtherTime(source).map((webhook) => {
    const quotedTime = JSON.stringify(webhook.mistakes[0].detail);
    const narrower = convertedTimeWebhooks.find(({ mistakes: [{ detail }] }) => detail === quotedTime);
    return narrower ? { ...webhook, narrower } : webhook;
  });
  return [
    ...signatureWebhooks.filter((webhook) => languageOf(webhook) || !convertedTimeWebhooks.includes(webhook)),
    ...timeWebhooks,
    webhookWithOtherHeaders(source),
  ]
    .filter((webhook) => [undefined, source.language ?? languageOf(webhook)].includes(languageOf(webhook)))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .filter((webhook) => {
      const { mistakes, headers } = webhook;
      const [{ code }] = mistakes;
      const key = JSON.stringify(headers);
      if (languageOf(webhook)) return !seenHeaders.has(key);
      const count = (counts.get(code) ?? 0) + 1;
      if (seenHeaders.has(key) || count > maxWebhooks[code]) return false;
      seenHeaders.add(key);
      counts.set(code, count);
      return true;
    });
}

function languageOf({ mistakes: [{ code, detail }] }: WrongWebhook): ReceiverLanguage | undefined {
  return mistakeLanguages[`${code} ${detail?.replace(/\d.*T.*\d(?=\+)/, '…')}`];
}

function* webhooksWithOtherSignature(source: WrongWebhookSource): Generator<WrongWebhook> {
  const { headers, secret, body, mode, otherSecrets } = source;
  const timestamp = headers[webhookHeaders.timestamp] ?? '';
  const withSignature = (signature: string, ...mistakes: WrongWebhook['mistakes']): WrongWebhook => ({
    mistakes,
    headers: { ...headers, [webhookHeaders.signature]: signature },
    differsOnlyInSignature: signature.length === headers[webhookHeaders.signature]?.length,
  });
  const prefix = mode === 'sha256' ? 'sha256=' : '';
  const digestOf = (text: Uint8Array, key = utf8BytesOf(secret)) => hmac(sha256, key, text);
  const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
  const isStampedMode = mode === 'timestamp';
  const validText = signedText(source, timestamp);
  const validDigest = digestOf(validText);

  for (const { value, mistake, detail, isStamped } of textGuesses({
    ...source,
    timestamp,
    idempotencyKey: headers[webhookHeaders.idempotencyKey],
  })) {
    const isOtherMode = isStamped !== undefined && isStamped !== isStampedMode;
    if (mistake && !isOtherMode)
      yield withSignature(prefix + bytesToHex(digestOf(value)), mistakeOf(mistake, detail));
    if (mistake || !isOtherMode) continue;
    const modeMistake = (usedMode: string) => mistakeOf(`mode_${mode}`, usedMode);
    yield withSignature(bytesToHex(digestOf(value)), modeMistake(isStamped ? 'timestamp' : 'body'));
    if (!isStamped) {
      yield withSignature(`sha256=${bytesToHex(digestOf(value))}`, modeMistake('sha256'));
      yield withSignature(toBase64(digestOf(value)), mistakeOf('form', 'base64'), modeMistake('body'));
    }
  }
  const digits = bytesToHex(validDigest);
  yield withSignature(toBase64(validDigest), mistakeOf('form', 'base64'));
  yield withSignature(prefix + digits.toUpperCase(), mistakeOf('form', 'A-F'));
  yield withSignature(prefix + digits.replace(/0(.)|(..)/g, '$1$2'), mistakeOf('padding', undefined));
  if (mode === 'sha256') yield withSignature(digits, mistakeOf('mode_sha256', 'body'));
  else yield withSignature(`sha256=${digits}`, mistakeOf('prefix', 'sha256='));
  const seconds = `${Date.parse(timestamp) / 1000}`;
  const stripeDigits = bytesToHex(digestOf(joinBytes(`${seconds}.`, body)));
  yield withSignature(`t=${seconds},v1=${stripeDigits},v1=${digits}`, mistakeOf('prefix', 't=…,v1='));
  for (const { value, mistake, detail } of keyGuesses(secret, otherSecrets))
    if (mistake)
      yield withSignature(prefix + bytesToHex(digestOf(validText, value)), mistakeOf(mistake, detail));
  const utf16Digest = digestOf(utf16BytesOf(validText), utf16BytesOf(utf8BytesOf(secret)));
  yield withSignature(prefix + bytesToHex(utf16Digest), mistakeOf('body_encoding', 'UTF-16LE'));
  for (const hash of keylessHashes(secret, validText))
    yield withSignature(prefix + bytesToHex(hash), mistakeOf('no_hmac', 'SHA-256'));
}

function signedText({ body, mode }: Pick<WrongWebhookSource, 'body' | 'mode'>, timestamp: string) {
  return joinBytes(mode === 'timestamp' ? `${timestamp}.` : '', body);
}

/** Returns webhooks with a valid signature but a different `svc-timestamp`. */
function webhooksWithOtherTime(source: WrongWebhookSource): readonly WrongWebhook[] {
  const { headers, secret, zoneMs } = source;
  const timestamp = headers[webhookHeaders.timestamp] ?? '';
  const signedAt = (code: 'time' | 'time_form', otherTimestamp: string, detail: string): WrongWebhook => {
    const digits = bytesToHex(hmac(sha256, utf8BytesOf(secret), signedText(source, otherTimestamp)));
    const signature = source.mode === 'sha256' ? `sha256=${digits}` : digits;
    const changedHeaders = {
      [webhookHeaders.timestamp]: otherTimestamp,
      [webhookHeaders.signature]: signature,
    };
    const mistake = mistakeOf(code, detail);
    return { mistakes: [mistake], headers: { ...headers, ...changedHeaders }, differsOnlyInSignature: false };
  };
  const ms = Date.parse(timestamp);
  const moveTime = (byMs: number) => new Date(ms + byMs).toISOString().replace(/\.\d+/, '');
  return [
    // Receivers usually allow 5 minutes. A receiver that accepts a webhook moved by 10 minutes has a clock
    // that is wrong by 5 to 15.
    ...[10 * MINUTE_MS, -10 * MINUTE_MS].map((byMs) =>
      signedAt('time', moveTime(byMs), `≥ ${minutesText(byMs / 2)}`),
    ),
    ...[-zoneMs, zoneMs].map((byMs) => signedAt('time', moveTime(byMs), minutesText(byMs))),
    signedAt('time_form', `${ms / 1000}`, `${ms / 1000}`),
    signedAt('time_form', timestamp.replace('Z', '.000Z'), timestamp.replace('Z', '.000Z')),
    signedAt('time_form', timestamp.replace('Z', '+00:00'), timestamp.replace('Z', '+00:00')),
  ];
}

function minutesText(ms: number): string {
  return `${ms < 0 ? '-' : '+'}${Math.abs(ms) / MINUTE_MS} min`;
}

const otherNames = {
  [webhookHeaders.signature]: ['x-svc-signature', 'x-signature', 'signature', 'x-webhook-signature'],
  [webhookHeaders.timestamp]: ['x-svc-timestamp', 'x-timestamp', 'timestamp', 'x-webhook-timestamp'],
} as const;

/**
 * Returns a webhook that repeats its signature and timestamp in headers with other names, such as
 * `x-signature`. The names of its usual headers begin with capitals: `Svc-Signature`.
 */
function webhookWithOtherHeaders({ headers }: WrongWebhookSource): WrongWebhook {
  const addedHeaders = Object.entries(otherNames).flatMap(([name, others]) =>
    others.map((otherName) => [otherName, headers[name] ?? ''] as const),
  );
  const capitalizedHeaders = Object.entries(headers).map(([name, value]) => [
    name.startsWith('svc-') ? name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase()) : name,
    value,
  ]);
  const createWebhook = (detail: string, changedHeaders: WrongWebhook['headers']): WrongWebhook => ({
    mistakes: [mistakeOf('header_name', detail)],
    headers: changedHeaders,
    differsOnlyInSignature: false,
  });
  const otherHeaders = Object.fromEntries(addedHeaders);
  return {
    ...createWebhook('Svc-Signature', { ...Object.fromEntries(capitalizedHeaders), ...otherHeaders }),
    narrower: createWebhook(Object.keys(otherHeaders).join(', '), { ...headers, ...otherHeaders }),
  };
}
