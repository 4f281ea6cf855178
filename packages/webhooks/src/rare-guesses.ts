import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import {
  bytesToText,
  decodeBase64,
  mistakeGuess,
  quoteText,
  type RareGuesses,
  type SignatureGuess,
  stampTexts,
} from './mistake-search.ts';
import { type SignatureInput, utf8BytesOf, utf16BytesOf } from './signature.ts';

/** Maximum length of a cut secret; real secrets have fewer than 64 characters. */
const MAX_CUT_LENGTH = 64;
/** Values from the examples of documentation, which nobody replaced. */
const placeholderSecrets = (
  'your_webhook_secret your-webhook-secret YOUR_WEBHOOK_SECRET webhook_secret ' +
  'whsec_xxx whsec_... changeme secret'
).split(' ');
/** Names that variables with the secret often have. */
const secretNames =
  'WEBHOOK_SECRET SVC_WEBHOOK_SECRET SIM_WEBHOOK_SECRET SVC_SECRET SECRET webhook_secret webhookSecret secret'.split(
    ' ',
  );
const rareSecretForms = [
  ...['whsec_…', '…;', '…,', '"…', '…"', "…'", '……', 'Bearer …', '<…>'],
  ...['', ' live', ' test', ' prod', ' production', ' dev', ' sandbox'].map((words) => `… #${words}`),
  ...secretNames.flatMap((name) => [`${name}=…`, `{"${name}":"…"}`, `{"${name}": "…"}`]),
];
/** Texts that programs show instead of a secret, or write for an object. */
const maskedSecrets = [
  '*'.repeat(10),
  '*'.repeat(8),
  '***',
  "SecretStr('**********')",
  "Secret('**********')",
].concat([
  '[REDACTED]',
  '[FILTERED]',
  '[redacted]',
  '[MASKED]',
  'REDACTED',
  '<hidden>',
  '<redacted>',
  '(hidden)',
]);
const objectSecrets = ['Promise', 'Object', 'Function', 'AsyncFunction', 'Undefined', 'Null']
  .map((name) => `[object ${name}]`)
  .concat('Promise { <pending> }', 'Array', '[Function]', '[AsyncFunction]');
/** Where secrets are stored. The name of the variable follows. */
const secretPlaces = (
  '/run/secrets/ /var/run/secrets/ /etc/secrets/ /secrets/ ./secrets/ secrets/ /etc/ ' +
  'env: env:// vault: vault:secret/ vault:secret/data/ secret: aws: ssm: arn:aws:secretsmanager:'
).split(' ');
const invisibleCharacters = [...'\u200b\u200c\u200d\u200e\u2060\u00a0\u00ad\u202f\u3000\u2028\ufeff\0'];
/** Ends of secrets that a program shows only in part. */
const maskEnds = ['...', '…', '***', '****', '********'];
/** Maximum number of characters that such a program shows. */
const MAX_SHOWN = 16;
/** Names of actions and controllers that Rails adds to the parameters. */
const railsActions = 'create receive handle webhook index notify callback process'.split(' ');
const railsControllers = 'webhooks webhook payments hooks svc_webhooks payment_webhooks'.split(' ');
export function rareKeyGuesses(secret: string): readonly SignatureGuess[] {
  const text = secret.trim();
  const lengths = Array.from({ length: Math.min(text.length, MAX_CUT_LENGTH) - 1 }, (_, index) => index + 1);
  return [
    ...lengths.map((length) =>
      mistakeGuess('secret_cut', text.slice(0, length), `${length} / ${text.length}`),
    ),
    mistakeGuess('secret_cut', text.slice(1), `${text.length - 1} / ${text.length}`),
    ...maskEnds.flatMap((end) =>
      lengths.slice(0, MAX_SHOWN).map((length) => {
        const detail = `${length} / ${text.length}, ${quoteText(end)}`;
        return mistakeGuess('secret_cut', text.slice(0, length) + end, detail);
      }),
    ),
    ...Object.entries({
      'a-z': text.toLowerCase(),
      'A-Z': text.toUpperCase(),
      'base64("…\\n")': btoa(bytesToText(utf8BytesOf(`${text}\n`))),
      'hex(…)': bytesToHex(utf8BytesOf(text)),
      '….replaceAll("_", "-")': text.replaceAll('_', '-'),
      'hex(SHA-256)': bytesToHex(sha256(utf8BytesOf(text))),
      ...Object.fromEntries(rareSecretForms.map((form) => [form, form.replace('…', text)])),
    }).map(([detail, value]) => mistakeGuess('secret_changed', value, detail)),
    ...utf16Secrets(text).map(([detail, value]) => mistakeGuess('secret_changed', value, detail)),
    ...invisibleCharacters.flatMap((character) =>
      [text + character, character + text].map((value) =>
        mistakeGuess('secret_invisible', value, quoteText(value.replace(text, '…'))),
      ),
    ),
    ...maskedSecrets.map((value) => mistakeGuess('secret_masked', value, quoteText(value))),
    ...objectSecrets.map((value) => mistakeGuess('secret_object', value, quoteText(value))),
    ...pathsOfSecret().map((value) => mistakeGuess('secret_path', value, quoteText(value))),
    // Lenient decoders accept `_` as a digit, or skip it and the digits that are left over.
    ...[text, text.replaceAll(/[_-]/g, '').replace(/^((?:.{4})*).$/s, '$1')].flatMap((digits) =>
      decodeBase64(digits).map((bytes) => mistakeGuess('secret_changed', bytes, 'base64')),
    ),
    ...[
      ...placeholderSecrets,
      ...secretNames.flatMap((name) => [
        name,
        `\${${name}}`,
        `$${name}`,
        `%${name}%`,
        `{{${name}}}`,
        `$(${name})`,
        `process.env.${name}`,
      ]),
    ].map((placeholder) => mistakeGuess('other_secret', placeholder, quoteText(placeholder))),
  ];
}

const hashes = { 'SHA-256': sha256, 'SHA-512': sha512, 'SHA-1': sha1, MD5: md5 };

function utf16Secrets(text: string): readonly (readonly [detail: string, value: Uint8Array])[] {
  const bytes = utf16BytesOf(utf8BytesOf(text));
  const swappedBytes = bytes.map((_, index) => bytes[index ^ 1] ?? 0);
  return [
    ['UTF-16LE(…)', bytes],
    ['UTF-16BE(…)', swappedBytes],
    ['UTF-16(…)', Uint8Array.of(0xff, 0xfe, ...bytes)],
  ];
}

function pathsOfSecret(): readonly string[] {
  const names = secretNames.flatMap((name) => [
    name,
    name.toLowerCase(),
    name.toLowerCase().replaceAll('_', '-'),
  ]);
  return [...new Set(names)].flatMap((name) =>
    secretPlaces.flatMap((place) => {
      const path = place + name;
      return place.includes(':') ? [path] : [path, `${path}.txt`, `file://${path}`, `file:${path}`];
    }),
  );
}

function rareTextGuesses({
  timestamp,
  body,
  mode,
  idempotencyKey,
  url = '',
}: SignatureInput): readonly SignatureGuess[] {
  const text = new TextDecoder().decode(body);
  const ms = Date.parse(timestamp);
  const targets = [url, /^https?:\/\/[^/]+(\/.*)$/.exec(url)?.[1] ?? '/'];
  const rareBodies = [
    ...rareSerializations(text),
    mistakeGuess('white_space', text.replaceAll(/\s/g, ''), 'trim'),
    mistakeGuess('body_encoding', text.toLowerCase(), 'a-z'),
  ];
  const digests = Object.entries(hashes).flatMap(([name, hash]) => {
    const digest = hash(body);
    const hex = bytesToHex(digest);
    return [
      mistakeGuess('body_digest', hex, name),
      mistakeGuess('body_digest', hex.toUpperCase(), `${name}, A-F`),
      mistakeGuess('body_digest', btoa(bytesToText(digest)), `${name}, base64`),
      mistakeGuess('body_digest', digest, `${name}, bytes`),
    ];
  });
  return [
    ...stampTexts(digests, timestamp, mode === 'timestamp'),
    ...stampTexts(digests, timestamp, mode !== 'timestamp'),
    ...stampTexts(rareBodies, timestamp, mode === 'timestamp'),
    ...stampTexts(rareBodies, timestamp, mode !== 'timestamp'),
    ...timeTexts(ms).map((time) => mistakeGuess('timestamp', `${time}.${text}`, quoteText(time))),
    ...targets.flatMap((target) =>
      [timestamp, `${ms}`, `${ms / 1000}`].flatMap((time) => [
        mistakeGuess('separator', `POST${target}${text}${time}`, 'POST + URL + body + timestamp'),
        mistakeGuess('separator', `${time}POST${target}${text}`, 'timestamp + POST + URL + body'),
      ]),
    ),
    mistakeGuess('separator', `${idempotencyKey}.${text}`, 'idempotency-key.body'),
    mistakeGuess('separator', `${timestamp}.${idempotencyKey}`, 'timestamp.idempotency-key'),
    mistakeGuess('separator', `${timestamp}.${idempotencyKey}.${text}`, 'timestamp.idempotency-key.body'),
  ];
}

/** Offset of Venezuela's time zone, where receivers often run. */
const VENEZUELA_MINUTES = -240;

/** Returns a time as programs print it, in UTC, in the zone of this machine, and in Venezuela's. */
function timeTexts(ms: number): readonly string[] {
  if (Number.isNaN(ms)) return [];
  const offsets = new Set([0, -new Date(ms).getTimezoneOffset(), VENEZUELA_MINUTES]);
  const texts = [...offsets].flatMap((minutes) => {
    const local = new Date(ms + minutes * 60_000);
    const iso = local.toISOString().slice(0, 19);
    const text = iso.replace('T', ' ');
    const [week, day, month, year, time] = local.toUTCString().split(/,? /);
    const [hours = '', rest = ''] = new Date(Math.abs(minutes) * 60_000)
      .toISOString()
      .slice(11, 16)
      .split(':');
    const sign = minutes < 0 ? '-' : '+';
    const zone = `${sign}${hours}${rest}`;
    const names = minutes === 0 ? ['UTC', 'GMT', 'Z', `${zone} UTC`] : [`${zone} ${sign}${hours}`];
    return [
      ...[iso, text].flatMap((start) => [start, `${start}${zone}`, `${start}${sign}${hours}:${rest}`]),
      ...[zone, ...names].flatMap((name) => [
        `${text} ${name}`,
        `${week}, ${day} ${month} ${year} ${time} ${name}`,
        `${week} ${month} ${day} ${time} ${name} ${year}`,
      ]),
      `${week} ${month} ${day} ${year} ${time} GMT${zone} (Coordinated Universal Time)`,
      ...[' ', 'T'].map((separator) => `${iso.slice(5, 10).replace('-', '/')}/${year}${separator}${time}`),
    ];
  });
  return [...texts, String(new Date(ms)), `${ms / 1000}.0`];
}

/** Returns the body as parameters of Rails and as a form; an empty list if the body isn't a JSON object. */
function rareSerializations(text: string): readonly SignatureGuess[] {
  try {
    const body: object = JSON.parse(text);
    const railsParameters = railsControllers.flatMap((controller) => {
      const wrapper = { [controller.replace(/s$/, '')]: body };
      const actions = railsActions.map((action) => ({ ...body, controller, action, ...wrapper }));
      return [{ ...body, ...wrapper }, ...actions];
    });
    const form = new URLSearchParams(bracketFields(body)).toString();
    return [
      ...railsParameters.map((value) =>
        mistakeGuess('rewritten_json', JSON.stringify(value), 'Rails params.to_json'),
      ),
      mistakeGuess('rewritten_json', form, 'PHP http_build_query'),
      mistakeGuess('rewritten_json', form.replaceAll('+', '%20'), 'qs.stringify'),
    ];
  } catch {
    return [];
  }
}

/** Returns the fields of a form as PHP names them, such as `session_payment[id]`. */
function bracketFields(value: object, path = ''): [name: string, value: string][] {
  return Object.entries(value).flatMap(([name, member]) => {
    const fieldName = path === '' ? name : `${path}[${name}]`;
    return typeof member === 'object'
      ? bracketFields(member ?? {}, fieldName)
      : [[fieldName, String(member)] as [string, string]];
  });
}

export const rareGuesses: RareGuesses = { keys: rareKeyGuesses, texts: rareTextGuesses };
