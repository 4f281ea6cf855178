import { createHash, createHmac } from 'node:crypto';
import { signWebhook, type WebhookSignatureVariant } from '@svc-simulator/contract';
import { describe, expect, it } from 'vitest';
import { signatureMistakes, textGuesses } from './mistake-search.ts';
import { rareGuesses } from './rare-guesses.ts';

const webhook = {
  secret: 'whsec_4pQ0vYd9o2nS7bXk1mTz8cWe3rUi6hLa',
  timestamp: '2026-11-20T21:27:00Z',
  body: '{"event":"payment_session.paid","session_payment":{"id":"7d44","description":"café & té","url":"https://shop.invalid/ok"}}',
  variant: 'timestamp',
} as const;
const { secret, timestamp, body } = webhook;
const signText = (message: string | Buffer, key: string | Buffer = secret, algorithm = 'sha256') =>
  createHmac(algorithm, key).update(message).digest('hex');
const message = `${timestamp}.${body}`;
const digestOf = (text: string) => Buffer.from(signText(text), 'hex');
const toJavaHex = (byte: number) => (byte >>> 0).toString(16).padStart(2, '0');
const { variant: mode, ...rest } = webhook;
const otherParts = { idempotencyKey: '0b7e', url: 'https://shop.invalid/hook' };
const signatureInput = { ...rest, ...otherParts, body: Buffer.from(body), mode };
const codesOf = (value: string, otherSecrets = {}) =>
  signatureMistakes(value, signatureInput, otherSecrets, rareGuesses)?.map(({ code }) => code);
const ascii = (text: string) => text.replaceAll('é', '\\u00e9');
const addSpaces = (text: string) => text.replaceAll('":', '": ').replaceAll(',"', ', "');

describe('mistakes in the signature of a program', () => {
  it('returns no mistake for a valid signature', () => {
    for (const mode of ['timestamp', 'body', 'sha256'] as const) {
      const value = signWebhook({ ...webhook, variant: mode });
      expect(signatureMistakes(value, { ...signatureInput, mode })).toEqual([]);
    }
  });

  it.each([
    ['mode_timestamp', signText(body)],
    ['separator', signText(timestamp + body)],
    ['separator', signText(`${timestamp}:${body}`)],
    ['separator', signText(`${body}.${timestamp}`)],
    ['rewritten_json', signText(`${timestamp}.${ascii(addSpaces(body))}`)],
    ['rewritten_json', signText(`${timestamp}.${addSpaces(body)}`)],
    ['rewritten_json', signText(`${timestamp}.${ascii(body).replaceAll('/', '\\/')}`)],
    ['rewritten_json', signText(`${timestamp}.${JSON.stringify(JSON.parse(body), null, 2)}`)],
    ['white_space', signText(`${message}\n`)],
    ['white_space', signText(`${timestamp}.\ufeff${body}`)],
    ['body_was_gone', signText(`${timestamp}.`)],
    ['body_was_gone', signText(`${timestamp}.[object Object]`)],
    ['rewritten_json', signText(`${timestamp}.${JSON.stringify(body)}`)],
    ['body_literal', signText(`${timestamp}.b'${body.replaceAll('é', '\\xc3\\xa9')}'`)],
    ['body_base64', signText(`${timestamp}.${Buffer.from(body).toString('base64')}`)],
    ['body_encoding', signText(Buffer.from(message, 'latin1'))],
    ['rewritten_json', signText(`${timestamp}.${JSON.stringify(JSON.parse(body).session_payment)}`)],
    ['timestamp', signText(`${Date.parse(timestamp) / 1000}.${body}`)],
    ['timestamp', signText(`2026-11-20T21:27:00.000Z.${body}`)],
    ...[
      ['Ruby', '2026-11-20 21:27:00 UTC'],
      ['Go', '2026-11-20 21:27:00 +0000 UTC'],
      ['PHP', '2026-11-20 21:27:00'],
      ['Python', '2026-11-20 21:27:00+00:00'],
      ['String(new Date())', 'Fri Nov 20 2026 21:27:00 GMT+0000 (Coordinated Universal Time)'],
      ['toUTCString', 'Fri, 20 Nov 2026 21:27:00 GMT'],
      ['Java', 'Fri Nov 20 21:27:00 UTC 2026'],
      ['Ruby in Caracas', '2026-11-20 17:27:00 -0400'],
    ].map(([, time]): [string, string] => ['timestamp', signText(`${time}.${body}`)]),
    ['separator', signText(`POSThttps://shop.invalid/hook${body}${timestamp}`)],
    ['separator', signText(`${timestamp}POST/hook${body}`)],
    ['body_was_gone', signText(`${timestamp}.[]`)],
    ['timestamp_missing', signText(`undefined.${body}`)],
    ['timestamp_missing', signText(`.${body}`)],
    ['separator', signText(`v0:${timestamp}:${body}`)],
    ['separator', signText(`0b7e.${message}`)],
    ['separator', signText(`https://shop.invalid/hook${body}`)],
    ['padding', signText(message).slice(1)],
    ['secret_changed', signText(message, `b'${secret}'`)],
    ['secret_changed', signText(message, createHash('sha256').update(secret).digest())],
    ['secret_changed', signText(message, secret.slice(6))],
    ['secret_changed', signText(message, secret.toLowerCase())],
    ['secret_changed', signText(message, `\ufeff${secret}`)],
    ['secret_cut', signText(message, secret.slice(0, 32))],
    ['secret_cut', signText(message, secret.slice(1))],
    ['other_secret', signText(message, 'your_webhook_secret')],
    ['body_was_gone', signText(`${timestamp}.${JSON.stringify(Buffer.from(body))}`)],
    ['secret_changed', signText(message, Buffer.from(secret.slice(6), 'base64'))],
    ['secret_changed', signText(message, `"${secret}"`)],
    ['secret_changed', signText(message, `${secret}\n`)],
    ['secret_missing', signText(message, '')],
    ['secret_changed', signText(message, Buffer.from(secret).toString('base64'))],
    ['secret_changed', signText(message, Buffer.from(secret, 'base64'))],
    ['secret_changed', signText(message, `${secret} # live`)],
    ['secret_changed', signText(message, `WEBHOOK_SECRET=${secret}`)],
    ['secret_changed', signText(message, JSON.stringify({ WEBHOOK_SECRET: secret }))],
    ['other_secret', signText(message, '%WEBHOOK_SECRET%')],
    ['secret_missing', signText(message, 'undefined')],
    ['secret_changed', signText(message, `${secret}\r`)],
    [
      'rewritten_json',
      signText(
        `${timestamp}.${JSON.stringify({ ...JSON.parse(body), controller: 'webhooks', action: 'create', webhook: JSON.parse(body) })}`,
      ),
    ],
    ['white_space', signText(`${timestamp}.${body.replaceAll(' ', '')}`)],
    ['body_digest', signText(`${timestamp}.${createHash('sha256').update(body).digest('hex')}`)],
    ['no_hmac', signText(message, secret, 'sha512')],
    [
      'no_hmac',
      createHash('sha256')
        .update(secret + message)
        .digest('hex'),
    ],
    ['no_hmac', signText(secret, message)],
    ['prefix', `sha256=${signText(message)}`],
    ['form', signText(message).toUpperCase()],
    ['form', btoa(signText(message))],
    ['form', digestOf(message).toString('base64url')],
    ['form', JSON.stringify([...digestOf(message)])],
    ['form', JSON.stringify([...new Int8Array(digestOf(message))])],
    [
      'form',
      signText(message)
        .toUpperCase()
        .replace(/..(?=.)/g, '$&-'),
    ],
    ['form', [...new Int8Array(digestOf(message))].map(toJavaHex).join('')],
    ['form', Buffer.from(signText(message), 'hex').toString('base64')],
  ])('finds the mistake %s', (code, value) => {
    expect(codesOf(value)).toEqual([code]);
  });

  it.each([
    [['mode_timestamp', 'form'], Buffer.from(signText(body), 'hex').toString('base64')],
    [['secret_changed', 'form'], signText(message, secret.slice(6)).toUpperCase()],
    [['mode_timestamp', 'rewritten_json'], signText(addSpaces(body))],
    [['mode_timestamp', 'secret_cut'], signText(body, secret.slice(0, -1))],
    [['mode_timestamp'], `sha256=${signText(body)}`],
    [['mode_timestamp', 'prefix'], `v1=${signText(body)}`],
  ])('finds two mistakes at once: %j', (codes, value) => {
    expect(codesOf(value)).toEqual(codes);
  });

  it('names the secret if the program signed with another secret of the account', () => {
    const otherSecrets = { 'API token': 'sim_api_x' };
    const mistakes = signatureMistakes(signText(message, 'sim_api_x'), signatureInput, otherSecrets);
    expect(mistakes).toMatchObject([{ code: 'other_secret', detail: 'API token' }]);
  });

  it.each([
    ['body', 'mode_body', signText(message)],
    ['body', 'prefix', `sha256=${signText(body)}`],
    ['sha256', 'mode_sha256', signText(body)],
    ['sha256', 'mode_sha256', signText(message)],
  ] as [WebhookSignatureVariant, string, string][])(
    'finds for the mode %s the mistake %s',
    (mode, code, value) => {
      expect(signatureMistakes(value, { ...signatureInput, mode })).toMatchObject([{ code }]);
    },
  );

  it('returns undefined for an unknown mistake', () => {
    expect(codesOf(signText(message, 'whsec_of_somebody_else'))).toBeUndefined();
    expect(codesOf('')).toBeUndefined();
  });
});

it('finds a change that the verifier made to the body or to the secret', () => {
  const value = signWebhook(webhook);
  const utf8 = Buffer.from(body);
  for (const [code, changed] of [
    ['white_space', { body: Buffer.from(` ${body}\n`) }],
    ['body_base64', { body: Buffer.from(utf8.toString('base64')) }],
    ['body_encoding', { body: Buffer.from(utf8.toString('latin1')) }],
    ['rewritten_json', { body: Buffer.from(addSpaces(body)) }],
    ['secret_changed', { secret: `"${secret}"` }],
    ['secret_changed', { secret: secret.slice(6) }],
  ] as const)
    expect(signatureMistakes(value, { ...signatureInput, ...changed })).toMatchObject([{ code }]);
});

it('returns undefined for bodies of any kind and length', () => {
  for (const odd of ['', 'no JSON', '[1,null]', 'null', '"text"', 'x'.repeat(100_000)])
    expect(signatureMistakes(signText('x'), { ...signatureInput, body: Buffer.from(odd) })).toBeUndefined();
});

describe('search for mistakes in untrusted bodies', () => {
  it.each([
    ['of many members', `[${'1,'.repeat(3000)}1]`],
    ['that is deep', `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`],
    ['too deep for recursion', `${'['.repeat(4000)}${']'.repeat(4000)}`],
  ])('limits the number of variants of the body %s', (_, odd) => {
    const bytes = Buffer.from(odd);
    const guesses = textGuesses({ ...signatureInput, body: bytes });
    expect(guesses.length).toBeLessThan(100);
    expect(guesses.reduce((sum, { value }) => sum + value.length, 0)).toBeLessThan(150 * bytes.length);
    expect(signatureMistakes(signText('x'), { ...signatureInput, body: bytes })).toBeUndefined();
  });

  it('searches only short bodies and secrets', () => {
    const long = 'x'.repeat(10_000);
    const others = { other: 'sim_api_x' };
    const value = signText(`${timestamp}.${long}`, 'sim_api_x');
    expect(signatureMistakes(value, { ...signatureInput, body: Buffer.from(long) }, others)).toBeUndefined();
    expect(
      signatureMistakes(signText(message, long), { ...signatureInput, secret: `"${long}"` }),
    ).toBeUndefined();
  });
});
