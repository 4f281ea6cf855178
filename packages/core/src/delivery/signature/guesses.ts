import { createHash, createHmac } from 'node:crypto';
import type { SignedWebhook, WebhookSignatureVariant } from '@svc-simulator/contract';
import { writtenAnew } from './json-dialects.ts';
import type { MistakeCode } from './mistake-texts.ts';

/** One way to do a step of signing: the right one has no mistake. */
export interface Guess<T> {
  readonly value: T;
  readonly mistake?: MistakeCode;
  /** What tells it from others of the same mistake: a library, a name. */
  readonly detail?: string;
}

/** A webhook as it was signed; its body is a text. */
export interface GenuineWebhook extends SignedWebhook {
  readonly body: string;
  readonly variant: WebhookSignatureVariant;
}

/** The secrets that a program may have taken instead, by what people call them. */
export type OtherSecrets = Readonly<Record<string, string>>;

type Text = string | Buffer;
export type Join = (timestamp: string, body: Text) => Buffer;
export type Hash = (secret: string | Buffer, message: Buffer) => Buffer;
export type Form = (digest: Buffer) => string;

const right = <T>(value: T): Guess<T> => ({ value });
const wrong = <T>(mistake: MistakeCode, value: T, detail?: string): Guess<T> => ({
  mistake,
  value,
  ...(detail !== undefined && { detail }),
});

export function bodies(body: string): readonly Guess<Text>[] {
  return [
    right<Text>(body),
    ...writtenAnew(body).map(([text, by]) => wrong<Text>('rewritten_json', text, by)),
    ...['\n', '\r\n'].map((end) => wrong<Text>('trailing_newline', body + end, JSON.stringify(end))),
    wrong<Text>('byte_order_mark', `\ufeff${body}`),
    ...['', 'undefined', 'null', '{}', '[object Object]'].map((text) =>
      wrong<Text>('body_was_gone', text, JSON.stringify(text)),
    ),
    wrong<Text>('body_twice_json', JSON.stringify(body)),
    wrong<Text>('body_base64', Buffer.from(body).toString('base64')),
    wrong<Text>('body_encoding', Buffer.from(body, 'latin1'), 'Latin-1'),
    wrong<Text>('body_encoding', Buffer.from(body, 'utf16le'), 'UTF-16'),
    wrong<Text>('body_encoding', Buffer.from(body).toString('latin1'), 'UTF-8 as Latin-1'),
    ...parts(body).map(([name, text]) => wrong<Text>('part_of_body', text, name)),
  ];
}

/** The members of a body, which somebody may sign by themselves. */
function parts(body: string): readonly (readonly [string, string])[] {
  try {
    const members: object = Object(JSON.parse(body));
    return Object.entries(members).map(([name, value]) => [name, JSON.stringify(value)]);
  } catch {
    return [];
  }
}

export function timestamps(timestamp: string): readonly Guess<string>[] {
  const ms = Date.parse(timestamp);
  const other = /\.\d+Z$/.test(timestamp)
    ? timestamp.replace(/\.\d+Z$/, 'Z')
    : timestamp.replace('Z', '.000Z');
  return [
    right(timestamp),
    wrong('timestamp_form', `${Math.floor(ms / 1000)}`, 's'),
    wrong('timestamp_form', `${ms}`, 'ms'),
    wrong('timestamp_form', other, other),
    wrong('timestamp_form', timestamp.replace('Z', '+00:00'), '+00:00'),
    ...['', 'undefined', 'null', 'None'].map((text) =>
      wrong('timestamp_missing', text, JSON.stringify(text)),
    ),
  ];
}

const joined =
  (between: string): Join =>
  (timestamp, body) =>
    Buffer.concat([Buffer.from(timestamp + between), Buffer.from(body as string)]);
const bodyAlone: Join = (_timestamp, body) => Buffer.from(body as string);
const reversed: Join = (timestamp, body) =>
  Buffer.concat([Buffer.from(body as string), Buffer.from(`.${timestamp}`)]);

export function joins(variant: WebhookSignatureVariant): readonly Guess<Join>[] {
  const others = ['', ':', ',', '\n', '|'].map((text) =>
    wrong('separator', joined(text), JSON.stringify(text)),
  );
  const backwards = wrong('body_first', reversed);
  return variant === 'timestamp'
    ? [right(joined('.')), wrong('body_alone', bodyAlone), ...others, backwards]
    : [right(bodyAlone), wrong('timestamp_added', joined('.')), ...others, backwards];
}

export function secrets(secret: string, others: OtherSecrets): readonly Guess<string | Buffer>[] {
  const bare = secret.replace(/^whsec_/, '');
  return [
    right<string | Buffer>(secret),
    ...Object.entries(others).map(([name, other]) => wrong<string | Buffer>('other_secret', other, name)),
    ...['', 'undefined', 'null', 'None'].map((text) => wrong('secret_missing', text, JSON.stringify(text))),
    wrong('secret_cut', bare),
    wrong('secret_decoded', Buffer.from(bare, 'base64'), 'base64'),
    wrong('secret_decoded', Buffer.from(bare, 'hex'), 'hex'),
    ...[`"${secret}"`, `'${secret}'`].map((text) => wrong('secret_quoted', text)),
    ...[`${secret}\n`, `${secret}\r`, ` ${secret}`, `${secret} `].map((text) =>
      wrong('secret_space', text, JSON.stringify(text.replace(secret, '…'))),
    ),
  ];
}

const hmac =
  (algorithm: string): Hash =>
  (secret, message) =>
    createHmac(algorithm, secret).update(message).digest();

export const hashes: readonly Guess<Hash>[] = [
  right(hmac('sha256')),
  ...['sha1', 'sha512', 'md5'].map((name) => wrong('other_hash', hmac(name), `HMAC-${name.toUpperCase()}`)),
  wrong('no_hmac', (_secret, message) => createHash('sha256').update(message).digest(), 'sha256(m)'),
  wrong(
    'no_hmac',
    (secret, message) => createHash('sha256').update(secret).update(message).digest(),
    'sha256(s + m)',
  ),
  wrong(
    'no_hmac',
    (secret, message) => createHash('sha256').update(message).update(secret).digest(),
    'sha256(m + s)',
  ),
  wrong('swapped', (secret, message) => createHmac('sha256', message).update(secret).digest()),
];

const hex: Form = (digest) => digest.toString('hex');
const prefixed: Form = (digest) => `sha256=${hex(digest)}`;

export function forms(variant: WebhookSignatureVariant): readonly Guess<Form>[] {
  return [
    ...(variant === 'sha256'
      ? [right(prefixed), wrong('prefix_missing', hex)]
      : [right(hex), wrong('prefix_added', prefixed, 'sha256=')]),
    wrong('prefix_added', (digest) => `v1=${hex(digest)}`, 'v1='),
    wrong('upper_case', (digest) => hex(digest).toUpperCase()),
    wrong('base64', (digest) => digest.toString('base64')),
    wrong('base64', (digest) => digest.toString('base64url'), 'base64url'),
    wrong('base64', (digest) => Buffer.from(hex(digest)).toString('base64'), 'base64(hex)'),
    wrong('cut_short', (digest) => hex(digest).slice(0, 32)),
  ];
}
